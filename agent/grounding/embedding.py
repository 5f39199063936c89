"""The embedding tier: nothing near, or nearly the same sentence with nothing changed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from agent.claims import claim_body
from agent.grounding.tiers import may_prove
from agent.grounding.values import find_values, same_value
from agent.types import Claim, Evidence, EvidenceRef, TierName, Verdict
from knowledge.bm25 import stem
from knowledge.embedding import Embedder
from knowledge.sentences import sentences
from knowledge.types import Value

FILLERS = frozenset(["a", "an", "the", "please", "also", "then", "just", "so"])
"""Words that may come or go without changing what is said."""

SHORT_FORMS = (
    (re.compile(r"\bcan't\b|\bcannot\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"\b(\w+)n't\b"), r"\1 not"),
)
WORD = re.compile(r"[a-z0-9]+(?:[.,:/@_-][a-z0-9]+)*|[%$€£]")


class Near(Value):
    """The evidence sentence nearest to a claim."""

    evidence: Evidence
    sentence: str
    similarity: float
    """Cosine, -1 to 1."""


@dataclass(frozen=True)
class EmbeddingTier:
    """Settles claims at both ends of similarity, and leaves everything between to the next tier."""

    embedder: Embedder
    nothing_near: float
    """Cosine below which a claim has no evidence."""
    nearly_identical: float
    """Cosine from which a sentence may prove a claim, if both say the same things."""
    today: date

    @property
    def name(self) -> TierName:
        """`embedding`."""
        return "embedding"

    def settle(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Verdict | None]:
        """Not enough info where nothing is near, supported where a sentence says the same, else None."""
        if not claims:
            return []
        return [self._verdict(claim, near) for claim, near in zip(claims, self._nearest(claims, evidence), strict=True)]

    def _nearest(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Near | None]:
        pool = [(item, sentence) for item in evidence for sentence in sentences(item.text)]
        if not pool:
            return [None for _ in claims]
        rows = self.embedder.embed_passages([claim_body(sentence) for _, sentence in pool])
        similarity = self.embedder.embed_passages([claim_body(claim.text) for claim in claims]) @ rows.T
        return [_best(claim, pool, row) for claim, row in zip(claims, similarity, strict=True)]

    def _verdict(self, claim: Claim, near: Near | None) -> Verdict | None:
        if near is None or near.similarity < self.nothing_near:
            found = f"the nearest is at {near.similarity:.2f}" if near else "there is none"
            return Verdict(
                claim=claim,
                label="not_enough_info",
                tier="embedding",
                confidence=1.0 - max(near.similarity, 0.0) if near else 1.0,
                reason=f"no evidence is near it ({found})",
            )
        if near.similarity >= self.nearly_identical and self._says_the_same(claim_body(claim.text), near.sentence):
            quote = EvidenceRef(
                source=near.evidence.source,
                id=near.evidence.evidence_id,
                trust=near.evidence.trust,
                quote=near.sentence,
            )
            return Verdict(
                claim=claim,
                label="supported",
                tier="embedding",
                confidence=min(1.0, near.similarity),
                reason=f"nearly identical ({near.similarity:.2f}), same values and polarity",
                evidence=(quote,),
            )
        return None

    def _says_the_same(self, claim: str, sentence: str) -> bool:
        """Whether both say the same words in the same order, inflection, articles and fillers aside.

        The same words in another order may say the opposite ("you pay us", "we pay you"), and a missing one may be
        the condition; what differs by more than this is for the next tier.
        """
        return spoken_words(claim) == spoken_words(sentence) and self._same_values(claim, sentence)

    def _same_values(self, claim: str, sentence: str) -> bool:
        ours, theirs = find_values(claim, self.today), find_values(sentence, self.today)
        return len(ours) == len(theirs) and all(same_value(one, other) for one, other in zip(ours, theirs, strict=True))


def _best(
    claim: Claim, pool: Sequence[tuple[Evidence, str]], similarity: np.ndarray[tuple[int], np.dtype[np.float32]]
) -> Near | None:
    for place in np.argsort(-similarity, kind="stable"):
        item, sentence = pool[int(place)]
        if may_prove(item, claim):
            return Near(evidence=item, sentence=sentence, similarity=float(similarity[place]))
    return None


def spoken_words(text: str) -> list[str]:
    """The stems of a sentence's words in order, short forms written out, articles and fillers left out."""
    plain = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    for short, full in SHORT_FORMS:
        plain = short.sub(full, plain)
    return [stem(word) if word.isalpha() else word for word in WORD.findall(plain) if word not in FILLERS]
