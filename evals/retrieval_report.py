"""What the retrieval suites report, and how it is worked out from the searches of a set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Literal

import numpy as np
from pydantic import Field

from evals.beir import Query
from evals.funnel import Funnel, FunnelStage, Trail, funnel
from evals.metrics import ndcg_at_k, recall_at_k, reciprocal_rank
from knowledge.types import Value

StageName = Literal["bm25", "dense", "sparse", "late", "rrf", "rrf+rerank"]
"""The retrievers that were asked, their fusion, and the order after reranking."""

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


class FinalScores(Value):
    """Means over the queries, 0 to 1, of what the whole search returns."""

    ndcg_at_10: float = Field(serialization_alias="ndcg@10")
    mrr: float
    recall_at_8: float = Field(serialization_alias="recall@8")
    """Of the final ranking: what is left after the cut."""
    recall_at_50: float = Field(serialization_alias="recall@50")
    """Of the fused candidates, before reranking and the cut."""


class MeanReport(FinalScores):
    """The figures of the whole search, means over the queries of a set or over sets."""

    p50_ms: float
    """Milliseconds a search takes, all stages, median."""
    p95_ms: float


class FollowUps(Value):
    """The questions that come with earlier lines, with and without what the conversation adds to the query."""

    questions: int
    rewritten: FinalScores
    """Looked for as the agent does, by the conversation."""
    alone: FinalScores
    """Looked for by the last line alone."""


class SetSize(Value):
    """What was measured on."""

    name: str
    queries: int
    documents: int
    """Of a gold set: sections that a search may see."""
    passages: int
    skipped: int
    """Documents that gave no passage; they count as never found."""


class SetReport(MeanReport, SetSize):
    """What one set says about the search."""

    diagnosis: Diagnosis
    stages: dict[StageName, StageScores]
    stages_ms: dict[str, float]
    """Median milliseconds of each step of a search."""
    funnel: Funnel
    follow_ups: FollowUps | None = None
    """None where no question has earlier lines."""


class RetrievalReport(Value):
    """All sets, and the mean in which each counts alike."""

    sets: tuple[SetReport, ...]
    mean: MeanReport


@dataclass(frozen=True)
class Searched:
    """One query's search, and the rankings of documents read off it."""

    query: Query
    rankings: Mapping[StageName, Ranking]
    """Of every candidate."""
    cuts: Mapping[FunnelStage, Ranking]
    """Documents of the passages that each stage of a search hands on."""
    timings_ms: Mapping[str, float]
    total_ms: float

    @property
    def final(self) -> Ranking:
        """The ranking that the last stage gives."""
        return self.rankings.get("rrf+rerank", self.rankings["rrf"])

    @property
    def trail(self) -> Trail:
        """The query on its way through the search."""
        wanted = tuple(document for document, grade in self.query.qrels.items() if grade > 0)
        return Trail(id=self.query.id, question=self.query.text, wanted=wanted, documents=dict(self.cuts))


def diagnosis(recall_at_50: float, recall_at_8: float) -> Diagnosis:
    """The stage that loses the answer, from the recall before and after the cut."""
    if recall_at_50 < HIGH:
        return "low/low: splitting or missing keyword search"
    return "high/low: fusion or reranking" if recall_at_8 < HIGH else "high/high: look downstream"


def report(sets: Sequence[SetReport]) -> RetrievalReport:
    """One report of all sets, at least one."""
    means = {name: _mean([getattr(found, name) for found in sets]) for name in MeanReport.model_fields}
    return RetrievalReport(sets=tuple(sets), mean=MeanReport(**means))


def set_report(size: SetSize, searched: Sequence[Searched], follow_ups: FollowUps | None = None) -> SetReport:
    """What the searches of one set come to, at least one."""
    final = final_scores(searched)
    p50, p95 = np.percentile([one.total_ms for one in searched], [50, 95])
    return SetReport(
        **size.model_dump(),
        **final.model_dump(),
        p50_ms=round(float(p50), 2),
        p95_ms=round(float(p95), 2),
        diagnosis=diagnosis(final.recall_at_50, final.recall_at_8),
        stages={stage: _stage_scores(stage, searched) for stage in searched[0].rankings},
        stages_ms=_stages_ms(searched),
        funnel=funnel([one.trail for one in searched]),
        follow_ups=follow_ups,
    )


def final_scores(searched: Sequence[Searched]) -> FinalScores:
    """The measures of the whole search."""
    judged = [(one.final, one.query.qrels) for one in searched]
    return FinalScores(
        ndcg_at_10=_mean([ndcg_at_k(ranking, qrels, 10) for ranking, qrels in judged]),
        mrr=_mean([reciprocal_rank(ranking, qrels) for ranking, qrels in judged]),
        recall_at_8=_mean([recall_at_k(ranking, qrels, 8) for ranking, qrels in judged]),
        recall_at_50=_mean([recall_at_k(one.rankings["rrf"], one.query.qrels, 50) for one in searched]),
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
