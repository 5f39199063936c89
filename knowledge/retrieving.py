"""The retrievers behind one contract: a query in, ids with scores out, best first, and only what a filter allows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from knowledge.embedding import Embedder, Vectors
from knowledge.errors import ModelError
from knowledge.filter_columns import Mask
from knowledge.filters import Filter
from knowledge.index import IndexState
from knowledge.late import late_query
from knowledge.sparse_encoding import SparseEncoder
from knowledge.sparse_model import SET_ANOTHER
from knowledge.timing import Timings, timed
from knowledge.types import RetrieverName

MOST_ROWS = 100_000
"""Allowed passages that are compared one by one: some 50 ms, where Chroma takes longer from a few hundred on."""

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

    def prepare(self) -> None:
        """Open what it reads, so that the first query waits less."""
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

    def prepare(self) -> None:
        """See `Retriever`."""
        _ = self.state.bm25

    def retrieve(self, query: str, k: int, allowed: Allowed, timings: Timings) -> Ranking:
        """See `Retriever`; scores are BM25's, above zero."""
        with timed(timings, "bm25"):
            return _by_id(self.state, self.state.bm25.search(query, k, allowed.mask))


@dataclass(frozen=True)
class DenseRetriever:
    """Meaning, as the embedder sees it: the nearest of all passages by Chroma's graph, within a filter exactly."""

    state: IndexState
    embedder: Embedder
    most_rows: int = MOST_ROWS
    most_ids: int = MOST_IDS

    @property
    def name(self) -> RetrieverName:
        """`dense`."""
        return "dense"

    def prepare(self) -> None:
        """See `Retriever`."""
        _ = self.state.vectors, self.state.rows

    def retrieve(self, query: str, k: int, allowed: Allowed, timings: Timings) -> Ranking:
        """See `Retriever`; scores are cosines."""
        with timed(timings, "embed"):
            vector = self.embedder.embed_queries([query])
        with timed(timings, "dense"):
            return self._nearest(vector, min(k, allowed.count), allowed)

    def _nearest(self, vector: Vectors, k: int, allowed: Allowed) -> Ranking:
        if allowed.count == len(self.state.passages):
            return dict(self.state.vectors.search(vector, k, None))
        if self.state.rows is not None and allowed.count <= self.most_rows:
            return _by_id(self.state, self.state.rows.search(vector, k, allowed.mask))
        if allowed.count > self.most_ids:
            return dict(self.state.vectors.search(vector, k, allowed.condition))
        among = [self.state.passages[place].passage_id for place in np.flatnonzero(allowed.mask)]
        return dict(self.state.vectors.search(vector, k, allowed.condition, among))


@dataclass(frozen=True)
class SparseRetriever:
    """Words that a model weighs, and others that it takes to belong to a text."""

    state: IndexState
    encoder: SparseEncoder

    @property
    def name(self) -> RetrieverName:
        """`sparse`."""
        return "sparse"

    def prepare(self) -> None:
        """See `Retriever`."""
        _ = self.state.sparse, self.encoder.dimension

    def retrieve(self, query: str, k: int, allowed: Allowed, timings: Timings) -> Ranking:
        """See `Retriever`; scores are dot products, above zero."""
        with timed(timings, "encode"):
            vector = self.encoder.encode_query(query)
        with timed(timings, "sparse"):
            return _by_id(self.state, self.state.sparse.search(vector, k, allowed.mask))


@dataclass(frozen=True)
class LateRetriever:
    """The meaning of each word where it stands, compared with every passage that may be seen."""

    state: IndexState
    embedder: Embedder

    @property
    def name(self) -> RetrieverName:
        """`late`."""
        return "late"

    def prepare(self) -> None:
        """See `Retriever`."""
        _ = self.state.late

    def retrieve(self, query: str, k: int, allowed: Allowed, timings: Timings) -> Ranking:
        """See `Retriever`; scores are `LateInteractionReranker`'s but for the rounding of what is kept."""
        with timed(timings, "embed"):
            vectors = late_query(query, self.embedder)
        with timed(timings, "late"):
            return _by_id(self.state, self.state.late.search(vectors, k, allowed.mask))


def retriever(name: RetrieverName, state: IndexState, embedder: Embedder, sparse: SparseEncoder | None) -> Retriever:
    """The retriever of that name.

    Raises:
        ModelError: it is `sparse`, and there is no encoder.
    """
    match name:
        case "bm25":
            return Bm25Retriever(state)
        case "dense":
            return DenseRetriever(state, embedder)
        case "late":
            return LateRetriever(state, embedder)
        case "sparse":
            if sparse is None:
                raise ModelError(f"The retriever `sparse` has no encoder: wanted one. {SET_ANOTHER}")
            return SparseRetriever(state, sparse)


def _by_id(state: IndexState, found: Iterable[tuple[int, float]]) -> Ranking:
    return {state.passages[place].passage_id: score for place, score in found}


def best_of(rankings: Sequence[Ranking]) -> tuple[dict[str, int], Ranking]:
    """Each passage's best rank over the rankings, from 1, and its score there."""
    ranks: dict[str, int] = {}
    scores: Ranking = {}
    for ranking in rankings:
        for rank, (passage_id, score) in enumerate(ranking.items(), 1):
            if rank < ranks.get(passage_id, rank + 1):
                ranks[passage_id], scores[passage_id] = rank, score
    return ranks, scores
