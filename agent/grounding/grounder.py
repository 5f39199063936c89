"""Grounding a draft: its claims settled, what it leaves out put in, what speaks against it, and the safe cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from agent.claims import ClaimSplitter
from agent.context.cleaning import visible_text
from agent.grounding.cascade import Cascade, Settled
from agent.grounding.evidence_book import ReadOnce
from agent.grounding.instructions import without_instructions
from agent.grounding.named_people import unknown_names
from agent.grounding.repairing import Edit, Repair, edited, holds
from agent.grounding.safe_cut import CutResult, SafeCut
from agent.grounding.values import reading_once
from agent.types import Claim, Evidence, EvidenceRef, HandoffReason, Label, Verdict
from knowledge.types import Value

MOST_CHARACTERS = 20_000
"""Of a draft; no reply to a customer is as long, and reading one would take more than its deadline."""


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
    edits: tuple[Edit, ...] = ()
    """What was changed in the draft before it was cut, each in the draft as the edits before it left it."""
    tier_ms: dict[str, float] = {}
    late: tuple[int, ...] = ()
    """Indexes of the claims that were not checked in time, and so are not supported."""
    tokens: dict[str, int] = {}
    """Tokens in and out of the models that count them, for the whole draft."""


@dataclass(frozen=True)
class Grounder:
    """Splits a draft into claims, settles each, repairs and reviews them together, and cuts what is not proved."""

    splitter: ClaimSplitter
    cascade: Cascade
    cutter: SafeCut
    reviews: tuple[Review, ...] = ()
    repairs: tuple[Repair, ...] = ()

    def ground(self, draft: str, evidence: Sequence[Evidence], today: date, question: str = "") -> Grounded:
        """The verdicts on a draft, and what is left of it.

        Args:
            draft: unverified text; what does not show is taken out of it, and names that nobody gave; one of more than
                `MOST_CHARACTERS` is not read.
            evidence: all of the turn; sentences in it that speak to whoever answers are not read.
            today: the day that relative dates count from.
            question: what the draft answers; where the sentence that answers it falls, nothing is sent. Not looked at if empty.
        """
        draft, evidence = visible_text(draft), without_instructions(evidence)
        if len(draft) > MOST_CHARACTERS:
            return _unread(draft)
        with reading_once():
            return self._checked(draft, evidence, today, question)

    def _checked(self, draft: str, evidence: Sequence[Evidence], today: date, question: str) -> Grounded:
        named = unknown_names(draft, evidence)
        draft, evidence = edited(draft, named), ReadOnce(evidence)
        checked = _Checked(draft, self.cascade.timed(self.splitter.split(draft, today), evidence), named)
        for repair in self.repairs:
            checked = self._repaired(repair, checked, evidence, today)
        draft, verdicts = checked.draft, checked.settled.verdicts
        objections = tuple(found for review in self.reviews for found in review.review(draft, verdicts, evidence))
        verdicts = tuple(_objected(verdict, objections) for verdict in verdicts)
        return Grounded(
            verdicts=verdicts,
            cut=self.cutter.cut(draft, verdicts, question),
            objections=objections,
            edits=checked.edits,
            tier_ms=checked.settled.tier_ms,
            late=checked.settled.late,
            tokens=checked.settled.tokens,
        )

    def _repaired(self, repair: Repair, checked: _Checked, evidence: Sequence[Evidence], today: date) -> _Checked:
        """The draft with a repair made and settled anew, where nothing is lost by it and time is left; else as it was."""
        edits = tuple(repair.repair(checked.draft, checked.settled.verdicts, evidence))
        cascade = _within_what_is_left(self.cascade, checked.settled)
        if not edits or cascade is None:
            return checked
        draft = edited(checked.draft, edits)
        settled = cascade.timed(self.splitter.split(draft, today), evidence)
        both = _added_up(checked.settled, settled)
        if settled.late or not holds(checked.settled.verdicts, settled.verdicts, edits):
            return replace(checked, settled=both.model_copy(update={"verdicts": checked.settled.verdicts}))
        return _Checked(draft, both, (*checked.edits, *edits))


def _unread(draft: str) -> Grounded:
    """Nothing of a draft is sent that is too long to be checked."""
    claim = Claim(index=0, text=draft[:200], start=0, end=len(draft))
    why = f"the draft has {len(draft):,} characters, more than the {MOST_CHARACTERS:,} that are read"
    verdict = Verdict(claim=claim, label="not_enough_info", tier="person", confidence=0.0, reason=why)
    return Grounded(verdicts=(verdict,), cut=CutResult(text="", cut=(0,)))


@dataclass(frozen=True)
class _Checked:
    """A draft, repaired or not, with its claims settled."""

    draft: str
    settled: Settled
    edits: tuple[Edit, ...] = ()


def _within_what_is_left(cascade: Cascade, settled: Settled) -> Cascade | None:
    """The cascade with the rest of the draft's time; None where that is spent."""
    if settled.late:
        return None
    if cascade.deadline_s is None:
        return cascade
    left = cascade.deadline_s - sum(settled.tier_ms.values()) / 1000
    return replace(cascade, deadline_s=left) if left > 0 else None


def _added_up(first: Settled, then: Settled) -> Settled:
    """The later verdicts with the cost of both."""
    tier_ms = {
        name: first.tier_ms.get(name, 0.0) + then.tier_ms.get(name, 0.0) for name in first.tier_ms | then.tier_ms
    }
    tokens = {name: first.tokens.get(name, 0) + then.tokens.get(name, 0) for name in first.tokens | then.tokens}
    return then.model_copy(
        update={"tier_ms": {name: round(took, 2) for name, took in tier_ms.items()}, "tokens": tokens}
    )


def _objected(verdict: Verdict, objections: Sequence[Objection]) -> Verdict:
    """The verdict, turned where something speaks against its claim."""
    found = next((one for one in objections if one.claim == verdict.claim.index), None)
    if found is None or verdict.label != "supported":
        return verdict
    return verdict.model_copy(update={"label": found.label, "reason": found.why, "evidence": found.evidence})
