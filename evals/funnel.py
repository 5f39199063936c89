"""The funnel of a search: at which step questions lose what answers them, and what stood there instead.

A question has its answer at a step while at least one of the documents that answer it is there; that all are there is
what recall measures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from knowledge.types import RETRIEVERS, Value

FunnelStage = Literal["bm25", "dense", "sparse", "late", "fused", "shortlist", "kept", "first"]

FUNNEL_STAGES: dict[FunnelStage, str] = {
    "bm25": "candidates of BM25",
    "dense": "candidates of dense",
    "sparse": "candidates of sparse",
    "late": "candidates of late",
    "fused": "fused candidates",
    "shortlist": "reranked shortlist",
    "kept": "kept passages",
    "first": "rank 1",
}
"""In the order of a search; the retrievers stand side by side, and those that were not asked are left out."""

LosingStep = Literal["retrieval", "fusion", "shortlist", "keeping", "ranking"]

LOSING_STEPS: dict[LosingStep, tuple[FunnelStage, str]] = {
    "retrieval": ("fused", "no retriever finds it"),
    "fusion": ("fused", "a retriever finds it, rank fusion drops it"),
    "shortlist": ("shortlist", "it is not among those that are reranked"),
    "keeping": ("kept", "it is reranked and not kept"),
    "ranking": ("first", "it is kept and not first"),
}
"""Each step, the stage that lacks the answer after it, and what that means."""

SHOWN = 3
"""Documents named as what was found instead."""


class Lost(Value):
    """A question that loses its answer at a step."""

    id: str
    question: str
    wanted: tuple[str, ...]
    """Documents that answer it."""
    found: tuple[str, ...]
    """The first documents of the last ranking."""


class Funnel(Value):
    """What is left of a set's questions at each stage."""

    questions: int
    reached: dict[FunnelStage, int]
    """Questions with an answer there; a stage that was not run is not named."""
    lost: dict[LosingStep, tuple[Lost, ...]]
    """By the step that loses them, in the order of the set; a step that loses none is not named."""
    losing: LosingStep | None
    """The step that loses most, the earlier one of equals; None where none is lost."""


class Trail(Value):
    """One question on its way through a search: the documents at each stage, best first."""

    id: str
    question: str
    wanted: tuple[str, ...]
    documents: dict[FunnelStage, tuple[str, ...]]

    @property
    def reached(self) -> frozenset[FunnelStage]:
        """The stages at which an answer is there."""
        wanted = set(self.wanted)
        return frozenset(stage for stage, found in self.documents.items() if wanted.intersection(found))

    @property
    def losing(self) -> LosingStep | None:
        """The step that loses the answer; None where it comes first."""
        reached = self.reached
        if "fused" not in reached:
            return "fusion" if reached.intersection(RETRIEVERS) else "retrieval"
        steps: Mapping[FunnelStage, LosingStep] = {"shortlist": "shortlist", "kept": "keeping", "first": "ranking"}
        return next((step for stage, step in steps.items() if stage in self.documents and stage not in reached), None)


def funnel(trails: Sequence[Trail]) -> Funnel:
    """Count the questions at each stage, and list those that are lost."""
    stages = [stage for stage in FUNNEL_STAGES if any(stage in trail.documents for trail in trails)]
    by_step = {step: tuple(_lost(trail) for trail in trails if trail.losing == step) for step in LOSING_STEPS}
    lost = {step: found for step, found in by_step.items() if found}
    return Funnel(
        questions=len(trails),
        reached={stage: sum(stage in trail.reached for trail in trails) for stage in stages},
        lost=lost,
        losing=max(lost, key=lambda step: len(lost[step]), default=None),
    )


def _lost(trail: Trail) -> Lost:
    last = trail.documents["kept"]
    return Lost(id=trail.id, question=trail.question, wanted=trail.wanted, found=last[:SHOWN])
