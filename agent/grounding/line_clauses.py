"""Clauses on one line of an order: its quantity, what one piece costs, what all its pieces cost together."""

from __future__ import annotations

from collections.abc import Iterator

from agent.grounding.clauses import AMOUNT, EACH, ITEM, ITEM_NAME, ITEM_PARTS, NAMED, OF, SUM, SUMMED, Clause, Part
from agent.grounding.frames import IS, frames

_NAME = rf"(?:the |your |one |each |a single )?{ITEM_NAME}"
_EACH = rf"(?:{EACH})?"
_UNIT = (NAMED, Part("items.unit_price", "m"))
_LINE = r"<m(?P<m_line>\d+)>"
_BOTH = (*ITEM_PARTS, Part("items.unit_price", "m"), Part("items.line_total", "m_line"))
_PAIR = (NAMED, Part("items.quantity", "w_both", "2"), _BOTH[-1])
_TOGETHER = r"(?: in total| altogether| together)?"
_COSTS = r"(?:costs?|is|was|are|were|came to|comes to|come to)"
_COUNTED = (NAMED, Part("items.quantity", "q"))
_COUNT = r"<[qi](?P<q>\d+)>"


def _quantities() -> Iterator[Clause]:
    quantity = r"(?:ordered )?(?:quantity|number)"
    yield from frames(rf"{quantity} (?:of|for) {_NAME}", _COUNT, _COUNTED)
    yield Clause(rf"for {_NAME}{OF},? (?:the|its|your) {quantity}{IS} {_COUNT}", _COUNTED)
    stands = r"(?:stands|is|are|was|were|appears|comes|figures)(?: listed| ordered| included| bought| shown)?"
    yield Clause(rf"{_NAME} {stands}{OF} with (?:an? |the )?quantity(?: of|:)? {_COUNT}", _COUNTED)
    yield Clause(rf"{_NAME}{OF} (?:has|had) (?:an? |the )?quantity(?: of|:)? {_COUNT}", _COUNTED)
    yield Clause(
        rf"you(?: have|'ve)? (?:ordered|bought|purchased) <i(?P<q>\d+)> of (?:the |your )?{ITEM_NAME}{OF}", _COUNTED
    )


def _prices() -> Iterator[Clause]:
    price = r"(?:unit |single |individual |item )?price"
    yield from frames(rf"{price} (?:of|for|per) {_NAME}", AMOUNT + _EACH, _UNIT)
    yield Clause(rf"for {_NAME}{OF},? (?:the|its) {price}{IS} {AMOUNT}{_EACH}", _UNIT)
    yield Clause(
        rf"(?:each|one|a single) (?:of the )?{ITEM_NAME}{OF} (?:costs?|was|is|came to)(?: priced at)? {AMOUNT}", _UNIT
    )
    yield Clause(rf"you(?: have|'ve)? paid {AMOUNT}{EACH} for {ITEM}{OF}", _BOTH[:-1])
    yield Clause(rf"you(?: have|'ve)? paid {AMOUNT} for (?:each|one|a single) (?:of the )?{ITEM_NAME}{OF}", _UNIT)


def _costs() -> Iterator[Clause]:
    both = rf"(?:,? (?:for|making) a total of {_LINE})?"
    yield Clause(rf"{ITEM}{OF} {_COSTS} {AMOUNT}{EACH}{both}", _BOTH)
    yield Clause(rf"{ITEM}(?: (?:at|for) {AMOUNT}{EACH})?{OF} {_COSTS} {SUM}", (*_BOTH, SUMMED[1]))
    yield Clause(rf"{ITEM}{OF} {_COSTS} {_LINE}{_TOGETHER},? (?:at|that is) {AMOUNT}{EACH}", _BOTH)
    yield Clause(rf"{ITEM}{OF} (?:is|are|was|were) (?:priced|sold) at {AMOUNT}{_EACH}", _BOTH[:-1])
    yield Clause(rf"(?P<w_both>both) {ITEM_NAME}{OF}(?: together)? {_COSTS} {_LINE}{_TOGETHER}", _PAIR)
    yield Clause(rf"{ITEM}{OF} together {_COSTS} {_LINE}{_TOGETHER}", (*ITEM_PARTS, _BOTH[-1]))
    yield Clause(rf"you(?: have|'ve)? paid {SUM} for {ITEM}{OF}{_TOGETHER}", (*ITEM_PARTS, *SUMMED))
    yield Clause(rf"(?:the|your) (?:line )?total (?:of|for) {ITEM}{OF}{IS} {_LINE}", (*ITEM_PARTS, _BOTH[-1]))


LINE_CLAUSES = (*_quantities(), *_prices(), *_costs())
