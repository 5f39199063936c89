"""Sentences whose every clause states a field of an order: held, or denied by what the field holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby

from agent.claim_text import claim_body
from agent.grounding.claim_view import ClaimView
from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.fact_checks import Check, holds, is_short_form
from agent.grounding.facts import Fact
from agent.grounding.finding import Finding, not_enough, refuted, supported
from agent.grounding.item_lines import item_lines
from agent.grounding.order_facts import field_name, held_elsewhere, held_in, is_partly_shipped
from agent.grounding.order_rows import EVERY_ITEM, ROWS, check_rows, names_every_line
from agent.grounding.overstatements import overstated
from agent.grounding.pronouns import speaks_of_item
from agent.grounding.statements import only_names, readings_of
from agent.grounding.status_checks import misstated_status, states_status
from agent.grounding.values import find_values
from knowledge.order_ids import find_order_ids

_EITHER = {"place": ("address.city", "address.country")}
"""What is said to hold of any of several fields: a parcel goes to a city, and to a country."""
_RECORDED = {"known_carrier": "carrier", "to_come": "delivered"}
"""What holds of an order that has a field at all: one that is still to come is recorded as not delivered yet."""
_ANY_DAY = date(2000, 1, 1)
"""For words that hold no date."""


def order_statement(view: ClaimView, book: EvidenceBook, today: date) -> Finding | None:
    """Supported where every clause is a field of its order that holds the very value; refuted where a field holds another.

    None where the sentence says anything else, where a clause names no order, or where the evidence lacks the field.
    """
    if view.citation is not None or view.body.endswith("?") or view.claim.text.startswith("#"):
        return None
    owners = view.named or ((view.owner,) if view.owner else ())
    if more := overstated(view.body, owners, book):
        return more
    if not book.orders:
        return None
    facts = _facts(view, book, today)
    if not facts and (named := only_names(view.body, view.values)) in book.orders:
        return supported(f"It only names order {named}.", list(book.owned_by(named))[:1])
    if not facts or any(fact.owner is None or fact.owner not in book.orders for fact in facts):
        return None
    if any(_is_of_some_items(fact, book) for fact in facts):
        return None
    if speaks_of_item(view, facts, book):
        return not_enough("It speaks of an item, and what it says is known of the whole order only.")
    whole = {fact.owner or "" for fact in facts if fact.field == EVERY_ITEM}
    facts = [fact for fact in facts if fact.field != EVERY_ITEM]
    checks = [_checked(list(clause), book, today) for _, clause in groupby(facts, key=_row)]
    against = next((check.against for check in checks if check.against), None)
    if against or not all(check.proofs for check in checks):
        return against
    if not all(names_every_line(owner, [quote for one in checks for quote in one.proofs], book) for owner in whole):
        return None
    proved = ", ".join(sorted({fact.owner or "" for fact in facts}))
    return supported(f"Fields of {proved} hold all that it states.", [quote for one in checks for quote in one.proofs])


def _facts(view: ClaimView, book: EvidenceBook, today: date) -> list[Fact]:
    """What a sentence states; a list item without a verb states it with the line that leads into it."""
    names = _item_names(view, book)
    lead = view.claim.leads[0] if view.claim.leads else ""
    led = claim_body(lead)
    joined = (f"{led} {view.body}", f"{led.rstrip(':')} {view.body}") if led.endswith(":") else ()
    for body in (view.body, *joined):
        values = view.values if body == view.body else find_values(body, today)
        for reading in readings_of(body, values, names):
            facts = [_owned(fact, view) for fact in reading]
            if all(fact.field != "items.name" or _names_an_item(fact, book) for fact in facts):
                return facts
    return []


def _names_an_item(fact: Fact, book: EvidenceBook) -> bool:
    """Whether the words read as an item are one; if not, the sentence has to be read in another way."""
    return any(line.is_named(fact.words) for line in item_lines(book, fact.owner or ""))


def _owned(fact: Fact, view: ClaimView) -> Fact:
    """The fact with the order that the sentence is about, where its clause names none."""
    if fact.owner is not None:
        return fact
    owner = view.owner or _order_of_leads(view) if len(view.named) < 2 else None
    return replace(fact, owner=owner)


def _item_names(view: ClaimView, book: EvidenceBook) -> tuple[str, ...]:
    """Names of what was bought with the orders that a sentence may speak of, as they are written."""
    owners = view.named or (view.owner or _order_of_leads(view),)
    return tuple(line.written for owner in owners if owner for line in item_lines(book, owner))


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
    if fact.field in _RECORDED:
        return _recorded(_RECORDED[fact.field], owner, book)
    fields = _EITHER.get(fact.field, (fact.field,))
    quotes = [quote for quote in book.owned_by(owner) if quote.evidence.field in fields]
    proofs = tuple(quote for quote in quotes if holds(fact, quote, today))
    if proofs or not quotes or is_short_form(fact.words, quotes[0]):
        return Check(proofs)
    return Check(against=_denied(fact, owner, quotes[0], book))


def _recorded(field: str, owner: str, book: EvidenceBook) -> Check:
    proofs = tuple(quote for quote in book.owned_by(owner) if quote.evidence.field == field)
    against = None if proofs else not_enough(f"Nothing is recorded of {owner} from which that would follow.")
    return Check(proofs, against)


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
    return is_partly_shipped(book, fact.owner or "")
