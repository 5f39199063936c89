"""Clauses on where an order is: `it was delivered on <d0>`, `ORD-1 has not been shipped yet`, `it is expected on <d0>`."""

from __future__ import annotations

from collections.abc import Iterator

from agent.grounding.clauses import (
    ADVERB,
    BE,
    CARRIED,
    CARRIER,
    DAY,
    GOING_ON,
    ITEM,
    ITEM_PARTS,
    NAME,
    OBJECT,
    ON,
    PARTICIPLES,
    SUBJECT,
    SUBJECT_OF_VERB,
    Clause,
    Part,
)

_ACTIVE = {
    "delivered": ("delivered_on", r"(?:arrived|reached you)"),
    "shipped": ("shipped_on", r"(?:shipped(?: out)?|left (?:our|the) warehouse|went out)"),
}
_NOT_YET = {"shipped": r"(?:shipped|left (?:our|the) warehouse)", "delivered": r"(?:arrived|reached you)"}
_BY_US = frozenset({"delivered", "shipped", "cancelled", "refunded"})
_OF_ALL_ITEMS = frozenset({"delivered", "shipped", "placed", "cancelled"})
"""What holds of each item when it holds of the order; a return or a refund may be of one item only."""


def _done() -> Iterator[Clause]:
    """What happened to it, with or without the day."""
    for status, (field, verb) in PARTICIPLES.items():
        moved = field in ("shipped_on", "delivered_on")
        tail, carried = (rf"(?: {CARRIER})?", (CARRIED,)) if moved else ("", ())
        dated = ((rf" {DAY}", Part(field, "d")),) if field else ()
        stated = (("", Part("status", "", status)),) if status != "placed" else ()
        for day, part in (*dated, *stated):
            yield Clause(rf"{SUBJECT_OF_VERB}(?:{BE}{ADVERB} )?{verb}{day}{tail}", (part, *carried), "verb")
            if moved and day:
                yield Clause(rf"{SUBJECT_OF_VERB}(?:{BE}{ADVERB} )?{verb} {CARRIER}{day}", (part, CARRIED), "verb")
            if status in _OF_ALL_ITEMS:
                yield Clause(rf"{ITEM} {BE}{ADVERB} {verb}{day}{tail}", (*ITEM_PARTS, part, *carried))
            if status in _BY_US:
                yield Clause(rf"we(?: have|'ve)?{ADVERB} {verb} {OBJECT}{day}{tail}", (part, *carried))
        if field:
            yield Clause(rf"on <d(?P<d>\d+)>,? {SUBJECT} {BE}{ADVERB} {verb}{tail}", (Part(field, "d"), *carried))


def _moved() -> Iterator[Clause]:
    for status, (field, verb) in _ACTIVE.items():
        tail = rf"(?: {CARRIER})?"
        yield Clause(rf"{SUBJECT_OF_VERB}{verb} {DAY}{tail}", (Part(field, "d"), CARRIED), "verb")
        yield Clause(rf"{SUBJECT} (?:has )?{verb}{tail}", (Part("status", "", status), CARRIED), "verb")
    yield Clause(rf"(?P<w_carrier>{NAME}) delivered {OBJECT} {DAY}", (CARRIED, Part("delivered_on", "d")))
    yield Clause(rf"you received {OBJECT} {DAY}", (Part("delivered_on", "d"),))
    yield Clause(rf"you (?:placed|made|ordered|bought) {OBJECT}{ON}", (Part("placed_on", "d"),))
    yield Clause(rf"(?P<w_carrier>{NAME}) is (?:the carrier|carrying it|delivering it)", (CARRIED,))
    yield Clause(CARRIER, (CARRIED,), "adjunct")
    tracked = r"(?:with|using|under) (?:the |your )?tracking (?:number|code) <t(?P<t>\d+)>"
    yield Clause(rf"you can (?:track|follow) {OBJECT} {tracked}", (Part("tracking_number", "t"),))


def _now() -> Iterator[Clause]:
    """What goes on, and what has not happened yet."""
    for status, words in GOING_ON.items():
        parts = (Part("status", "", status), CARRIED)
        still = r"(?:is|'s)(?: currently| now| still| already)?"
        yield Clause(rf"{SUBJECT_OF_VERB}{still} {words}(?: {CARRIER})?", parts, "verb")
    for status, verb in _NOT_YET.items():
        has_not = r"(?:has not|hasn't)(?: yet)?"
        begin = rf"(?:{has_not} been|(?:is not|isn't|was not|wasn't)(?: yet)?) {PARTICIPLES[status][1]}"
        denied = (Part("status", "", status, negative=True),)
        yield Clause(rf"{SUBJECT_OF_VERB}(?:{begin}|{has_not} {verb})(?: yet)?", denied, "verb")
    for kind in ("return", "exchange"):
        asked = Part("status", "", f"{kind} requested")
        yield Clause(rf"an? {kind} (?:has been|was) requested(?: for {OBJECT})?", (asked,))


def _hoped() -> Iterator[Clause]:
    """When it should come; a promise that it will is none of these."""
    arrive = r"(?:arrive|be delivered|reach you|be with you|get to you|come)"
    day = r"(?:(?:on |by |around |about |for )?<d(?P<d>\d+)>|in (?:about |around )?<u(?P<u>\d+)>)"
    parts = (Part("estimated_delivery", "d"), Part("estimated_delivery", "u"))
    hope = rf"(?:(?:is|are|'s)(?: currently| now)? (?:expected|estimated|due|scheduled)(?: to {arrive}| for delivery)?|should {arrive})"
    yield Clause(rf"{SUBJECT_OF_VERB}{hope} {day}", parts, "verb")
    yield Clause(rf"{ITEM} {hope} {day}", (*ITEM_PARTS, *parts))
    yield Clause(
        rf"(?:delivery|arrival)(?: of {OBJECT})? is (?:expected|estimated|due|scheduled)(?: for)? {day}", parts
    )
    yield Clause(rf"you (?:can|should) expect {OBJECT} {day}", parts)


DELIVERY_CLAUSES = (*_done(), *_moved(), *_now(), *_hoped())
