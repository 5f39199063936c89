"""Clauses on what was bought: `you ordered two blue mugs at <m0> each`, `the tray is part of ORD-1`, `ORD-1 has <i0>`."""

from __future__ import annotations

from collections.abc import Iterator

from agent.grounding.clauses import (
    AMOUNT,
    EACH,
    IN_ALL,
    ITEM,
    ITEM_PARTS,
    OBJECT,
    OF,
    ON,
    SUBJECT,
    SUBJECT_OF_VERB,
    SUM,
    SUMMED,
    Clause,
    Part,
)

_AMOUNT_OF = r" (?:with|in) (?:an? |the )?quantity(?: of|:)? <[qi](?P<q2>\d+)>"
_QUANTITY = Part("items.quantity", "q2")
_PRICE = rf"(?:,? \(?(?:(?:at|for|priced at) )?(?:{AMOUNT}{EACH}|{SUM})\)?)?"
_PRICED = (Part("items.unit_price", "m"), *SUMMED)
_COUNT = (Part("item_count", "i"),)
_EVERY = Part("every_item", "", "all")
_IN = rf"(?: (?:of|for|on|from|in|with|under|within|as part of) {OBJECT})"
_BOUGHT = r"(?:ordered|bought|purchased)"


def _lists() -> Iterator[Clause]:
    listed = (*ITEM_PARTS, *_PRICED, _QUANTITY)
    bought = rf"you(?: have|'ve)? (?:also )?(?:{_BOUGHT}|have)"
    dated = (*listed, Part("placed_on", "d"))
    yield Clause(rf"{bought} {ITEM}{_PRICE}{ON}", dated, "list")
    yield Clause(rf"{bought} {ITEM}{_PRICE}{_IN}(?:{_AMOUNT_OF})?{ON}", listed, "list")
    holds = r"(?:contains|contained|includes|included|has|had|lists|holds|comprises|shows)"
    yield Clause(rf"{SUBJECT_OF_VERB}(?:also )?{holds} {ITEM}(?:{_AMOUNT_OF})?{_PRICE}", listed, "list")
    yield Clause(rf"{SUBJECT_OF_VERB}(?:consists of|is made up of) {ITEM}{_PRICE}", (*listed, _EVERY), "list")
    yield Clause(
        rf"(?:there (?:is|are)|we have|i see|we see) {ITEM}{_PRICE}(?: (?:in|on|under) {OBJECT})?", listed, "list"
    )
    yield Clause(rf"(?:the )?items?{OF}: {ITEM}{_PRICE}", listed, "list")
    yield Clause(rf"(?:the|your) items{OF} include {ITEM}{_PRICE}", listed, "list")
    yield Clause(rf"(?:the|your) items{OF} are {ITEM}{_PRICE}", (*listed, _EVERY), "list")
    yield Clause(rf"{ITEM}{_PRICE}", listed, "more")


def _members() -> Iterator[Clause]:
    """That one line belongs to an order."""
    part = (
        r"part|included|contained|listed|one of the (?:items|products)|among the (?:items|products)|an item|a product"
    )
    belongs = rf"(?:is|are|was|were)(?: also| both)?(?: {part}| {_BOUGHT})?"
    yield Clause(rf"{ITEM} {belongs}{_IN}(?:{_AMOUNT_OF})?", (*ITEM_PARTS, _QUANTITY))
    yield Clause(rf"{ITEM} belongs? to {OBJECT}", ITEM_PARTS)
    one = rf"one of (?:the|your) (?:items|products)(?: that| which)?(?: you {_BOUGHT})?"
    yield Clause(rf"{one}{OF} (?:is|was) {ITEM}", ITEM_PARTS)
    yield Clause(rf"{ITEM} (?:is|was) one of (?:the|your) (?:items|products) you {_BOUGHT}{OF}", ITEM_PARTS)
    yield Clause(rf"the only item{OF} is {ITEM}{_PRICE}", (*ITEM_PARTS, *_PRICED, _EVERY))


def _counts() -> Iterator[Clause]:
    several = r"(?:a total of )?<i(?P<i>\d+)>"
    holds = r"(?:has|had|holds|contains|contained|includes|lists|consists of|comprises|is made up of|comes with|counts|shows|is for)"
    yield Clause(rf"there (?:is|are|were) {several}{IN_ALL} (?:in|on) {OBJECT}{IN_ALL}", _COUNT)
    yield Clause(rf"(?:in total|altogether|in all|overall),? {SUBJECT} {holds} {several}", _COUNT)
    yield Clause(
        rf"(?:in total|altogether|in all|overall),? there (?:is|are|were) {several} (?:in|on) {OBJECT}", _COUNT
    )
    yield Clause(rf"{SUBJECT_OF_VERB}{holds} {several}{IN_ALL}(?: in it)?", _COUNT)
    yield Clause(rf"(?:i|we) (?:can )?(?:count|see|find|have) {several}{IN_ALL}{_IN}", _COUNT)
    yield Clause(rf"you(?: have)? {_BOUGHT} {several}{IN_ALL}{OF}", _COUNT)
    yield Clause(rf"{SUBJECT_OF_VERB}{holds} (?P<w_single>a single item)", (Part("item_count", "w_single", "1"),))
    yield Clause(rf"{several} (?:is|are|was|were) (?:part of|in|on) {OBJECT}", _COUNT)


ITEM_CLAUSES = (*_counts(), *_lists(), *_members())
