"""The retrieval suite: does the index find what answers a question, and if not, which stage loses it?

A document's rank is that of its best passage, so every measure counts documents. All stages are read off one and
the same search of each query: the two retrievers, their fusion, and the order after reranking.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import fmean, median
from typing import Literal

import numpy as np
from pydantic import Field

from evals.beir import Query, RetrievalSet
from evals.corpus_index import CorpusIndex, CorpusIndexer
from evals.metrics import ndcg_at_k, recall_at_k, reciprocal_rank
from knowledge.embedding import Embedder
from knowledge.filters import Filter
from knowledge.reranking import Reranker
from knowledge.search import Searcher, SearchResult
from knowledge.settings import KnowledgeSettings
from knowledge.syncing import Progress
from knowledge.types import SearchHit, Value

StageName = Literal["bm25", "dense", "rrf", "rrf+rerank"]
Ranking = tuple[str, ...]

HIGH = 0.9
"""Recall from which a stage is taken to have done its part."""

Diagnosis = Literal[
    "low/low: splitting or missing keyword search",
    "high/low: fusion or reranking",
    "high/high: look downstream",
]


class StageScores(Value):
    """Means over the queries, 0 to 1, of one stage's ranking."""

    ndcg_at_10: float = Field(serialization_alias="ndcg@10")
    recall_at_8: float = Field(serialization_alias="recall@8")
    recall_at_50: float = Field(serialization_alias="recall@50")


class MeanReport(Value):
    """The figures of the whole search, means over the queries of a set or over sets."""

    ndcg_at_10: float = Field(serialization_alias="ndcg@10")
    mrr: float
    recall_at_8: float = Field(serialization_alias="recall@8")
    """Of the final ranking: what is left after the cut."""
    recall_at_50: float = Field(serialization_alias="recall@50")
    """Of the fused candidates, before reranking and the cut."""
    p50_ms: float
    """Milliseconds a search takes, all stages, median."""
    p95_ms: float


class SetSize(Value):
    """What was measured on."""

    name: str
    queries: int
    documents: int
    passages: int
    skipped: int
    """Documents that gave no passage; they count as never found."""


class SetReport(MeanReport, SetSize):
    """What one set says about the search."""

    diagnosis: Diagnosis
    stages: dict[StageName, StageScores]
    stages_ms: dict[str, float]
    """Median milliseconds of each step of a search."""


class RetrievalReport(Value):
    """All sets, and the mean in which each counts alike."""

    sets: tuple[SetReport, ...]
    mean: MeanReport


@dataclass(frozen=True)
class Searched:
    """One query's search, and the rankings of documents read off it."""

    query: Query
    rankings: Mapping[StageName, Ranking]
    timings_ms: Mapping[str, float]
    total_ms: float

    @property
    def final(self) -> Ranking:
        """The ranking that the last stage gives."""
        return self.rankings.get("rrf+rerank", self.rankings["rrf"])


@dataclass(frozen=True)
class RetrievalSuite:
    """Runs sets through the real splitter, embedder, index and search."""

    embedder: Embedder
    reranker: Reranker | None
    settings: KnowledgeSettings
    cache: Path
    """Built indexes stay below it; a temporary folder where nothing should."""

    def run(self, dataset: RetrievalSet, progress: Progress = lambda step, done, total: None) -> SetReport:
        """Index the corpus, ask every query, and measure.

        Raises:
            KnowledgeError: the index cannot be built or opened.
        """
        indexer = CorpusIndexer(self.embedder, self.settings, self.cache)
        with indexer.open(dataset, progress) as corpus:
            searcher = Searcher(corpus.state, self.embedder, self.reranker, self.settings)
            self._search(searcher, corpus, dataset.queries[0])  # loads the model and the index, untimed
            searched = []
            for done, query in enumerate(dataset.queries, 1):
                searched.append(self._search(searcher, corpus, query))
                progress("searching", done, len(dataset.queries))
            return _report(dataset, corpus, searched)

    def _search(self, searcher: Searcher, corpus: CorpusIndex, query: Query) -> Searched:
        begin = time.perf_counter()
        result = searcher.search(query.text, Filter(as_of=date.today()), k=2 * self.settings.candidates)
        total = (time.perf_counter() - begin) * 1000
        rankings = stage_rankings(result, corpus.documents)
        if self.reranker is None:
            del rankings["rrf+rerank"]
        return Searched(query, rankings, result.timings_ms, total)


