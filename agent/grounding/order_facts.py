"""Which field of an order a value of a claim speaks about, and what that field holds."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.typed import TypedValue
from agent.grounding.values import same_value

_DATE_CUES = {
    "delivered_on": r"delivered|delivery date|arrived|received",
    "shipped_on": r"shipped|dispatched|sent|shipping date",
    "placed_on": r"placed|ordered|bought|purchased|order date|made",
    "cancelled_on": r"cancell?ed|cancellation date",
    "refunded_on": r"refunded|refund date",
    "returned_on": r"returned",
}
_ESTIMATE = re.compile(r"\b(?:expect\w*|estimat\w*|due|scheduled|should|will|likely)\b", re.IGNORECASE)
_LEADING = re.compile(r"(?:^|, |\band )on $", re.IGNORECASE)
"""What stands before a date that opens its clause, and so belongs to the verb after it."""

_MONEY_CUES = {
    "total": r"total|sum",
    "shipping_fee": r"shipping(?: fee| cost| charge)?|delivery (?:fee|cost|charge)",
    "refund": r"refund\w*|credited",
    "payment": r"paid|charged|payment\w*",
    "unit_price": r"each|unit price|per item|apiece",
}
_WITHOUT_STATUS = ("items", "item_count", "address.", "carrier", "tracking_number", "shipping_fee", "total")
"""How fields begin that say nothing of how far an order has come; what was bought may be called "Returned Ocean"."""
_TRACKING = re.compile(r"\b(?:track\w*|parcel number|shipment number)\b", re.IGNORECASE)
_FIELD_NAMES = {
    "delivered_on": "delivery date",
    "shipped_on": "shipping date",
    "placed_on": "order date",
    "cancelled_on": "cancellation date",
    "refunded_on": "refund date",
    "estimated_delivery": "estimated delivery date",
    "total": "total",
    "status": "status",
    "shipping_fee": "shipping fee",
    "tracking_number": "tracking number",
}


@dataclass(frozen=True)
class Held:
    """A value that one field of an order holds."""

    quote: Quote
    value: TypedValue

    @property
    def meaning(self) -> str:
        """The field in words."""
        return field_name(self.quote.evidence.field or self.quote.evidence.source)


def field_of(body: str, value: TypedValue) -> str | None:
    """The order field that the words around a value point to; None where they point to none.

    `value` must come from `body`. Of items only the last part of the field name is given: `unit_price`.
    """
    if value.kind == "status":
        return "status"
    if value.kind == "tracking":
        return "tracking_number" if _TRACKING.search(body) else None
    if value.kind == "date":
        return "estimated_delivery" if _ESTIMATE.search(body) else _nearest(_DATE_CUES, body, value)
    return _nearest(_MONEY_CUES, body, value) if value.kind == "money" else None


def field_name(field: str) -> str:
    """A field's name in words: `delivered_on` is the delivery date."""
    return _FIELD_NAMES.get(field, field.replace("_", " "))


def dates_named(body: str) -> int:
    """How many different date fields the words of a sentence point to."""
    return sum(bool(re.search(rf"\b(?:{words})\b", body, re.IGNORECASE)) for words in _DATE_CUES.values())


def held_in(book: EvidenceBook, owner: str, kind: str, field: str | None = None) -> tuple[Held, ...]:
    """Values of one kind that an order's evidence holds, of one field where it is given."""
    return tuple(
        Held(quote, value)
        for quote in book.owned_by(owner)
        if _may_hold(quote, kind, field)
        for value in quote.values
        if value.kind == kind and (field is None or _is_field(quote, value, field))
    )


def is_partly_shipped(book: EvidenceBook, owner: str) -> bool:
    """Whether only some items of an order were sent."""
    return any(held.value.canonical == "partially_shipped" for held in held_in(book, owner, "status", "status"))


def held_elsewhere(book: EvidenceBook, value: TypedValue, owners: frozenset[str]) -> Held | None:
    """Where another order holds the very value."""
    for other in sorted(book.orders - owners):
        for held in held_in(book, other, value.kind):
            if same_value(value, held.value):
                return held
    return None


def _may_hold(quote: Quote, kind: str, field: str | None) -> bool:
    """Whether a value that is looked for can stand there, by what the field is called, before its sentence is read."""
    name = quote.evidence.field
    if name is None:
        return True
    if kind == "status" and name.startswith(_WITHOUT_STATUS):
        return False
    return field is None or _is_named(name, field)


def _is_field(quote: Quote, value: TypedValue, wanted: str) -> bool:
    """Whether a value stands in a field; where the evidence names none, its own words tell."""
    name = quote.evidence.field
    if name is None:
        return wanted != "status" and field_of(quote.body, value) == wanted
    return _is_named(name, wanted)


def _is_named(name: str, wanted: str) -> bool:
    if wanted in name.split("."):
        return True
    move = {"refund": "refund", "refunded_on": "refund", "payment": "payment"}.get(wanted)
    return move is not None and move in name


def _nearest(cues: dict[str, str], body: str, value: TypedValue) -> str | None:
    """The field whose cue stands last before the value; first after it in "on 2026-11-24 it was delivered"."""
    found = [
        (match.start(), field)
        for field, words in cues.items()
        for match in re.finditer(rf"\b(?:{words})\b", body, re.IGNORECASE)
    ]
    before = [hit for hit in found if hit[0] < value.start]
    after = [hit for hit in found if hit[0] >= value.end]
    if after and (not before or _LEADING.search(body[: value.start])):
        return min(after)[1]
    return max(before)[1] if before else None
