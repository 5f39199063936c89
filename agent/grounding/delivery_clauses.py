"""Clauses on where an order is: `it was delivered on <d0>`, `ORD-1 has not been shipped yet`, `it is expected on <d0>`."""

from __future__ import annotations

from collections.abc import Iterator

from agent.grounding.clauses import (
    ADVERB,
    AGENT,
    BE,
    CARRIED,
    CARRIER,
    DAY,
    GOING_ON,
    ITEM,
    ITEM_PARTS,
    KNOWN_CARRIER,
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
    "delivered": ("delivered_on", r"(?:arrived(?: with you)?|reached you|got to you)"),
    "shipped": ("shipped_on", r"(?:shipped(?: out)?|left (?:us|(?:our|the) (?:warehouse|depot|store))|went out)"),
}
_NOT_YET = {"shipped": r"(?:shipped|left (?:us|(?:our|the) warehouse))", "delivered": r"(?:arrived|reached you)"}
_BY_US = frozenset({"delivered", "shipped", "cancelled", "refunded"})
_OF_ALL_ITEMS = frozenset({"delivered", "shipped", "placed", "cancelled"})
"""What holds of each item when it holds of the order; a return or a refund may be of one item only."""


_STATUS = "|".join((*(verb for _, verb in PARTICIPLES.values()), *GOING_ON.values()))


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
            if moved:
                place = rf" to (?:an|the|your) (?:delivery |shipping )?address in (?P<w_place>{NAME})"
                yield Clause(
                    rf"{SUBJECT_OF_VERB}(?:{BE}{ADVERB} )?{verb}{place}{day}", (part, Part("place", "w_place")), "verb"
                )
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
    delivered = Part("delivered_on", "d")
    yield Clause(rf"{AGENT}(?: has| have)? delivered {OBJECT}(?: to you)? {DAY}", (CARRIED, delivered))
    yield Clause(rf"on <d(?P<d>\d+)>,? {AGENT} delivered {OBJECT}(?: to you)?", (CARRIED, delivered))
    yield Clause(rf"you (?:have )?(?:received|got) {OBJECT} {DAY}", (delivered,))
    yield Clause(rf"(?:received|got) {OBJECT} {DAY}", (delivered,), "adjunct")
    placed = (Part("placed_on", "d"),)
    yield Clause(rf"you (?:placed|made|ordered|bought) {OBJECT}{ON}", placed)
    yield Clause(rf"on <d(?P<d>\d+)>,? you (?:placed|made|ordered|bought) {OBJECT}", placed)
    yield Clause(rf"the (?:order|one) (?:that |which )?you (?:placed|made) {DAY} is {SUBJECT}", placed)


def _gaps() -> Iterator[Clause]:
    """Of relative clauses, whose object is the order before them: "the one (that) you placed on <d0>"."""
    yield Clause(rf"you (?:placed|made|ordered|bought) {DAY}", (Part("placed_on", "d"),), "gap")
    yield Clause(
        r"(?:(?:from|of|dated)|(?:placed|made|ordered)(?: on)?) <d(?P<d>\d+)>", (Part("placed_on", "d"),), "gap"
    )
    yield Clause(rf"you (?:received|got) {DAY}", (Part("delivered_on", "d"),), "gap")
    for status in sorted(_BY_US):
        field, verb = PARTICIPLES[status]
        yield Clause(rf"we(?: have|'ve)?{ADVERB} {verb} {DAY}", (Part(field, "d"),), "gap")


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
        yield Clause(rf"not (?:yet )?(?:been )?{PARTICIPLES[status][1]}(?: yet)?", denied, "adjunct")
    shown = rf"(?:our|the) (?:records|system) (?:shows?|lists?|has|have) {OBJECT} (?:marked |listed )?as (?P<w_status>{_STATUS})"
    yield Clause(shown, (Part("current_status", "w_status"),))
    marked = rf"{SUBJECT_OF_VERB}(?:is|has been|was)(?: already| now)? (?:marked|listed|shown|recorded) as (?P<w_status>{_STATUS})"
    yield Clause(marked, (Part("current_status", "w_status"),), "verb")
    for kind in ("return", "exchange"):
        asked = Part("status", "", f"{kind} requested")
        yield Clause(rf"{SUBJECT_OF_VERB}has an? {kind} requested", (asked,), "verb")
        yield Clause(rf"an? {kind} (?:has been|was) requested(?: for {OBJECT})?", (asked,))


def _hoped() -> Iterator[Clause]:
    """When it should come; a promise that it will is none of these."""
    arrive = r"(?:arrive|be delivered|reach you|be with you|get to you|come)"
    day = r"(?:(?:on |by |around |about |for )?<d(?P<d>\d+)>|in (?:about |around )?<u(?P<u>\d+)>)"
    parts = (Part("estimated_delivery", "d"), Part("estimated_delivery", "u"))
    hope = rf"(?:(?:(?:is|are|'s)(?: currently| now)? )?(?:expected|estimated|due|scheduled)(?: to {arrive}| for delivery)?|should {arrive})"
    yield Clause(rf"{SUBJECT_OF_VERB}{hope} {day}", parts, "verb")
    yield Clause(rf"{ITEM} {hope} {day}", (*ITEM_PARTS, *parts))
    yield Clause(
        rf"(?:delivery|arrival)(?: of {OBJECT})? is (?:expected|estimated|due|scheduled)(?: for)? {day}", parts
    )
    yield Clause(rf"you (?:can expect|should (?:expect|receive|have)) {OBJECT} {day}", parts)
    yield Clause(rf"expect {OBJECT} to {arrive} {day}", parts, "adjunct")
    yield Clause(rf"we (?:currently )?(?:expect|estimate) (?:delivery of )?{OBJECT}(?: to {arrive})? {day}", parts)
    yield Clause(rf"{AGENT} expects to (?:deliver|bring) {OBJECT} {day}", (CARRIED, KNOWN_CARRIER, *parts))


DELIVERY_CLAUSES = (*_done(), *_moved(), *_gaps(), *_now(), *_hoped())
