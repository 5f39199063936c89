"""What an order has several of: lines, payments and refunds. All that a clause says of one must hold of the same one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.fact_checks import Check, holds, is_short_form
from agent.grounding.facts import Fact
from agent.grounding.finding import Finding, not_enough, refuted
from agent.grounding.item_lines import item_lines

ROWS = ("items", "payments", "refunds")
"""Fields that are numbered."""
EVERY_ITEM = "every_item"
"""What is stated of an order beside its items by "consists of" and "the only item": that there are no others."""


def check_rows(kind: str, facts: Sequence[Fact], owner: str, book: EvidenceBook) -> Check:
    """Of one line, one payment or one refund that all the facts are true of."""
    rows = _rows(kind, facts, owner, book)
    found = [_in_row(facts, owner, row, book) for row in rows]
    proofs = [proof for proof in found if proof is not None]
    if kind == "items" and proofs and all(_is_one_alone(facts, owner, row, book) for row in rows):
        return Check(against=not_enough(f"Of the item said in the plural {owner} has one."))
    if not proofs:
        return Check(against=_only_row_against(kind, rows, facts, owner, book))
    return Check(proofs[0]) if len(rows) == 1 or _holds_of_several(kind, facts, len(rows), len(proofs)) else Check()


def names_every_line(owner: str, proofs: Sequence[Quote], book: EvidenceBook) -> bool:
    """Whether each line of an order is among the proofs."""
    named = {".".join((quote.evidence.field or "").split(".")[:2]) for quote in proofs if quote.owner == owner}
    return all(line.prefix.rstrip(".") in named for line in item_lines(book, owner))


def _holds_of_several(kind: str, facts: Sequence[Fact], rows: int, proofs: int) -> bool:
    """Whether it is said of one of several rows, or true of all: "the mug" may be either of two, "2 mugs" both together."""
    stated = {fact.field for fact in facts}
    if kind != "items":
        # "The payment of 20 USD" picks one of two; "paid by card on Monday" says it of both.
        picked = f"{kind}.amount" in stated and len(stated) > 1
        return picked or not any(fact.sole for fact in facts)
    return stated == {"items.name"} or (stated <= {"items.name", "items.unit_price"} and rows == proofs)


def _rows(kind: str, facts: Sequence[Fact], owner: str, book: EvidenceBook) -> list[str]:
    """Prefixes of the rows that may be meant: `items.2.`; of items those whose name is the one that is said."""
    if kind == "items":
        phrase = next((fact.words for fact in facts if fact.field == "items.name"), "")
        named = [line for line in item_lines(book, owner) if line.is_named(phrase)]
        return [line.prefix for line in [one for one in named if one.is_whole_in(phrase)] or named]
    fields = (quote.evidence.field or "" for quote in book.owned_by(owner) if quote.evidence.source == "order")
    return list(dict.fromkeys(found[0] for name in fields if (found := re.match(rf"{kind}\.\d+\.", name))))


def _in_row(facts: Sequence[Fact], owner: str, row: str, book: EvidenceBook) -> tuple[Quote, ...] | None:
    """A quote of the row for each fact; None where one is missing."""
    proofs = []
    for fact in facts:
        proof = next((quote for quote in _cells(fact, facts, owner, row, book) if _cell_holds(fact, quote)), None)
        if proof is None:
            return None
        proofs.append(proof)
    return tuple(proofs)


def _is_one_alone(facts: Sequence[Fact], owner: str, row: str, book: EvidenceBook) -> bool:
    """Whether an item is said in the plural, without a number, of which a line has only one."""
    quantity = next((one for one in book.owned_by(owner) if one.evidence.field == f"{row}quantity"), None)
    one = quantity is not None and [value.amount for value in quantity.values if value.kind == "quantity"][-1:] == [1]
    return one and not _is_counted(facts) and _is_plural(facts, owner, row, book) is True


def _is_counted(facts: Sequence[Fact]) -> bool:
    return any(fact.field == "items.quantity" for fact in facts)


def _is_plural(facts: Sequence[Fact], owner: str, row: str, book: EvidenceBook) -> bool | None:
    """Whether the item of a line is said in the plural; None where its name leaves it open."""
    phrase = next((fact.words for fact in facts if fact.field == "items.name"), "")
    line = next((line for line in item_lines(book, owner) if line.prefix == row), None)
    return line.is_several_in(phrase) if line else None


def _is_of_one(facts: Sequence[Fact], owner: str, row: str, book: EvidenceBook) -> bool:
    """Whether a price is that of one piece: "the bowl costs 20 USD", not "2 bowls" nor "the bowl, 10 USD each, costs 20 USD"."""
    each = any(fact.field == "items.unit_price" for fact in facts)
    return not each and not _is_counted(facts) and _is_plural(facts, owner, row, book) is False


def _cells(fact: Fact, facts: Sequence[Fact], owner: str, row: str, book: EvidenceBook) -> Iterator[Quote]:
    """The fields of a row that hold what a fact, one of those said of the row, is about."""
    name = fact.field.split(".")[1]
    if name == "price":
        name = "unit_price" if _is_of_one(facts, owner, row, book) else "line_total"
    cells = {quote.evidence.field: quote for quote in book.owned_by(owner)}
    # The way of a payment stands in the sentence with its amount; one item alone costs its unit price.
    for wanted in {"method": ("amount",), "line_total": ("line_total", "unit_price")}.get(name, (name,)):
        if quote := cells.get(f"{row}{wanted}"):
            yield quote
            return


def _cell_holds(fact: Fact, quote: Quote) -> bool:
    return fact.field == "items.name" or holds(fact, quote, date.min)


def _only_row_against(
    kind: str, rows: Sequence[str], facts: Sequence[Fact], owner: str, book: EvidenceBook
) -> Finding | None:
    """What the only row there is says instead; not where an action was recorded that the order does not show yet."""
    if len(rows) != 1 or any(quote.evidence.source == "action" for quote in book.owned_by(owner)):
        return None
    for fact in facts:
        cells = list(_cells(fact, facts, owner, rows[0], book))
        if cells and not any(_cell_holds(fact, quote) or is_short_form(fact.words, quote) for quote in cells):
            return refuted(f"The evidence about {owner} says otherwise: {cells[0].text}", cells[0])
    return None
