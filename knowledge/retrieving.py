"""The retrievers behind one contract: a query in, ids with scores out, best first, and only what a filter allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from knowledge.embedding import Embedder, Vectors
from knowledge.filter_columns import Mask
from knowledge.filters import Filter
from knowledge.index import IndexState
from knowledge.timing import Timings, timed
from knowledge.types import RetrieverName

MOST_IDS = 20_000
"""Ids that are handed to the vector store; of more it works the filter out itself."""

Ranking = dict[str, float]
"""Scores by passage id, best first."""


@dataclass(frozen=True)
class Allowed:
    """What a search may see: a filter, and what it comes to in one state. Made by `Searcher` alone."""

    condition: Filter
    mask: Mask
    """Shape (passages,)."""
    count: int
    """Passages that are allowed."""


class Retriever(Protocol):
    """Finds candidates in one state of the index."""

    @property
    def name(self) -> RetrieverName:
        """Under which its ranks and scores are told."""
        ...

    def retrieve(self, query: str, k: int, allowed: Allowed, timings: Timings) -> Ranking:
        """The best `k` passages or fewer; the filter holds inside the search, not after it.

        Args:
            query: plain text, not empty.
            k: how many at most.
            allowed: what may be found.
            timings: milliseconds by stage, added to.
        """
        ...


@dataclass(frozen=True)
class Bm25Retriever:
    """Words and identifiers."""

    state: IndexState

    @property
    def name(self) -> RetrieverName:
        """`bm25`."""
        return "bm25"

    def retrieve(self, query: str, k: int, allowed: Allowed, timings: Timings) -> Ranking:
        """See `Retriever`; scores are BM25's, above zero."""
        with timed(timings, "bm25"):
            found = self.state.bm25.search(query, k, allowed.mask)
            return {self.state.passages[place].passage_id: score for place, score in found}


@dataclass(frozen=True)
class DenseRetriever:
    """Meaning, as the embedder sees it."""

    state: IndexState
    embedder: Embedder
    most_ids: int = MOST_IDS

    @property
    def name(self) -> RetrieverName:
        """`dense`."""
        return "dense"

    def retrieve(self, query: str, k: int, allowed: Allowed, timings: Timings) -> Ranking:
        """See `Retriever`; scores are cosines."""
        with timed(timings, "embed"):
            vector = self.embedder.embed_queries([query])
        with timed(timings, "dense"):
            return dict(self._nearest(vector, min(k, allowed.count), allowed))

    def _nearest(self, vector: Vectors, k: int, allowed: Allowed) -> list[tuple[str, float]]:
        if allowed.count == len(self.state.passages):
            return self.state.vectors.search(vector, k, None)
        if allowed.count > self.most_ids:
            return self.state.vectors.search(vector, k, allowed.condition)
        among = [self.state.passages[place].passage_id for place in np.flatnonzero(allowed.mask)]
        return self.state.vectors.search(vector, k, allowed.condition, among)


def best_of(rankings: Sequence[Ranking]) -> tuple[dict[str, int], Ranking]:
    """Each passage's best rank over the rankings, from 1, and its score there."""
    ranks: dict[str, int] = {}
    scores: Ranking = {}
    for ranking in rankings:
        for rank, (passage_id, score) in enumerate(ranking.items(), 1):
            if rank < ranks.get(passage_id, rank + 1):
                ranks[passage_id], scores[passage_id] = rank, score
    return ranks, scores
