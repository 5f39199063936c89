"""Planters that put a true thing in the wrong place: another order's value, another field's, another name."""

from __future__ import annotations

import re
from random import Random

from evals.seeded_numbers import match_case
from evals.seeded_order_words import STATES
from evals.seeded_swapping import in_link, swapped
from evals.seeded_types import Line, OrderFact, Scene

_PARCEL = ("processed", "shipped", "partially_shipped")
_PASSED: dict[str, tuple[str, ...]] = {
    "processed": ("pending",),
    "shipped": ("processed", "partially_shipped"),
    "partially_shipped": ("processed", "shipped"),
    "delivered": _PARCEL,
    "return_requested": (*_PARCEL, "delivered"),
    "exchange_requested": (*_PARCEL, "delivered"),
    "returned": (*_PARCEL, "delivered", "return_requested"),
    "refunded": (*_PARCEL, "delivered", "returned", "return_requested", "cancelled"),
    "cancelled": ("processed",),
}
"""Statuses that an order of a status has been in, or may have been."""

_MONEY_FIELDS = frozenset({"total", "items_total", "shipping_fee", "items.unit_price", "refunds.amount"})
_CARRIERS = ("UPS", "DHL", "FedEx", "Royal Mail")
_CHANNELS = {
    "e-mail": "telephone",
    "email": "phone",
    "phone": "e-mail",
    "chat": "telephone",
    "card": "PayPal",
    "credit card": "bank transfer",
    "PayPal": "credit card",
    "gift card": "debit card",
    "bank transfer": "PayPal",
    "Windows": "macOS",
    "macOS": "Windows",
    "Linux": "Windows",
    "Android": "iOS",
    "iOS": "Android",
    "Chrome": "Safari",
    "Google": "Microsoft",
    "WordPress": "Shopify",
    "Shopify": "WordPress",
    "GitHub": "GitLab",
    "United States": "United Kingdom",
    "European Union": "United States",
}
_CHANNEL = re.compile(
    rf"(?<![\w@./-])(?<!\b[Ww]e )(?<!you )(?<!to )(?<!will )(?:{'|'.join(sorted(_CHANNELS, key=len, reverse=True))})(?![\w@/-]| (?:number|address|statement))",
    re.IGNORECASE,
)


def status(line: Line, scene: Scene, rng: Random) -> str | None:
    """Another status than the order's."""
    fact = line.fact
    if fact is None or fact.sort != "status":
        return None
    return _said_with(fact, {words[0] for words in STATES.values()} - _true_states(fact, scene), rng)


def cross_order(line: Line, scene: Scene, rng: Random) -> str | None:
    """What the same field of another order of this customer holds."""
    fact = line.fact
    if fact is None:
        return None
    values = {other.value for other in scene.facts if other.order_id != fact.order_id and other.sort == fact.sort}
    own = _true_states(fact, scene) if fact.sort == "status" else _own_values(fact, scene)
    return _said_with(fact, values - own, rng)


def wrong_field(line: Line, scene: Scene, rng: Random) -> str | None:
    """What another field of the same order holds, of the same kind: the day of delivery for that of shipping."""
    fact = line.fact
    if fact is None or not (fact.unit == "date" or fact.sort in _MONEY_FIELDS):
        return None
    values = {
        other.value
        for other in scene.facts
        if other.order_id == fact.order_id and other.unit == fact.unit and other.sort != fact.sort
    }
    return _said_with(fact, values - _own_values(fact, scene), rng)


def entity(line: Line, scene: Scene, rng: Random) -> str | None:
    """Another product, brand, carrier or channel."""
    if line.fact:
        return _other_name(line.fact, scene, rng)
    names = [name for name in scene.names if _stands_in(name, line.text)]
    others = [name for name in scene.names if name not in line.text and not any(name in own for own in names)]
    if names and others and rng.random() < 0.7:
        name = max(rng.sample(names, min(2, len(names))), key=len)
        alike = [other for other in others if set(other.split()) & set(name.split())]
        alike = alike or [other for other in others if len(other.split()) == len(name.split())] or others
        pattern = re.compile(rf"(?<![\w@./-]){re.escape(name)}(?![\w@-])")
        return swapped(pattern, line.text, rng, lambda match: rng.choice(alike))
    return swapped(_CHANNEL, line.text, rng, lambda match: _other_channel(match[0]))


def _other_name(fact: OrderFact, scene: Scene, rng: Random) -> str | None:
    if fact.sort == "carrier":
        return _said_with(fact, {*scene.carriers, *_CARRIERS} - {fact.value}, rng)
    if fact.sort == "items.name":
        own = {other.value for other in scene.facts if other.order_id == fact.order_id and other.sort == fact.sort}
        others = {other.value for other in scene.facts if other.sort == fact.sort} - own
        return _said_with(fact, others or {"folding bicycle", "garden hose"}, rng)
    return None


def _own_values(fact: OrderFact, scene: Scene) -> set[str]:
    """What the fact's field holds for its order, also of another line or payment."""
    return {fact.value} | {
        other.value for other in scene.facts if other.order_id == fact.order_id and other.sort == fact.sort
    }


def _said_with(fact: OrderFact, values: set[str], rng: Random) -> str | None:
    return fact.said(rng.choice(sorted(values))) if values else None


def _true_states(fact: OrderFact, scene: Scene) -> set[str]:
    """Wordings of the order's status, and of those that it has been through or may be said to be in as well."""
    own = next(name for name, words in STATES.items() if fact.value in words)
    fields = {other.sort for other in scene.facts if other.order_id == fact.order_id}
    refunded = {"refunded"} if fields & {"refunds.amount", "refunded_on"} else set()
    true = {own, *_PASSED.get(own, ()), *refunded}
    return {words for name in true for words in STATES[name]}


def _other_channel(written: str) -> str | None:
    other = _CHANNELS.get(written) or _CHANNELS.get(written.casefold())
    return match_case(written, other) if other else None


def _stands_in(name: str, text: str) -> bool:
    found = re.search(rf"(?<![\w@./-]){re.escape(name)}(?![\w@-])", text)
    return found is not None and not in_link(text, found.start())
