"""Clauses on the parcel: who carries it, its tracking number, and the place that it is addressed to."""

from __future__ import annotations

from collections.abc import Iterator

from agent.grounding.clauses import CARRIED, CARRIER, DAY, NAME, OBJECT, OF, SUBJECT, TO_COME, Clause, Part

_TRACKED = (Part("tracking_number", "t"),)
_NUMBER = r"(?:(?:the|its|your) )?(?:(?:tracking |parcel |shipment )?(?:number|code|id) )?<t(?P<t>\d+)>"
_ADDRESS = r"(?:delivery |shipping )?address"
_PLACE = rf"(?P<w_place>{NAME})(?:, (?P<w_country>{NAME}))?"
_PLACED = (Part("place", "w_place"), Part("address.country", "w_country"))
_ON_RECORD = r"(?:recorded|noted|on record|on file)"
_SENT = Part("status", "", "shipped")


def _carried() -> Iterator[Clause]:
    name = rf"(?:the carrier )?(?P<w_carrier>{NAME})"
    moving = r"(?:carried by|transported by|handled by|handed (?:over )?to|given to|passed to|travelling with|travelling by|in the hands of|with)"
    yield Clause(rf"{SUBJECT} (?:was|has been) {moving} {name}", (CARRIED, _SENT))
    yield Clause(rf"{SUBJECT} (?:is|is being)(?: now| currently)? {moving} {name}", (CARRIED, _SENT, TO_COME))
    handed = rf"{SUBJECT} (?:was|has been) (?:handed (?:over )?|given |passed )to {name} {DAY}"
    yield Clause(handed, (CARRIED, Part("shipped_on", "d")))
    yield Clause(rf"{SUBJECT} (?:travels|travelled|goes|went) (?:with|via|by) {name}", (CARRIED, _SENT))
    yield Clause(rf"(?:i|we)(?: have|'ve)? (?:handed|gave|given) {OBJECT} (?:over )?to {name}", (CARRIED, _SENT))
    carries = r"(?:carrying|delivering|transporting|handling)"
    yield Clause(rf"(?P<w_carrier>{NAME}) is {carries} {OBJECT}", (CARRIED, _SENT, TO_COME))
    on_its_way = ("shipped_on", "delivered_on", "status", "current_status", "estimated_delivery", "tracking_number")
    yield Clause(CARRIER, (CARRIED,), "adjunct", on_its_way)


def _tracked() -> Iterator[Clause]:
    follow = r"(?:track|follow|trace|find)"
    way = r"(?:with|using|under|by|through|via)"
    yield Clause(rf"you (?:can|may) {follow} {OBJECT} {way} {_NUMBER}", _TRACKED)
    yield Clause(rf"{SUBJECT} can be (?:tracked|followed|traced|found) {way} {_NUMBER}", _TRACKED)
    yield Clause(
        rf"{SUBJECT} (?:travels|travelled|ships|shipped|goes|went|is listed|is tracked) under {_NUMBER}", _TRACKED
    )
    yield Clause(rf"{SUBJECT} is travelling under {_NUMBER}", (*_TRACKED, TO_COME))
    use = r"(?:(?:please |you can )?use|(?:the|your) (?:tracking )?number is)"
    yield Clause(rf"(?:to|for) {follow}(?:ing)? {OBJECT},? {use} {_NUMBER}", _TRACKED)
    yield Clause(rf"(?:please |you can )?use {_NUMBER} to {follow} {OBJECT}", _TRACKED)
    yield Clause(r"(?:under|with) tracking (?:number|code) <t(?P<t>\d+)>", _TRACKED, "adjunct")


def _addressed() -> Iterator[Clause]:
    """The city or the country, never the street."""
    going = r"is (?:going|being sent|to go)"
    in_place = rf"(?:an? |the |your )?{_ADDRESS} in {_PLACE}"
    for moves, more in ((going, (TO_COME,)), (r"(?:goes|is addressed|was addressed)", ())):
        to = rf"{SUBJECT} {moves} to (?:{in_place}|(?P<w_place2>{NAME}))"
        yield Clause(to, (*_PLACED, Part("place", "w_place2"), *more))
    yield Clause(rf"(?:the|your|its) {_ADDRESS}{OF} (?:is|lies) (?:an address )?in {_PLACE}", _PLACED)
    has = r"(?:there is|we have|i have|i see|we see|our records (?:show|have|hold|list))"
    yield Clause(rf"{has} {in_place}(?: {_ON_RECORD})?{OF}", _PLACED)
    yield Clause(rf"{SUBJECT} (?:has|shows|lists|bears|carries) {in_place}", _PLACED)
    yield Clause(rf"(?:(?:the|your) )?(?:delivery |shipping )address{OF}: {_PLACE}", _PLACED)
    yield Clause(rf"to {in_place}", _PLACED, "adjunct")


PARCEL_CLAUSES = (*_carried(), *_tracked(), *_addressed())
