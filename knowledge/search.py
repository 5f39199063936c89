"""Searching: both retrievers within one filter, rank fusion, then a closer look at the shortlist."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from knowledge.embedding import Embedder
from knowledge.filters import Filter
from knowledge.fingerprint import fingerprint
from knowledge.fusion import reciprocal_rank_fusion
from knowledge.index import IndexState, current_state_folder, open_index
from knowledge.reranking import Reranker
from knowledge.settings import KnowledgeSettings
from knowledge.types import Passage, SearchHit, SearchScores, Value

PREPARED_PASSAGES = 300
"""Passages a chat prepares while its user types: a small knowledge base whole, a large one in part."""

RERANK_K = 10
"""Smaller than for the retrievers' fusion: of twenty ranks the first ones should count. With the reranker's order counted
twice beside each retriever's, search lost to rank fusion on none of eight sets; the reranker alone lost on three."""


class SearchResult(Value):
    """What a query found, and how."""

    query: str
    hits: tuple[SearchHit, ...]
    candidates: tuple[str, ...]
    """Ids of the fused list before the cut, best first."""
    reranker: str | None
    """The reranker that ran; None where nothing was reranked."""
    allowed: int
    """Passages that the filter lets a search see; 0 means that the filter itself matches nothing."""
    timings_ms: dict[str, float]


@dataclass(frozen=True)
class Searcher:
    """Searches one state of the index. Every path to a passage goes through `search` and its filter."""

    state: IndexState
    embedder: Embedder
    reranker: Reranker | None
    settings: KnowledgeSettings

    def search(self, query: str, condition: Filter, k: int | None = None) -> SearchResult:
        """The best passages for a query among those that the filter allows.

        Args:
            query: plain text; an empty one finds nothing.
            condition: holds for every passage returned; both retrievers apply it inside the query.
            k: how many at most; the settings' `keep` where None.
        """
        timings: dict[str, float] = {}
        mask = condition.mask(self.state.passages)
        allowed = int(mask.sum())
        if not query.strip() or not allowed:
            return SearchResult(query=query, hits=(), candidates=(), reranker=None, allowed=allowed, timings_ms=timings)
        count = self.settings.candidates
        with _timed(timings, "bm25"):
            found = self.state.bm25.search(query, count, mask)
            sparse = {self.state.passages[place].passage_id: score for place, score in found}
        with _timed(timings, "embed"):
            vector = self.embedder.embed_queries([query])
        with _timed(timings, "dense"):
            dense = dict(self.state.vectors.search(vector, min(count, allowed), condition))
        fused = dict(reciprocal_rank_fusion([list(sparse), list(dense)]))
        with _timed(timings, "rerank"):
            reranked = self._rerank(query, list(fused)[: self.settings.rerank], (list(sparse), list(dense)))
        order = [*reranked, *[found for found in fused if found not in reranked]]
        hits = [
            SearchHit(
                rank=rank,
                passage=self.state.by_id[passage_id],
                scores=SearchScores(
                    bm25=sparse.get(passage_id),
                    dense=dense.get(passage_id),
                    fused=fused[passage_id],
                    rerank=reranked.get(passage_id),
                ),
                bm25_rank=_rank(sparse, passage_id),
                dense_rank=_rank(dense, passage_id),
            )
            for rank, passage_id in enumerate(order[: k or self.settings.keep], 1)
        ]
        return SearchResult(
            query=query,
            hits=tuple(hits),
            candidates=tuple(fused),
            reranker=self.reranker.name if self.reranker and reranked else None,
            allowed=allowed,
            timings_ms=timings,
        )

    def _rerank(self, query: str, shortlist: Sequence[str], retrieved: Sequence[Sequence[str]]) -> dict[str, float]:
        """The reranker's scores of the shortlist, in the order of its ranks fused with those of the retrievers."""
        if self.reranker is None:
            return {}
        texts = [self.state.by_id[passage_id].indexed_text for passage_id in shortlist]
        scores = dict(zip(shortlist, self.reranker.score(query, texts), strict=True))
        reranked = sorted(shortlist, key=lambda passage_id: -scores[passage_id])
        others = [[passage_id for passage_id in ranking if passage_id in scores] for ranking in retrieved]
        weights = (self.settings.rerank_weight, *(1.0 for _ in others))
        fused = reciprocal_rank_fusion([reranked, *others], RERANK_K, weights)
        return {passage_id: scores[passage_id] for passage_id, _ in fused}


class KnowledgeBase:
    """The current state of an index, reopened whenever a sync has moved on."""

    def __init__(self, index: Path, embedder: Embedder, reranker: Reranker | None, settings: KnowledgeSettings) -> None:
        self._index = index
        self._embedder = embedder
        self._reranker = reranker
        self._settings = settings
        self._searcher: Searcher | None = None
        self._retired: Searcher | None = None
        self._lock = Lock()

    @property
    def searcher(self) -> Searcher:
        """A searcher on the current state.

        Raises:
            IndexStateError: there is no index, or it cannot be used.
        """
        with self._lock:
            folder = current_state_folder(self._index)
            current = self._searcher
            if current is None or current.state.folder != folder:
                current = self._reopened()
            return current

    def _reopened(self) -> Searcher:
        """A searcher on the current state; the one before stays open for searches that are under way."""
        state = open_index(self._index, fingerprint(self._embedder, self._settings))
        if self._retired is not None:
            self._retired.state.close()
        self._retired = self._searcher
        self._searcher = Searcher(state, self._embedder, self._reranker, self._settings)
        return self._searcher

    def prepare(self, passages: int = PREPARED_PASSAGES) -> None:
        """Open both indexes and let the reranker look at the first passages, so that the first search is quick."""
        searcher = self.searcher
        _ = searcher.state.bm25, searcher.state.vectors
        if self._reranker is not None:
            self._reranker.prepare([passage.indexed_text for passage in searcher.state.passages[:passages]])

    def passage(self, passage_id: str) -> Passage | None:
        """One passage by id, for people who look a citation up; None where there is none."""
        return self.searcher.state.by_id.get(passage_id)

    def search(self, query: str, condition: Filter, k: int | None = None) -> SearchResult:
        """See `Searcher.search`."""
        return self.searcher.search(query, condition, k)


def _rank(scores: dict[str, float], passage_id: str) -> int | None:
    return list(scores).index(passage_id) + 1 if passage_id in scores else None


@dataclass
class _timed:  # noqa: N801  reads as a statement where it is used
    """Adds the milliseconds of a block to a dictionary."""

    timings: dict[str, float]
    stage: str
    begin: float = 0.0

    def __enter__(self) -> None:
        self.begin = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.timings[self.stage] = round((time.perf_counter() - self.begin) * 1000, 2)
