"""What an order has several of: lines, payments and refunds. All that a clause says of one must hold of the same one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.fact_checks import Check, holds, is_short_form
from agent.grounding.finding import Finding, refuted
from agent.grounding.item_lines import item_lines
from agent.grounding.statements import Fact

ROWS = ("items", "payments", "refunds")
"""Fields that are numbered."""


def check_rows(kind: str, facts: Sequence[Fact], owner: str, book: EvidenceBook) -> Check:
    """Of one line, one payment or one refund that all the facts are true of."""
    rows = _rows(kind, facts, owner, book)
    found = [_in_row(facts, owner, row, book) for row in rows]
    proofs = [proof for proof in found if proof is not None]
    if len(proofs) == 1 or (proofs and kind != "items"):
        return Check(proofs[0])
    return Check(against=_only_row_against(kind, rows, facts, owner, book) if not proofs else None)


def _rows(kind: str, facts: Sequence[Fact], owner: str, book: EvidenceBook) -> list[str]:
    """Prefixes of the rows that may be meant: `items.2.`; of items those whose name is the one that is said."""
    if kind == "items":
        phrase = next((fact.words for fact in facts if fact.field == "items.name"), "")
        return [line.prefix for line in item_lines(book, owner) if line.is_named(phrase)]
    fields = (quote.evidence.field or "" for quote in book.owned_by(owner) if quote.evidence.source == "order")
    return list(dict.fromkeys(found[0] for name in fields if (found := re.match(rf"{kind}\.\d+\.", name))))


def _in_row(facts: Sequence[Fact], owner: str, row: str, book: EvidenceBook) -> tuple[Quote, ...] | None:
    """A quote of the row for each fact; None where one is missing."""
    proofs = []
    for fact in facts:
        proof = next((quote for quote in _cells(fact, owner, row, book) if _cell_holds(fact, quote)), None)
        if proof is None:
            return None
        proofs.append(proof)
    return tuple(proofs)


def _cells(fact: Fact, owner: str, row: str, book: EvidenceBook) -> Iterator[Quote]:
    """The fields of a row that hold what a fact is about."""
    name = fact.field.split(".")[1]
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
        cells = list(_cells(fact, owner, rows[0], book))
        if cells and not any(_cell_holds(fact, quote) or is_short_form(fact.words, quote) for quote in cells):
            return refuted(f"The evidence about {owner} says otherwise: {cells[0].text}", cells[0])
    return None
