"""Words of an order sentence that say more than the fields which its clauses name: the whole of it, and at whose wish."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.finding import Finding, not_enough

_NOUN = r"(?:order|purchase|parcel|package|shipment|amount|sum|total|payment|price)"
_WHOLE_REFUND = re.compile(
    rf"\b(?:whole|entire|full|complete|total) (?:of )?(?:your |the |this |that )?(?:{_NOUN}|refund)\b"
    rf"|\b(?:fully|entirely|completely|wholly) (?:refunded|credited)\b|\b(?:refunded|credited)(?: back)? (?:in full|fully|entirely|completely)\b"
    rf"|\ball of (?:your |the |this )?{_NOUN}\b",
    re.IGNORECASE,
)
_MONEY_BACK = re.compile(r"\b(?:refund|credited)", re.IGNORECASE)
_AT_A_WISH = re.compile(
    r"\bas (?:(?:you(?:'ve| have| had)? |was |were )?(?:asked|requested|wished|wanted|instructed))\b(?!, here)"
    r"|\b(?:at|on|upon|per|by) your (?:own )?(?:request|wish|instruction)|\bon your behalf\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(r"\b(?:cancel|refund|return|exchang|replac|chang|redirect)", re.IGNORECASE)


def overstated(body: str, owners: Iterable[str], book: EvidenceBook) -> Finding | None:
    """Not enough where a sentence on these orders says what none of their fields records; None where it says no more.

    An action that is recorded in the evidence was asked for by the customer, so that "as you asked" may be said of it.
    """
    for owner in owners:
        quotes = book.owned_by(owner)
        if _WHOLE_REFUND.search(body) and _MONEY_BACK.search(body) and not _is_paid_back(quotes):
            return not_enough(f"The refunds of {owner} are not known to add up to its total.")
        acted = any(quote.evidence.source == "action" for quote in quotes)
        if _AT_A_WISH.search(body) and _CHANGED.search(body) and not acted:
            return not_enough(f"No evidence about {owner} says who asked for it.")
    return None


def _is_paid_back(quotes: Iterable[Quote]) -> bool:
    """Whether the recorded refunds come to the total of the order."""
    held = list(quotes)
    total = _sum(quote for quote in held if quote.evidence.field == "total")
    refunds = (quote for quote in held if re.fullmatch(r"refunds\.\d+\.amount", quote.evidence.field or ""))
    return total is not None and _sum(refunds) == total


def _sum(quotes: Iterable[Quote]) -> Decimal | None:
    """Sum of the amounts that fields hold; None without any."""
    amounts = [value.amount for quote in quotes for value in quote.values if value.kind == "money"]
    known = [amount for amount in amounts if amount is not None]
    return sum(known, Decimal(0)) if known else None
