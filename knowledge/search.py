"""Searching: the retrievers of the settings within one filter, rank fusion, then a closer look at the shortlist."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock

from knowledge.embedding import Embedder
from knowledge.errors import IndexUnreachableError
from knowledge.filter_columns import FilterColumns
from knowledge.filters import Filter
from knowledge.fingerprint import fingerprint
from knowledge.fusion import reciprocal_rank_fusion
from knowledge.identifiers import Held, held_for_all, holders_first, rare_identifiers
from knowledge.index import IndexState, current_state_folder, open_index
from knowledge.known_names import KnownNames
from knowledge.reranking import Reranker
from knowledge.retrieving import Allowed, Ranking, Retriever, best_of, retriever
from knowledge.settings import KnowledgeSettings
from knowledge.sparse_encoding import SparseEncoder, open_sparse_encoder
from knowledge.timing import Timings, timed
from knowledge.types import Passage, RetrieverName, SearchHit, SearchScores, Value

PREPARED_PASSAGES = 300
"""Passages a chat prepares while its user types: a small knowledge base whole, a large one in part."""

RERANK_K = 10
"""Smaller than for the retrievers' fusion: of twenty ranks the first ones should count. With the reranker's order counted
twice beside each retriever's, search lost to rank fusion on none of eight sets; the reranker alone lost on three."""


class SearchResult(Value):
    """What a query found, and how."""

    query: str
    also: tuple[str, ...] = ()
    """Further phrasings that were searched and fused with it."""
    hits: tuple[SearchHit, ...] = ()
    candidates: tuple[str, ...] = ()
    """Ids of the fused list before the cut, best first."""
    retrievers: tuple[RetrieverName, ...] = ()
    """Those that were asked, or would have been had there been anything to find."""
    reranker: str | None = None
    """The reranker that ran; None where nothing was reranked."""
    allowed: int
    """Passages that the filter lets a search see; 0 means that the filter itself matches nothing."""
    timings_ms: dict[str, float]


@dataclass(frozen=True)
class Phrasing:
    """One way to ask, and what each retriever found for it."""

    query: str
    rankings: Mapping[RetrieverName, Ranking]
    held: Held
    """The rare identifiers that it names, in the passages that hold them."""

    @property
    def orders(self) -> list[list[str]]:
        """The retrievers' orders, ids only."""
        return [list(ranking) for ranking in self.rankings.values()]


