"""Claims that say nothing but what fields of one order hold."""

from __future__ import annotations

import re

from agent.grounding.claim_view import ClaimView
from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.finding import Finding, supported
from agent.grounding.order_facts import dates_named, field_of, held_in
from agent.grounding.status_checks import states_status
from agent.grounding.typed import TypedValue
from agent.grounding.values import same_value
from agent.grounding.vocabulary import HARMLESS, limits_or_denies, words

_FIELD_WORDS = {
    "status": "status",
    "delivered_on": "delivered delivery date arrived",
    "shipped_on": "shipped dispatched shipping date",
    "placed_on": "placed ordered made date",
    "cancelled_on": "cancelled canceled cancellation date",
    "refunded_on": "refunded date",
    "estimated_delivery": "estimated expected delivery date be",
    "total": "total sum came comes cost",
    "shipping_fee": "shipping delivery fee cost charge",
    "tracking_number": "tracking",
}
"""Words that name a field, allowed only beside a value of that field."""


def states_fields(view: ClaimView, book: EvidenceBook) -> Finding | None:
    """Supported where every value is the very value of the field that the sentence names, and no other word says more.

    Of one order only; with a negation, a condition, an addressee or any word left over the claim stays open.
    """
    if view.owner is None or len(view.named) > 1 or view.body.endswith("?") or limits_or_denies(view.body):
        return None
    dates = sum(value.kind == "date" for value in view.values)
    if 0 < dates < dates_named(view.body):
        return None
    proofs: list[Quote] = []
    allowed = set(HARMLESS)
    for value in view.values:
        if value.kind == "order_id" and value.canonical == view.owner:
            continue
        field = field_of(view.body, value)
        proof = _proof(value, field, view.owner, book)
        if proof is None or field is None:
            return None
        proofs.append(proof)
        allowed |= set(_FIELD_WORDS.get(field, "").split())
    if not any(quote.evidence.field in ("total", "shipping_fee") for quote in proofs):
        allowed |= _item_words(book, view.owner)
    if not proofs or not _says_no_more(view.rest, allowed):
        return None
    return supported(f"Fields of order {view.owner} hold these values.", proofs)


def _proof(value: TypedValue, field: str | None, owner: str, book: EvidenceBook) -> Quote | None:
    if field is None:
        return None
    if field == "status":
        held = held_in(book, owner, "status")
        if value.negative or not states_status(value, held, held_in(book, owner, "status", "status")):
            return None
    else:
        held = held_in(book, owner, value.kind, field)
    return next((other.quote for other in held if same_value(value, other.value)), None)


def _item_words(book: EvidenceBook, owner: str) -> set[str]:
    """Words of the order's item sentences; none where only a part of the items was sent."""
    quotes = list(book.owned_by(owner))
    if any(value.canonical == "partially_shipped" for quote in quotes for value in quote.values):
        return set()
    named = (quote for quote in quotes if (quote.evidence.field or "").startswith("items."))
    return {word for quote in named for word in words(quote.body) if len(word) > 2}


def _says_no_more(rest: str, allowed: set[str]) -> bool:
    return set(words(rest)) <= allowed and not re.search(r"[^\w\s.,!'\"()-]|[\d_]", rest)
