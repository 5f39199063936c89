"""What "it" means in a sentence on an order: the order, or the one item that was spoken of just before."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.grounding.claim_view import ClaimView
from agent.grounding.evidence_book import EvidenceBook
from agent.grounding.facts import Fact
from agent.grounding.item_lines import ItemLine, item_lines

_IT = re.compile(r"\bits?\b", re.IGNORECASE)
_OF_ITEMS_TOO = frozenset({"shipped_on", "delivered_on", "placed_on", "cancelled_on", "estimated_delivery", "carrier"})
_OF_ONE_ITEM = ("returned", "refunded")


def speaks_of_item(view: ClaimView, facts: Sequence[Fact], book: EvidenceBook) -> bool:
    """Whether "it" behind the name of one item is said to have what only the order has: a total, a payment, a refund.

    Behind two items, "it" can only be the order; an amount that is the price of the item is true of both.
    """
    found = _IT.search(view.body)
    told = [fact for fact in facts if not _is_of_items_too(fact)]
    if found is None or not told:
        return False
    context = _said_before(view, found.start())
    owners = {fact.owner for fact in told if fact.owner}
    lines = [(owner, line) for owner in owners for line in item_lines(book, owner) if line.is_spoken_of_in(context)]
    return len(lines) == 1 and not all(_is_price_of(*lines[0], fact, book) for fact in told)


def _said_before(view: ClaimView, at: int) -> str:
    """What "it" points back to: the words before it, else the part before in the sentence, else the sentence before."""
    claim = view.claim
    part = claim.whole.text[: max(0, claim.start - claim.whole.start)] if claim.whole else ""
    return next((text for text in (view.body[:at], part, claim.before or "") if len(text.split()) > 2), "")


def _is_of_items_too(fact: Fact) -> bool:
    named = fact.field.startswith("items.")
    return named or fact.field in _OF_ITEMS_TOO or (fact.field == "status" and fact.words not in _OF_ONE_ITEM)


def _is_price_of(owner: str, line: ItemLine, fact: Fact, book: EvidenceBook) -> bool:
    prices = [quote for quote in book.owned_by(owner) if quote.evidence.field == f"{line.prefix}unit_price"]
    amounts = [value.amount for quote in prices for value in quote.values if value.kind == "money"]
    return fact.field == "total" and fact.value is not None and fact.value.amount in amounts
