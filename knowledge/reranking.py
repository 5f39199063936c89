"""The reranker role: a second, closer look at the fused shortlist."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol

import numpy as np

from knowledge.bm25 import tokenise
from knowledge.embedding import Embedder, Vectors

CACHED_TEXTS = 4_000
"""Token matrices kept in memory, about 0.2 MB each for a passage that fills the window."""

PREPARED_AT_ONCE = 8

POOLED_WEIGHT = 0.5
"""Weight of the pooled cosine beside MaxSim; 0.4 to 0.8 are level on the sets it was chosen on."""


class Reranker(Protocol):
    """Scores texts against a query by reading both."""

    @property
    def name(self) -> str:
        """What `--explain` shows."""
        ...

    @property
    def even_odds(self) -> float | None:
        """The score from which a text rather answers than not; None where scores are comparable for one query only."""
        ...

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score per text, higher is better."""
        ...

    def prepare(self, texts: Sequence[str]) -> None:
        """Work out beforehand what can be known about texts without a query, so that the first query waits less."""
        ...


@dataclass(frozen=True)
class LateInteractionReranker:
    """MaxSim over the embedder's token vectors, with the cosine of the pooled vectors at half its weight.

    Each content token of the query is matched with its nearest token of the text. MaxSim alone loses to rank fusion
    where a query has few content words; the whole-text cosine evens that out (measured on six retrieval sets).
    Source: Khattab and Zaharia, ColBERT (SIGIR 2020).
    """

    embedder: Embedder
    cached: int = CACHED_TEXTS
    """Texts whose token vectors are kept."""
    _cache: OrderedDict[str, Vectors] = field(default_factory=OrderedDict, compare=False, repr=False)
    _lock: Lock = field(default_factory=Lock, compare=False, repr=False)

    @property
    def name(self) -> str:
        """What `--explain` shows."""
        return f"late-interaction({self.embedder.name})"

    @property
    def even_odds(self) -> float | None:
        """None: how near two texts are does not say whether one answers the other."""
        return None

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score per text, -1 to 1."""
        if not texts:
            return []
        rows = self.embedder.embed_tokens([query])[0]
        content = content_rows(self.embedder.tokens(query), rows)
        return [
            (maxsim(content, matrix) + POOLED_WEIGHT * pooled_cosine(rows, matrix)) / (1 + POOLED_WEIGHT)
            for matrix in self._matrices(texts)
        ]

    def prepare(self, texts: Sequence[str]) -> None:
        """Embed the tokens of the texts, a few at a time, so that a query that comes meanwhile waits for few."""
        for begin in range(0, len(texts), PREPARED_AT_ONCE):
            self._matrices(texts[begin : begin + PREPARED_AT_ONCE])

    def _matrices(self, texts: Sequence[str]) -> list[Vectors]:
        with self._lock:
            known = {text: self._cache[text] for text in texts if text in self._cache}
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(missing, self.embedder.embed_tokens(missing), strict=True))
        with self._lock:
            for text in texts:
                self._cache[text] = known[text]
                self._cache.move_to_end(text)
            while len(self._cache) > max(self.cached, len(texts)):
                self._cache.popitem(last=False)
        return [known[text] for text in texts]


def content_rows(tokens: Sequence[str], rows: Vectors) -> Vectors:
    """The rows of tokens that say something, not of stop words and punctuation; all of them where none does.

    Args:
        tokens: the embedder's.
        rows: shape (tokens, d).
    """
    content = [n for n, token in enumerate(tokens) if token.startswith("##") or tokenise(token)]
    return rows[content] if content else rows


def maxsim(query: Vectors, text: Vectors) -> float:
    """Mean over the query's rows of the largest cosine with any row of the text.

    Args:
        query: shape (m, d), unit rows.
        text: shape (n, d), unit rows.
    """
    if not len(query) or not len(text):
        return 0.0
    return float(np.mean(np.max(query @ text.T, axis=1)))


def pooled_cosine(query: Vectors, text: Vectors) -> float:
    """Cosine of the mean rows, -1 to 1; 0 where either has no row.

    Args:
        query: shape (m, d).
        text: shape (n, d).
    """
    if not len(query) or not len(text):
        return 0.0
    left, right = query.mean(axis=0), text.mean(axis=0)
    return float(left @ right / max(float(np.linalg.norm(left) * np.linalg.norm(right)), 1e-12))
