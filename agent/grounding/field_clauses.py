"""Clauses that name a field: `the delivery date of ORD-1 was <d0>`, `Total: <m0>`, `your tracking number is <t0>`."""

from __future__ import annotations

from collections.abc import Iterator

from agent.grounding.clauses import AMOUNT, GOING_ON, NAME, OF, PARTICIPLES, SUBJECT_OF_VERB, Clause, Part

_NAMES = {
    "current_status": r"(?:order )?status",
    "delivered_on": r"(?:delivery date|date of delivery|delivered)(?: on)?",
    "shipped_on": r"(?:shipping date|ship date|shipped|dispatched|dispatch date|shipment date)(?: on)?",
    "placed_on": r"(?:order date|date of (?:the|your) order|purchase date|ordered|order placed|placed|date of purchase)(?: on)?",
    "cancelled_on": r"(?:cancellation date|date of cancellation|cancell?ed)(?: on)?",
    "refunded_on": r"(?:refund date|refunded)(?: on)?",
    "estimated_delivery": r"(?:estimated|expected) (?:delivery|arrival)(?: date)?",
    "total": r"(?:order total|grand total|total (?:cost|price|amount)|total)",
    "items_total": r"(?:items? total|subtotal|total of (?:the|all) items)",
    "shipping_fee": r"(?:(?:shipping|delivery|postage)(?: (?:fee|cost|costs|charge|charges|price))?|cost of (?:shipping|delivery))",
    "refunds.amount": r"(?:refund amount|refunded amount|amount refunded|refund)",
    "tracking_number": r"tracking (?:number|code|id|no\.?)",
    "carrier": r"(?:carrier|courier|shipping company|delivery company)",
    "item_count": r"(?:number of items|item count)",
    "payments.method": r"(?:payment method|method of payment)",
}
_STATUS_WORDS = "|".join((*(verb for _, verb in PARTICIPLES.values()), *GOING_ON.values()))
_VALUES: dict[str, tuple[str, str]] = {
    "current_status": ("w_status", rf"(?P<w_status>{_STATUS_WORDS})"),
    "total": ("m", AMOUNT),
    "items_total": ("m", AMOUNT),
    "shipping_fee": ("m", rf"(?:{AMOUNT}|(?P<w_free>free|zero))"),
    "refunds.amount": ("m", AMOUNT),
    "tracking_number": ("t", r"<t(?P<t>\d+)>"),
    "carrier": ("w_carrier", rf"(?P<w_carrier>{NAME})"),
    "item_count": ("q", r"<[qi](?P<q>\d+)>"),
    "payments.method": ("w_method", r"(?P<w_method>[a-z][a-z ]{2,20}?)"),
}
"""Per field the group and the pattern of its value; a date where there is none."""

_A_DAY = ("d", r"(?:on )?<d(?P<d>\d+)>")
_IS = r"(?: ?:| is| was| were| are| comes to| came to| amounts to| amounted to| costs?)"


def _clauses() -> Iterator[Clause]:
    for field, name in _NAMES.items():
        group, value = _VALUES.get(field, _A_DAY)
        parts = (Part(field, group), *([Part(field, "w_free", "0")] if field == "shipping_fee" else []))
        yield Clause(rf"(?:(?:the|your|its) )?{name}{OF}{_IS} {value}", parts)
        if field in ("tracking_number", "carrier"):
            yield Clause(rf"\(?(?:(?:with|under|and|its|the) ){{0,2}}{name}(?: is|:)? {value}\)?", parts, "adjunct")
        if field in ("estimated_delivery", "tracking_number"):
            yield Clause(rf"{SUBJECT_OF_VERB}has (?:an?|the) {name}(?: of)? {value}", parts, "verb")


FIELD_CLAUSES = tuple(_clauses())
