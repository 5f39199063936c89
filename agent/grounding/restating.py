"""A sentence of the evidence in which values and short forms are written another way, and nothing else is changed."""

from __future__ import annotations

from agent.grounding.claim_view import ClaimView
from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.finding import Finding, supported
from agent.grounding.quoting import keeps_condition, proves
from agent.grounding.spoken_keys import words_around
from agent.grounding.values import same_value


def restated(view: ClaimView, book: EvidenceBook) -> Finding | None:
    """Supported where a sentence of the right owner, in the context it has there, says the same with the same values.

    `14 days` for `two weeks`, `45.00 USD` for `$45`, `can't` for `cannot`: the other words are the same in the same
    order, and each value means what the one in its place means, its bound included.
    """
    if view.body.endswith("?") or view.claim.text.startswith("#") or not view.key:
        return None
    said = words_around(view.body, view.values)
    for quote in book.owned_by(view.owner):
        if len(quote.values) != len(view.values) or not proves(quote, view) or not keeps_condition(quote, view):
            continue
        if _same_values(view, quote) and words_around(quote.body, quote.values) == said:
            return supported(f"What {quote.evidence.evidence_id} says, its values written another way.", [quote])
    return None


def _same_values(view: ClaimView, quote: Quote) -> bool:
    return all(same_value(one, other) for one, other in zip(view.values, quote.values, strict=True))
