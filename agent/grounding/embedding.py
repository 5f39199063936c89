"""The embedding tier: nothing near, or nearly the same sentence in the same place with nothing changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from agent.claim_text import leans_back
from agent.grounding.claim_view import ClaimView, views_of
from agent.grounding.evidence_book import EvidenceBook, Quote
from agent.grounding.quoting import keeps_condition
from agent.grounding.spoken import spoken_words
from agent.grounding.values import same_value
from agent.grounding.vocabulary import word_set, words
from agent.types import Claim, Evidence, TierName, Verdict
from knowledge.embedding import Embedder, Vectors

LIMITING_LEADS = word_set(
    """
    not no never none nothing nor neither without cannot can't won't isn't aren't don't doesn't unless except excluding
    excluded exception exceptions only if until once
    """
)
"""Words of a line that governs others, which do not stand alone without it."""


@dataclass(frozen=True)
class EmbeddingTier:
    """Settles claims at both ends of similarity, and leaves everything between to the next tier."""

    embedder: Embedder
    nothing_near: float
    """Cosine below which a claim has no evidence."""
    nearly_identical: float
    """Cosine from which a sentence may prove a claim, if both say the same things."""
    today: date
    articles: Embedder | None = None
    """Embeds the sentences of articles, and may remember them; never given a word of a customer's. None for `embedder`."""

    @property
    def name(self) -> TierName:
        """`embedding`."""
        return "embedding"

    def settle(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Verdict | None]:
        """Not enough info where nothing is near, supported where a sentence says the same, else None."""
        if not claims:
            return []
        book = EvidenceBook.of(evidence, self.today)
        views = views_of(claims, book, self.today)
        similarity = self._similarity(views, book.quotes)
        return [self._verdict(view, book.quotes, row) for view, row in zip(views, similarity, strict=True)]

    def _similarity(self, views: Sequence[ClaimView], quotes: Sequence[Quote]) -> Vectors:
        """Cosines, shape (claims, quotes)."""
        known = [n for n, quote in enumerate(quotes) if self.articles and _is_public(quote)]
        own = sorted(set(range(len(quotes))) - set(known))
        # One batch for all that is new: the claims, and the quotes that nothing remembers.
        bodies = [view.body for view in views]
        found = self.embedder.embed_passages([*bodies, *(quotes[n].body for n in own)])
        rows = np.zeros((len(quotes), found.shape[1]), dtype=np.float32)
        rows[own] = found[len(bodies) :]
        if self.articles and known:
            rows[known] = self.articles.embed_passages([quotes[n].body for n in known])
        return np.asarray(found[: len(bodies)] @ rows.T, dtype=np.float32)

    def _verdict(self, view: ClaimView, quotes: Sequence[Quote], similarity: Vectors) -> Verdict | None:
        own = [n for n in np.argsort(-similarity, kind="stable") if quotes[n].owner == view.claim.owner]
        nearest = float(similarity[own[0]]) if own else None
        if nearest is None or nearest < self.nothing_near:
            return _nothing_near(view.claim, nearest)
        for n in own:
            if similarity[n] < self.nearly_identical:
                return None
            if _says_the_same(view, quotes[n]):
                return _nearly_identical(view.claim, quotes[n], float(similarity[n]))
        return None


def _is_public(quote: Quote) -> bool:
    """Whether any customer may read it."""
    return quote.evidence.source == "article" and quote.owner is None


def _nothing_near(claim: Claim, nearest: float | None) -> Verdict:
    found = "there is none" if nearest is None else f"the nearest is at {nearest:.2f}"
    return Verdict(
        claim=claim,
        label="not_enough_info",
        tier="embedding",
        confidence=1.0 - max(nearest or 0.0, 0.0),
        reason=f"no evidence is near it ({found})",
    )


def _nearly_identical(claim: Claim, quote: Quote, similarity: float) -> Verdict:
    return Verdict(
        claim=claim,
        label="supported",
        tier="embedding",
        confidence=min(1.0, similarity),
        reason=f"nearly identical ({similarity:.2f}), same values and polarity",
        evidence=(quote.ref,),
    )


def _says_the_same(view: ClaimView, quote: Quote) -> bool:
    """Whether both say the same words in the same order and the quote needs nothing beside it that the draft lacks.

    The same words in another order may say the opposite ("you pay us", "we pay you"), and a missing one may be the
    condition; what differs by more than articles, short forms and punctuation is for the next tier.
    """
    return (
        not view.body.endswith("?")
        and not view.claim.text.startswith("#")
        and view.citation is None
        and spoken_words(view.body) == spoken_words(quote.body)
        and _same_values(view, quote)
        and _stands_alone(view, quote)
    )


def _same_values(view: ClaimView, quote: Quote) -> bool:
    return len(view.values) == len(quote.values) and all(
        same_value(one, other) for one, other in zip(view.values, quote.values, strict=True)
    )


def _stands_alone(view: ClaimView, quote: Quote) -> bool:
    """Whether neither is governed by a line, a neighbour or a condition that the other does not have."""
    if leans_back(view.body) and quote.context.before != view.before:
        return False
    if not keeps_condition(quote, view):
        return False
    if quote.context.leads in view.leads:
        return True
    return () in view.leads and not any(LIMITING_LEADS & set(words(lead)) for lead in quote.leads)
