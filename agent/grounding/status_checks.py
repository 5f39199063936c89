"""Whether an order has the status that a claim gives it."""

from __future__ import annotations

from agent.grounding.evidence_book import EvidenceBook
from agent.grounding.finding import Finding, not_enough, refuted
from agent.grounding.order_facts import Held, held_in
from agent.grounding.statuses import is_ongoing
from agent.grounding.typed import TypedValue
from agent.grounding.values import same_value

_PASSED_THROUGH = {
    "delivered": frozenset({"shipped", "processed"}),
    "shipped": frozenset({"processed"}),
    "returned": frozenset({"delivered", "shipped", "processed"}),
    "return_requested": frozenset({"delivered", "shipped", "processed"}),
    "exchange_requested": frozenset({"delivered", "shipped", "processed"}),
}
"""What an order of a status must have been before."""

_STATUSES = frozenset(_PASSED_THROUGH) | {"pending", "processed", "cancelled", "refunded", "partially_shipped"}


def misstated_status(value: TypedValue, owner: str, book: EvidenceBook) -> Finding | None:
    """Refuted where the order's status is another; None where it agrees or may agree."""
    held = held_in(book, owner, "status")
    current = held_in(book, owner, "status", "status")
    if states_status(value, held, current):
        return None
    opposite = value.model_copy(update={"negative": not value.negative})
    denied = next((other for other in held if same_value(opposite, other.value)), None)
    now = current[0] if current else None
    if denied and not (is_ongoing(value.text) and now):
        return refuted(f"The evidence about {owner} says the opposite: {denied.quote.text}", denied.quote)
    return _against_current(value, owner, now)


def states_status(value: TypedValue, held: tuple[Held, ...], current: tuple[Held, ...]) -> bool:
    """Whether the evidence states this status; one that goes on now must be the current one."""
    ongoing = is_ongoing(value.text) or any(other.value.canonical.startswith("partially") for other in current)
    pool = current if current and ongoing else held
    return any(same_value(value, other.value) for other in pool)


def _against_current(value: TypedValue, owner: str, now: Held | None) -> Finding | None:
    if now is None:
        return None if value.negative else not_enough(f"No evidence about {owner} says {value.text}.")
    before = _PASSED_THROUGH.get(now.value.canonical, frozenset())
    passed = value.canonical in before and not is_ongoing(value.text)
    if value.negative:
        contradicted = passed or value.canonical == now.value.canonical
        return refuted(f"The status of {owner} is {_words(now)}.", now.quote) if contradicted else None
    if passed:
        return None
    if value.canonical in _STATUSES:
        return refuted(f"The status of {owner} is {_words(now)}, not {value.text}.", now.quote)
    return not_enough(f"No evidence about {owner} says {value.text}.", now.quote)


def _words(held: Held) -> str:
    return held.value.canonical.replace("_", " ")
