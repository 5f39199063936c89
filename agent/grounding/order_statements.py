"""Sentences whose every clause states a field of an order: held, or denied by what the field holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby

from agent.grounding.claim_view import ClaimView
from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.fact_checks import Check, holds, is_short_form
from agent.grounding.finding import Finding, refuted, supported
from agent.grounding.order_facts import field_name, held_elsewhere, held_in
from agent.grounding.order_rows import ROWS, check_rows
from agent.grounding.statements import Fact, facts_in, only_names
from agent.grounding.status_checks import misstated_status, states_status
from agent.grounding.values import find_values
from knowledge.order_ids import find_order_ids

_ANY_DAY = date(2000, 1, 1)
"""For words that hold no date."""


def order_statement(view: ClaimView, book: EvidenceBook, today: date) -> Finding | None:
    """Supported where every clause is a field of its order that holds the very value; refuted where a field holds another.

    None where the sentence says anything else, where a clause names no order, or where the evidence lacks the field.
    """
    if view.citation is not None or view.body.endswith("?") or view.claim.text.startswith("#"):
        return None
    facts = [_owned(fact, view) for fact in facts_in(view.body, view.values)]
    if not facts and (named := only_names(view.body, view.values)) in book.orders:
        return supported(f"It only names order {named}.", list(book.owned_by(named))[:1])
    if not facts or any(fact.owner is None or fact.owner not in book.orders for fact in facts):
        return None
    if any(_is_of_some_items(fact, book) for fact in facts):
        return None
    checks = [_checked(list(clause), book, today) for _, clause in groupby(facts, key=_row)]
    against = next((check.against for check in checks if check.against), None)
    if against or not all(check.proofs for check in checks):
        return against
    owners = ", ".join(sorted({fact.owner or "" for fact in facts}))
    return supported(f"Fields of {owners} hold all that it states.", [quote for one in checks for quote in one.proofs])


def _owned(fact: Fact, view: ClaimView) -> Fact:
    """The fact with the order that the sentence is about, where its clause names none."""
    if fact.owner is not None:
        return fact
    owner = view.owner or _order_of_leads(view) if len(view.named) < 2 else None
    return replace(fact, owner=owner)


def _order_of_leads(view: ClaimView) -> str | None:
    """The only order in the nearest line that governs a list item, `Order ORD-1:`."""
    named = set(find_order_ids(view.claim.leads[0])) if view.claim.leads else set()
    return named.pop() if len(named) == 1 else None


def _row(fact: Fact) -> tuple[str | None, int, str]:
    """Facts with the same key are of one line, one payment or one refund; others stand by themselves."""
    kind = fact.field.split(".")[0]
    return fact.owner, fact.clause, kind if kind in ROWS else fact.field


def _checked(facts: Sequence[Fact], book: EvidenceBook, today: date) -> Check:
    kind, owner = facts[0].field.split(".")[0], facts[0].owner or ""
    if kind in ROWS:
        return check_rows(kind, facts, owner, book)
    checks = [_of_order(fact, owner, book, today) for fact in facts]
    against = next((check.against for check in checks if check.against), None)
    proofs = tuple(quote for check in checks for quote in check.proofs)
    return Check(proofs if all(check.proofs for check in checks) else (), against)


def _of_order(fact: Fact, owner: str, book: EvidenceBook, today: date) -> Check:
    if fact.field in ("status", "current_status"):
        return _status(fact, owner, book)
    quotes = [quote for quote in book.owned_by(owner) if quote.evidence.field == fact.field]
    proofs = tuple(quote for quote in quotes if holds(fact, quote, today))
    if proofs or not quotes or is_short_form(fact.words, quotes[0]):
        return Check(proofs)
    return Check(against=_denied(fact, owner, quotes[0], book))


def _denied(fact: Fact, owner: str, quote: Quote, book: EvidenceBook) -> Finding:
    """Another order's value is named as that; any other with what the field holds instead."""
    said = fact.value.text if fact.value else fact.words
    other = held_elsewhere(book, fact.value, frozenset({owner})) if fact.value else None
    if other:
        return refuted(f"{said} is the {other.meaning} of {other.quote.owner}, not of {owner}.", other.quote, quote)
    return refuted(f"The {field_name(fact.field)} of {owner} is not {said}: {quote.text}", quote)


def _status(fact: Fact, owner: str, book: EvidenceBook) -> Check:
    """A status as the values of a sentence know it, with what was said kept: "on its way" holds only now."""
    (said,) = find_values(f"it is {fact.words}", _ANY_DAY)[:1] or (None,)
    if said is None:
        return Check()
    said = said.model_copy(update={"negative": fact.negative})
    current = held_in(book, owner, "status", "status")
    held = current if fact.field == "current_status" else held_in(book, owner, "status")
    if states_status(said, held, current):
        proofs = tuple(one.quote for one in held if one.value.canonical == said.canonical)
        return Check(proofs[:1] or tuple(one.quote for one in current[:1]))
    against = misstated_status(said, owner, book)
    return Check(against=against if against and against.label == "refuted" else None)


def _is_of_some_items(fact: Fact, book: EvidenceBook) -> bool:
    """Whether it is about the way of an order of which only some items were sent."""
    if fact.field not in ("status", "shipped_on", "delivered_on", "carrier", "estimated_delivery"):
        return False
    return any(held.value.canonical == "partially_shipped" for held in held_in(book, fact.owner or "", "status"))
