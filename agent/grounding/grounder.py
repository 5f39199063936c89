"""Grounding a draft: its claims settled, what the verdicts together say against it, and the safe cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from agent.claims import ClaimSplitter
from agent.grounding.cascade import Cascade
from agent.grounding.safe_cut import CutResult, SafeCut
from agent.types import Evidence, EvidenceRef, HandoffReason, Label, Verdict
from knowledge.types import Value


class Objection(Value):
    """What speaks against a claim although a tier supports it: another passage disagrees, a condition was left out."""

    claim: int
    """Index of the claim."""
    reason: HandoffReason
    """Why a person takes over if the claim falls."""
    label: Label = "not_enough_info"
    """The claim's verdict from now on; never `supported`."""
    why: str
    """One line for a person."""
    evidence: tuple[EvidenceRef, ...] = ()


class Review(Protocol):
    """Reads all verdicts of a draft together, as no tier can that settles claim by claim."""

    def review(self, draft: str, verdicts: Sequence[Verdict], evidence: Sequence[Evidence]) -> Sequence[Objection]:
        """What it objects to; nothing where the draft may stand."""
        ...


class Grounded(Value):
    """A draft after every claim has been settled."""

    verdicts: tuple[Verdict, ...] = ()
    """In the order of the draft, one per claim, sentences not worth checking included."""
    cut: CutResult
    objections: tuple[Objection, ...] = ()
    """Already applied to the verdicts."""
    tier_ms: dict[str, float] = {}


@dataclass(frozen=True)
class Grounder:
    """Splits a draft into claims, settles each, reviews them together, and cuts what is not proved."""

    splitter: ClaimSplitter
    cascade: Cascade
    cutter: SafeCut
    reviews: tuple[Review, ...] = ()

    def ground(self, draft: str, evidence: Sequence[Evidence], today: date) -> Grounded:
        """The verdicts on a draft, and what is left of it."""
        claims = self.splitter.split(draft, today)
        verdicts, timings = self.cascade.timed(claims, evidence)
        objections = tuple(found for review in self.reviews for found in review.review(draft, verdicts, evidence))
        verdicts = tuple(_objected(verdict, objections) for verdict in verdicts)
        cut = self.cutter.cut(draft, verdicts)
        return Grounded(verdicts=verdicts, cut=cut, objections=objections, tier_ms=timings)


def _objected(verdict: Verdict, objections: Sequence[Objection]) -> Verdict:
    """The verdict, turned where something speaks against its claim."""
    found = next((one for one in objections if one.claim == verdict.claim.index), None)
    if found is None or verdict.label != "supported":
        return verdict
    return verdict.model_copy(update={"label": found.label, "reason": found.why, "evidence": found.evidence})
