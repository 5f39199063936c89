"""Claims that say nothing but what fields of one order hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.grounding.claim_view import ClaimView
from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.finding import Finding, supported
from agent.grounding.order_facts import dates_named, field_of, held_in, is_partly_shipped
from agent.grounding.status_checks import states_status
from agent.grounding.typed import TypedValue
from agent.grounding.values import same_value
from agent.grounding.vocabulary import HARMLESS, limits_or_denies, words

_MONEY_BACK = re.compile(r"\b(?:refund|cancel)\w*", re.IGNORECASE)
_LINE = re.compile(r"items\.\d+\.")

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
    if view.owner is None or len(view.named) > 1 or view.citation or view.body.endswith("?"):
        return None
    if limits_or_denies(view.body):
        return None
    dates = sum(value.kind == "date" for value in view.values)
    if 0 < dates < dates_named(view.body):
        return None
    if _MONEY_BACK.search(view.body) and any(
        value.kind == "money" and field_of(view.body, value) != "refund" for value in view.values
    ):
        # What was paid and what was paid back are different fields: one sentence must not make one of the other.
        return None
    # A return or a refund may be of one item only; which one, the status does not say.
    of_one = any(value.kind == "status" and value.canonical in ("returned", "refunded") for value in view.values)
    for line in (None, *([] if of_one else _lines(book, view.owner))):
        proofs = _proofs(view, view.owner, book, line)
        if proofs and _says_no_more(view.rest, _allowed(proofs, book, view.owner, line)):
            return supported(f"Fields of order {view.owner} hold these values.", proofs)
    return None


def _lines(book: EvidenceBook, owner: str) -> list[str]:
    """Prefixes of the order's lines, `items.1.` and so on; none where only a part of the items was sent."""
    if is_partly_shipped(book, owner):
        return []
    fields = (quote.evidence.field or "" for quote in book.owned_by(owner))
    return list(dict.fromkeys(found[0] for field in fields if (found := _LINE.match(field))))


def _proofs(view: ClaimView, owner: str, book: EvidenceBook, line: str | None) -> list[Quote]:
    """A field for each value; a value of an order line only from the one line that the sentence is about."""
    proofs: list[Quote] = []
    for value in view.values:
        if value.kind == "order_id" and value.canonical == owner:
            continue
        proof = _proof(value, field_of(view.body, value), owner, book, line)
        if proof is None:
            return []
        proofs.append(proof)
    return proofs


def _allowed(proofs: Sequence[Quote], book: EvidenceBook, owner: str, line: str | None) -> set[str]:
    fields = {quote.evidence.field or "" for quote in proofs}
    allowed = set(HARMLESS)
    for field in fields:
        allowed |= set(_FIELD_WORDS.get(field, "").split())
    if line is not None and not fields & {"total", "shipping_fee"}:
        named = (quote for quote in book.owned_by(owner) if (quote.evidence.field or "").startswith(line))
        allowed |= {word for quote in named for word in words(quote.body) if len(word) > 2}
    return allowed


def _proof(value: TypedValue, field: str | None, owner: str, book: EvidenceBook, line: str | None) -> Quote | None:
    if field is None or (field == "shipped_on" and is_partly_shipped(book, owner)):
        return None
    if field == "status":
        held = held_in(book, owner, "status")
        if value.negative or not states_status(value, held, held_in(book, owner, "status", "status")):
            return None
    else:
        held = held_in(book, owner, value.kind, field)
    fitting = (other.quote for other in held if same_value(value, other.value))
    return next((quote for quote in fitting if _is_of_line(quote, line)), None)


def _is_of_line(quote: Quote, line: str | None) -> bool:
    of_a_line = _LINE.match(quote.evidence.field or "")
    return of_a_line is None or of_a_line[0] == line


def _says_no_more(rest: str, allowed: set[str]) -> bool:
    return set(words(rest)) <= allowed and not re.search(r"[^\w\s.,!'\"()-]|[\d_]", rest)
