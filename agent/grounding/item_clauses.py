"""Clauses on what was bought: `you ordered two blue mugs at <m0> each`, `the walnut tray cost <m0>`."""

from __future__ import annotations

from collections.abc import Iterator

from agent.grounding.clauses import AMOUNT, IN_ALL, ITEM, ITEM_PARTS, NAMED, OBJECT, ON, SUBJECT, Clause, Part

_EACH = r" (?:each|apiece|per item|per piece|a piece)"
_TOGETHER = r"(?: in total| altogether| together)?"
_LINE = r"<m(?P<m_line>\d+)>"
_PRICE = rf"(?: \(?(?:(?:at|for|priced at|for a total of) )?(?:{AMOUNT}{_EACH}|{_LINE}{_TOGETHER})\)?)?"
_PRICED = (Part("items.unit_price", "m"), Part("items.line_total", "m_line"))
_COSTS = r"(?:costs?|is|was|are|were|came to|comes to|come to)(?: priced at)?"
_COUNT = (Part("item_count", "i"),)


def _lists() -> Iterator[Clause]:
    listed = (*ITEM_PARTS, *_PRICED)
    bought = r"you(?: have|'ve)? (?:ordered|bought|purchased)"
    yield Clause(rf"{bought} {ITEM}{_PRICE}{ON}", (*listed, Part("placed_on", "d")), "list")
    yield Clause(rf"{SUBJECT} (?:contains|contained|includes|included|consists of) {ITEM}{_PRICE}", listed, "list")
    yield Clause(rf"there (?:is|are) {ITEM} in {OBJECT}", listed, "list")
    yield Clause(rf"(?:the )?items?: {ITEM}{_PRICE}", listed, "list")
    yield Clause(rf"{ITEM}{_PRICE}", listed, "more")


def _prices() -> Iterator[Clause]:
    named = r"(?P<w_item>[a-z][a-z '-]{2,60}?)"
    yield Clause(rf"the (?:unit )?price of (?:the )?{named} (?:is|was) {AMOUNT}", (NAMED, *_PRICED[:1]))
    both = rf"(?:,? (?:for|making) a total of {_LINE})?"
    yield Clause(rf"{ITEM} {_COSTS} {AMOUNT}{_EACH}{both}", (*ITEM_PARTS, *_PRICED))
    yield Clause(rf"{ITEM} {_COSTS} {_LINE}{_TOGETHER}", (*ITEM_PARTS, *_PRICED[1:]))


def _counts() -> Iterator[Clause]:
    yield Clause(rf"there (?:is|are) <i(?P<i>\d+)> in {OBJECT}", _COUNT)
    yield Clause(rf"{SUBJECT} (?:has|contains|includes|consists of) <i(?P<i>\d+)>{IN_ALL}", _COUNT)
    yield Clause(rf"you(?: have)? (?:ordered|bought) <i(?P<i>\d+)>{IN_ALL}", _COUNT)


ITEM_CLAUSES = (*_counts(), *_prices(), *_lists())
