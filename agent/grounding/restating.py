"""A sentence of the evidence in which values and short forms are written another way, and nothing else is changed."""

from __future__ import annotations

from agent.grounding.claim_view import ClaimView
from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.finding import Finding, supported
from agent.grounding.quoting import proves
from agent.grounding.spoken import spoken_words
from agent.grounding.typed import TypedValue
from agent.grounding.values import same_value

_HERE = "valuestandshere"
"""What a value is replaced by; one word, which no text has."""


def restated(view: ClaimView, book: EvidenceBook) -> Finding | None:
    """Supported where a sentence of the right owner, in the context it has there, says the same with the same values.

    `14 days` for `two weeks`, `45.00 USD` for `$45`, `can't` for `cannot`: the other words are the same in the same
    order, and each value means what the one in its place means, its bound included.
    """
    if view.body.endswith("?") or view.claim.text.startswith("#") or not view.key:
        return None
    said = _said(view.body, view.values)
    for quote in book.owned_by(view.owner):
        if len(quote.values) != len(view.values) or not proves(quote, view):
            continue
        if quote.condition is not None and quote.condition != view.after:
            continue
        if _same_values(view, quote) and _said(quote.body, quote.values) == said:
            return supported(f"What {quote.evidence.evidence_id} says, its values written another way.", [quote])
    return None


def _same_values(view: ClaimView, quote: Quote) -> bool:
    return all(same_value(one, other) for one, other in zip(view.values, quote.values, strict=True))


def _said(body: str, values: tuple[TypedValue, ...]) -> list[str]:
    """The sentence's words, each value as one and the same word."""
    parts, at = [], 0
    for value in values:
        if body[value.start : value.end] != value.text:  # the target of a link, which stands beside the sentence
            continue
        parts += [body[at : value.start], f" {_HERE} "]
        at = value.end
    return spoken_words("".join((*parts, body[at:])))
