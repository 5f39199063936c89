"""The retrieval suite: does the index find what answers a question, and if not, which stage loses it?

A document's rank is that of its best passage, so every measure counts documents. All stages are read off one and
the same search of each query: the retrievers of the settings, their fusion, and the order after reranking.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path

from evals.beir import Query, RetrievalSet
from evals.corpus_index import CorpusIndexer
from evals.funnel import FunnelStage
from evals.retrieval_report import Ranking, Searched, SetReport, SetSize, StageName, set_report
from knowledge.embedding import Embedder
from knowledge.filters import Filter
from knowledge.reranking import Reranker
from knowledge.search import Searcher, SearchResult
from knowledge.settings import KnowledgeSettings
from knowledge.sparse_encoding import SparseEncoder, open_sparse_encoder
from knowledge.syncing import Progress
from knowledge.types import Passage, RetrieverName, SearchHit

DocumentOf = Callable[[Passage], str]
"""The document that a passage counts for."""


@dataclass(frozen=True)
class RetrievalSuite:
    """Runs sets through the real splitter, embedder, index and search."""

    embedder: Embedder
    reranker: Reranker | None
    settings: KnowledgeSettings
    cache: Path
    """Built indexes stay below it; a temporary folder where nothing should."""

    @cached_property
    def _sparse(self) -> SparseEncoder | None:
        """Opened once for all sets."""
        return open_sparse_encoder(self.settings)

    def run(self, dataset: RetrievalSet, progress: Progress = lambda step, done, total: None) -> SetReport:
        """Index the corpus, ask every query, and measure.

        Raises:
            KnowledgeError: the index cannot be built or opened.
        """
        indexer = CorpusIndexer(self.embedder, self.settings, self.cache, self._sparse)
        with indexer.open(dataset, progress) as corpus:
            searcher = Searcher(corpus.state, self.embedder, self.reranker, self.settings, self._sparse)
            condition = Filter(as_of=date.today())

            def search(query: Query) -> Searched:
                return timed_search(searcher, query, (query.text,), condition, _article_of(corpus.documents))

            search(dataset.queries[0])  # loads the model and the index, untimed
            searched = []
            for done, query in enumerate(dataset.queries, 1):
                searched.append(search(query))
                progress("searching", done, len(dataset.queries))
            size = SetSize(
                name=dataset.name,
                queries=len(searched),
                documents=len(dataset.documents),
                passages=len(corpus.state.passages),
                skipped=corpus.skipped,
            )
            return set_report(size, searched)


def timed_search(
    searcher: Searcher, query: Query, phrasings: Sequence[str], condition: Filter, document_of: DocumentOf
) -> Searched:
    """Search by one or more phrasings, the best one first, and read every stage off it."""
    begin = time.perf_counter()
    first, *also = phrasings
    settings = searcher.settings
    every = len(settings.retrievers) * settings.candidates * len(phrasings)
    result = searcher.search(first, condition, k=every, also=also)
    total = (time.perf_counter() - begin) * 1000
    rankings = stage_rankings(result, document_of)
    cuts = stage_cuts(result, document_of, settings)
    if searcher.reranker is None:
        del rankings["rrf+rerank"], cuts["shortlist"]
    return Searched(query, rankings, cuts, result.timings_ms, total)


def stage_rankings(result: SearchResult, document_of: DocumentOf) -> dict[StageName, Ranking]:
    """The documents that each stage found, best first.

    Args:
        result: of a search whose cut kept every candidate.
        document_of: names the document of a passage.
    """
    return {
        **{name: _documents(_by_rank(result.hits, name), document_of) for name in result.retrievers},
        "rrf": _documents(_fused(result), document_of),
        "rrf+rerank": _documents(result.hits, document_of),
    }


def stage_cuts(
    result: SearchResult, document_of: DocumentOf, settings: KnowledgeSettings
) -> dict[FunnelStage, Ranking]:
    """The documents of the passages that each stage hands on; `result` as for `stage_rankings`."""
    return {
        **{name: _documents(_by_rank(result.hits, name), document_of) for name in result.retrievers},
        "fused": _documents(_fused(result)[: settings.candidates], document_of),
        "shortlist": _documents([hit for hit in result.hits if hit.scores.rerank is not None], document_of),
        "kept": _documents(result.hits[: settings.keep], document_of),
        "first": _documents(result.hits[:1], document_of),
    }


def _article_of(documents: Mapping[str, str]) -> DocumentOf:
    return lambda passage: documents[passage.article]


def _documents(hits: Sequence[SearchHit], document_of: DocumentOf) -> Ranking:
    return tuple(dict.fromkeys(document_of(hit.passage) for hit in hits))


def _fused(result: SearchResult) -> list[SearchHit]:
    by_id = {hit.passage.passage_id: hit for hit in result.hits}
    return [by_id[passage_id] for passage_id in result.candidates]


def _by_rank(hits: Sequence[SearchHit], name: RetrieverName) -> list[SearchHit]:
    return sorted((hit for hit in hits if name in hit.ranks), key=lambda hit: hit.ranks[name])