def stage_rankings(result: SearchResult, documents: Mapping[str, str]) -> dict[StageName, Ranking]:
    """The documents that each stage found, best first.

    Args:
        result: of a search whose cut kept every candidate.
        documents: document id by article name.
    """
    by_id = {hit.passage.passage_id: hit for hit in result.hits}
    sparse = sorted((hit for hit in result.hits if hit.bm25_rank), key=lambda hit: hit.bm25_rank or 0)
    dense = sorted((hit for hit in result.hits if hit.dense_rank), key=lambda hit: hit.dense_rank or 0)
    stages: dict[StageName, Sequence[SearchHit]] = {
        "bm25": sparse,
        "dense": dense,
        "rrf": [by_id[passage_id] for passage_id in result.candidates],
        "rrf+rerank": result.hits,
    }
    return {
        stage: tuple(dict.fromkeys(documents[hit.passage.article] for hit in hits)) for stage, hits in stages.items()
    }


def diagnosis(recall_at_50: float, recall_at_8: float) -> Diagnosis:
    """The stage that loses the answer, from the recall before and after the cut."""
    if recall_at_50 < HIGH:
        return "low/low: splitting or missing keyword search"
    return "high/low: fusion or reranking" if recall_at_8 < HIGH else "high/high: look downstream"


def report(sets: Sequence[SetReport]) -> RetrievalReport:
    """One report of all sets, at least one."""
    means = {name: _mean([getattr(found, name) for found in sets]) for name in MeanReport.model_fields}
    return RetrievalReport(sets=tuple(sets), mean=MeanReport(**means))


def _report(dataset: RetrievalSet, corpus: CorpusIndex, searched: Sequence[Searched]) -> SetReport:
    before = _mean([recall_at_k(one.rankings["rrf"], one.query.qrels, 50) for one in searched])
    after = _mean([recall_at_k(one.final, one.query.qrels, 8) for one in searched])
    p50, p95 = np.percentile([one.total_ms for one in searched], [50, 95])
    return SetReport(
        name=dataset.name,
        queries=len(searched),
        documents=len(dataset.documents),
        passages=len(corpus.state.passages),
        skipped=corpus.skipped,
        ndcg_at_10=_mean([ndcg_at_k(one.final, one.query.qrels, 10) for one in searched]),
        mrr=_mean([reciprocal_rank(one.final, one.query.qrels) for one in searched]),
        recall_at_8=after,
        recall_at_50=before,
        p50_ms=round(float(p50), 2),
        p95_ms=round(float(p95), 2),
        diagnosis=diagnosis(before, after),
        stages={stage: _stage_scores(stage, searched) for stage in searched[0].rankings},
        stages_ms=_stages_ms(searched),
    )


def _stage_scores(stage: StageName, searched: Sequence[Searched]) -> StageScores:
    judged = [(one.rankings[stage], one.query.qrels) for one in searched]
    return StageScores(
        ndcg_at_10=_mean([ndcg_at_k(ranking, qrels, 10) for ranking, qrels in judged]),
        recall_at_8=_mean([recall_at_k(ranking, qrels, 8) for ranking, qrels in judged]),
        recall_at_50=_mean([recall_at_k(ranking, qrels, 50) for ranking, qrels in judged]),
    )


def _stages_ms(searched: Sequence[Searched]) -> dict[str, float]:
    steps = dict.fromkeys(step for one in searched for step in one.timings_ms)
    return {step: round(median(one.timings_ms.get(step, 0.0) for one in searched), 2) for step in steps}


def _mean(values: Sequence[float]) -> float:
    return round(fmean(values), 4)
