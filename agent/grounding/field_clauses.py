"""Clauses that name a field: `the delivery date of ORD-1 was <d0>`, `Total: <m0>`, `we have <t0> as your tracking number`."""

from __future__ import annotations

from collections.abc import Iterator

from agent.grounding.clauses import (
    AMOUNT,
    BE,
    GOING_ON,
    NAME,
    OBJECT2,
    OF,
    PARTICIPLES,
    SUBJECT_OF_VERB,
    Clause,
    Part,
)
from agent.grounding.frames import IS, frames

SHIPPING = r"(?:the )?(?:shipping|delivery|postage)"
_FEE = r"(?: fees?| costs?| charges?| price)"
_GOODS = r"(?:the |your )?(?:items|goods|products|articles)"

_NAMES = {
    "delivered_on": r"(?:delivery date|date of delivery|delivery day|arrival date)",
    "shipped_on": r"(?:shipping date|ship date|dispatch date|shipment date|date of (?:shipping|dispatch|shipment))",
    "placed_on": r"(?:order date|date of (?:the|your) order|purchase date|date of purchase)",
    "cancelled_on": r"(?:cancellation date|date of (?:the )?cancellation)",
    "refunded_on": r"(?:refund date|date of (?:the|your) refund)",
    "estimated_delivery": r"(?:estimated|expected) (?:delivery|arrival)(?: date| day)?",
    "total": r"(?:order total|grand total|overall total|total (?:order )?(?:cost|price|amount|value|sum)|total)",
    "items_total": (
        rf"(?:items? total|sub-?total|goods total|(?:sum|total|total (?:cost|price|value)|combined (?:cost|price|value)|cost|value) (?:of|for) (?:all )?{_GOODS}"
        r"|total (?:before|without|excluding) (?:shipping|delivery|postage))"
    ),
    "shipping_fee": rf"(?:(?:shipping|delivery|postage){_FEE}?|(?:cost|price) of {SHIPPING}|charge for {SHIPPING})",
    "payments.amount": r"(?:payment(?: amount)?|amount (?:you )?paid|amount charged)",
    "refunds.amount": r"(?:refund(?: amount)?|refunded amount|amount refunded)",
    "tracking_number": r"(?:tracking|parcel|shipment) (?:number|code|id|no\.?)",
    "carrier": r"(?:carrier|courier|shipping company|delivery company)",
    "item_count": r"(?:(?:total )?number of items|item count)",
    "payments.method": r"(?:payment method|method of payment)",
    "address.city": r"(?:city (?:of|in) (?:the|your) (?:(?:delivery|shipping) )?address|(?:delivery|shipping) city|city)",
    "address.country": r"(?:country (?:of|in) (?:the|your) (?:(?:delivery|shipping) )?address|(?:delivery|shipping) country|country)",
}
_SHORT = {
    "delivered_on": r"delivered(?: on)?",
    "shipped_on": r"(?:shipped|dispatched)(?: on)?",
    "placed_on": r"(?:ordered|order placed|placed)(?: on)?",
    "cancelled_on": r"cancell?ed(?: on)?",
    "refunded_on": r"refunded(?: on)?",
    "current_status": r"(?:current )?(?:order )?status",
    "payments.amount": r"(?:amount )?paid",
    "carrier": r"(?:shipped|sent|delivered) (?:with|by|via)",
}
"""Names that only a list gives a value to, as in `Delivered: <d0>`; a status is said of no number of things."""

_HAPPENED = {
    "delivered_on": "delivery",
    "shipped_on": "(?:shipment|dispatch|shipping)",
    "placed_on": "purchase",
    "cancelled_on": "cancellation",
    "refunded_on": "refund",
}
_STATUS_WORDS = "|".join((*(verb for _, verb in PARTICIPLES.values()), *GOING_ON.values()))
_VALUES: dict[str, tuple[str, str]] = {
    "current_status": ("w_status", rf"(?P<w_status>{_STATUS_WORDS})"),
    "total": ("m", AMOUNT),
    "items_total": ("m", AMOUNT),
    "shipping_fee": ("m", rf"(?:{AMOUNT}|(?P<w_free>free(?: of charge)?|zero))"),
    "payments.amount": ("m", AMOUNT),
    "refunds.amount": ("m", AMOUNT),
    "tracking_number": ("t", r"<t(?P<t>\d+)>"),
    "carrier": ("w_carrier", rf"(?P<w_carrier>{NAME})"),
    "item_count": ("q", r"<[qi](?P<q>\d+)>"),
    "payments.method": ("w_method", r"(?P<w_method>[a-z][a-z ]{2,20}?)"),
    "address.city": ("w_city", rf"(?P<w_city>{NAME})"),
    "address.country": ("w_country", rf"(?P<w_country>{NAME})"),
}
"""Per field the group and the pattern of its value; a date where there is none."""

_A_DAY = ("d", r"(?:on )?<d(?P<d>\d+)>")


def _named() -> Iterator[Clause]:
    for field, name in _NAMES.items():
        group, value = _VALUES.get(field, _A_DAY)
        parts = (Part(field, group), *([Part(field, "w_free", "0")] if field == "shipping_fee" else []))
        yield from frames(name, value, parts)
        if "." not in field:
            yield Clause(rf"(?:(?:its|the) )?{name} {value}", parts, "adjunct")
        if field in ("tracking_number", "carrier"):
            yield Clause(rf"\(?(?:(?:with|under|and|its|the) ){{0,2}}{name}(?: is|:)? {value}\)?", parts, "adjunct")
        if field in ("estimated_delivery", "tracking_number"):
            yield Clause(rf"{SUBJECT_OF_VERB}has (?:an?|the) {name}(?: of)? {value}", parts, "verb")
    for field, name in _SHORT.items():
        group, value = _VALUES.get(field, _A_DAY)
        yield Clause(rf"(?:(?:the|your|its) )?{name}{OF}{IS} {value}", (Part(field, group, sole=True),))


def _days() -> Iterator[Clause]:
    """Days by what happened on them: `the day on which it was shipped`, `the cancellation took place on <d0>`."""
    group, value = _A_DAY
    for field, event in _HAPPENED.items():
        parts = (Part(field, group),)
        verb = next(verb for dated, verb in PARTICIPLES.values() if dated == field)
        for done in (rf"{OBJECT2} {BE} {verb}", rf"(?:we|you) {verb} {OBJECT2}"):
            yield from frames(rf"(?:day|date) (?:on which|when|that) {done}", value, parts)
        took_place = r"(?:took place|happened|occurred|was (?:made|done|carried out|completed))"
        yield Clause(rf"(?:the|your|its) {event}{OF} {took_place} {value}", parts)


FIELD_CLAUSES = (*_named(), *_days())