@dataclass(frozen=True)
class Searcher:
    """Searches one state of the index. Every path to a passage goes through `search` and its filter."""

    state: IndexState
    embedder: Embedder
    reranker: Reranker | None
    settings: KnowledgeSettings
    sparse: SparseEncoder | None = None
    """The learned sparse encoder; opened as the settings name it where None."""
    _names: dict[bytes, KnownNames] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def _columns(self) -> FilterColumns:
        return FilterColumns(self.state.passages)

    @cached_property
    def _retrievers(self) -> tuple[Retriever, ...]:
        sparse = self.sparse or open_sparse_encoder(self.settings)
        return tuple(retriever(name, self.state, self.embedder, sparse) for name in self.settings.retrievers)

    def prepare(self) -> None:
        """Open what the retrievers read, so that the first search is quick."""
        for one in self._retrievers:
            one.prepare()
        _ = self.state.bm25  # says which passages hold an identifier, whoever retrieves

    def names(self, condition: Filter) -> KnownNames:
        """What the articles are called that the filter allows."""
        mask = self._columns.mask(condition)
        key = mask.tobytes()
        found = self._names.get(key)  # held here: another thread may clear the others away meanwhile
        if found is None:
            found = KnownNames.of(
                passage for passage, allowed in zip(self.state.passages, mask, strict=True) if allowed
            )
            self._names.clear()
            self._names[key] = found
        return found

    def search(self, query: str, condition: Filter, k: int | None = None, also: Sequence[str] = ()) -> SearchResult:
        """The best passages for a query among those that the filter allows.

        Args:
            query: plain text; an empty one finds nothing.
            condition: holds for every passage returned; all retrievers apply it inside the query.
            k: how many at most; the settings' `keep` where None.
            also: other phrasings, or further questions of the same message; each is searched and reranked with its
                share of the shortlist, and all are fused.
        """
        timings: Timings = {}
        with timed(timings, "filter"):
            mask = self._columns.mask(condition)
            allowed = Allowed(condition, mask, int(mask.sum()))
        asked = [text for text in dict.fromkeys((query, *also)) if text.strip()]
        if not asked or not allowed.count:
            return SearchResult(
                query=query, retrievers=self.settings.retrievers, allowed=allowed.count, timings_ms=timings
            )
        phrasings = [self._retrieved(text, allowed, timings) for text in asked]
        fused = dict(reciprocal_rank_fusion([order for one in phrasings for order in one.orders]))
        with timed(timings, "rerank"):
            order, scores = self._reranked(phrasings)
        held = held_for_all([one.held for one in phrasings])
        order = holders_first([*order, *(found for found in fused if found not in scores)], held)
        return SearchResult(
            query=query,
            also=tuple(asked[1:]),
            hits=self._hits(phrasings, fused, order, scores, k),
            candidates=tuple(holders_first(list(fused), held)),
            retrievers=self.settings.retrievers,
            reranker=self.reranker.name if self.reranker and scores else None,
            allowed=allowed.count,
            timings_ms=timings,
        )

    def _retrieved(self, text: str, allowed: Allowed, timings: Timings) -> Phrasing:
        count = self.settings.candidates
        rankings = {one.name: one.retrieve(text, count, allowed, timings) for one in self._retrievers}
        return Phrasing(text, rankings, self._held(text))

    def _held(self, text: str) -> Held:
        held: dict[str, tuple[str, ...]] = {}
        for token, places in rare_identifiers(text, self.state.bm25).items():
            for place in places:
                passage_id = self.state.passages[place].passage_id
                held[passage_id] = (*held.get(passage_id, ()), token)
        return held

    def _reranked(self, phrasings: Sequence[Phrasing]) -> tuple[list[str], dict[str, float]]:
        """The shortlists of all phrasings in their new order, and each passage's best score."""
        if self.reranker is None:
            return [], {}
        share = max(1, self.settings.rerank // len(phrasings))
        orders: list[list[str]] = []
        best: dict[str, float] = {}
        for phrasing in phrasings:
            fused = [found for found, _ in reciprocal_rank_fusion(phrasing.orders)]
            shortlist = holders_first(fused, phrasing.held)[:share]
            scores = self._rerank(self.reranker, phrasing, shortlist)
            orders.append(list(scores))
            best |= {found: max(score, best.get(found, score)) for found, score in scores.items()}
        return [found for found, _ in reciprocal_rank_fusion(orders, RERANK_K)], best

    def _rerank(self, reranker: Reranker, phrasing: Phrasing, shortlist: Sequence[str]) -> dict[str, float]:
        """The reranker's scores of the shortlist, in the order of its ranks fused with those of the retrievers.

        What holds an identifier that the phrasing names comes before what does not.
        """
        texts = [self.state.by_id[passage_id].indexed_text for passage_id in shortlist]
        scores = dict(zip(shortlist, reranker.score(phrasing.query, texts), strict=True))
        reranked = sorted(shortlist, key=lambda passage_id: -scores[passage_id])
        others = [[passage_id for passage_id in order if passage_id in scores] for order in phrasing.orders]
        weights = (self.settings.rerank_weight, *(1.0 for _ in others))
        fused = [found for found, _ in reciprocal_rank_fusion([reranked, *others], RERANK_K, weights)]
        return {passage_id: scores[passage_id] for passage_id in holders_first(fused, phrasing.held)}

    def _hits(
        self,
        phrasings: Sequence[Phrasing],
        fused: Mapping[str, float],
        order: Sequence[str],
        reranked: Mapping[str, float],
        k: int | None,
    ) -> tuple[SearchHit, ...]:
        found = {one.name: best_of([phrasing.rankings[one.name] for phrasing in phrasings]) for one in self._retrievers}
        return tuple(
            SearchHit(
                rank=rank,
                passage=self.state.by_id[passage_id],
                scores=SearchScores(
                    **{name: scores.get(passage_id) for name, (_, scores) in found.items()},
                    fused=fused[passage_id],
                    rerank=reranked.get(passage_id),
                    answers=self._answers(reranked.get(passage_id)),
                ),
                ranks={name: ranks[passage_id] for name, (ranks, _) in found.items() if passage_id in ranks},
                identifiers=_identifiers(phrasings, passage_id),
            )
            for rank, passage_id in enumerate(order[: k or self.settings.keep], 1)
        )

    def _answers(self, score: float | None) -> float | None:
        """The reranker's score as the probability that the text answers, where its scores say that."""
        even = self.reranker.even_odds if self.reranker else None
        # The hyperbolic tangent is the same curve, and no score is too far off for it.
        return None if score is None or even is None else (1 + math.tanh((score - even) / 2)) / 2


def _identifiers(phrasings: Sequence[Phrasing], passage_id: str) -> tuple[str, ...]:
    """The identifiers of any phrasing that a passage holds, each once."""
    return tuple(dict.fromkeys(token for one in phrasings for token in one.held.get(passage_id, ())))


class KnowledgeBase:
    """The current state of an index, reopened whenever a sync has moved on."""

    def __init__(
        self,
        index: Path,
        embedder: Embedder,
        reranker: Reranker | None,
        settings: KnowledgeSettings,
        sparse: SparseEncoder | None = None,
    ) -> None:
        self._index = index
        self._embedder = embedder
        self._reranker = reranker
        self._settings = settings
        self._sparse = sparse or open_sparse_encoder(settings)
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
        self._searcher = Searcher(state, self._embedder, self._reranker, self._settings, self._sparse)
        return self._searcher

    def prepare(self, passages: int = PREPARED_PASSAGES) -> None:
        """Open the indexes that are searched and let the reranker look at the first passages, so that the first search is quick."""
        searcher = self.searcher
        with suppress(IndexUnreachableError):  # the searches that need the server say so, and it may be back by then
            searcher.prepare()
        if self._reranker is not None:
            self._reranker.prepare([passage.indexed_text for passage in searcher.state.passages[:passages]])

    def passage(self, passage_id: str) -> Passage | None:
        """One passage by id, for people who look a citation up; None where there is none."""
        return self.searcher.state.by_id.get(passage_id)

    def names(self, condition: Filter) -> KnownNames:
        """See `Searcher.names`."""
        return self.searcher.names(condition)

    def search(self, query: str, condition: Filter, k: int | None = None, also: Sequence[str] = ()) -> SearchResult:
        """See `Searcher.search`."""
        return self.searcher.search(query, condition, k, also)
