"""What the cascade said of a row as a whole: its label, and the probability behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from agent.types import Label, Verdict
from evals.grounding_files import GroundingRow
from evals.grounding_metrics import Flags

LEFT_OPEN = 0.25
"""Score of a claim that no tier settled and no verifier read: nothing spoke against it, but what is true is mostly proved."""

NOT_HELD = 0.02
"""Score of a claim that a tier settled as not enough info: nothing is near it, or no evidence holds its value."""

_MEETS: Mapping[Label, frozenset[str]] = {
    "supported": frozenset({"entailment"}),
    "refuted": frozenset({"contradiction", "not_entailment"}),
    "not_enough_info": frozenset({"neutral", "not_entailment"}),
}
"""The gold labels that a verdict agrees with."""


@dataclass(frozen=True)
class Checked:
    """A row and the verdicts on its claims worth checking, at least one."""

    row: GroundingRow
    verdicts: tuple[Verdict, ...]

    @property
    def label(self) -> Label:
        """Of the row: supported where all claims are, refuted where any is."""
        labels = {verdict.label for verdict in self.verdicts}
        if "refuted" in labels:
            return "refuted"
        return "supported" if labels == {"supported"} else "not_enough_info"

    def passes(self, entailed: float) -> bool:
        """Whether all claims are supported, were the verifier's entailment to count from this probability on."""
        return all(_passes(verdict, entailed) for verdict in self.verdicts)


def _passes(verdict: Verdict, entailed: float) -> bool:
    """What another tier settled stays so; what the verifier read and it or a person decided goes by its entailment."""
    if verdict.entailment is None or verdict.tier not in ("nli", "person"):
        return verdict.label == "supported"
    return verdict.entailment >= entailed


def support_score(verdicts: Sequence[Verdict]) -> float:
    """How much of at least one claim is supported, 0 to 1: the mean over the claims.

    What the verifier read and it or a person decided has the best entailment. Any other supported claim has its
    confidence, a refuted one what is left of it, and one without enough info a constant, by whether a tier settled it so
    or all of them left it open. Source of the mean over sentences of the best over passages: Zha et al., AlignScore
    (ACL 2023).
    """
    return fmean(_claim_score(verdict) for verdict in verdicts)


def _claim_score(verdict: Verdict) -> float:
    if verdict.entailment is not None and verdict.tier in ("nli", "person"):
        return verdict.entailment
    if verdict.label == "supported":
        return verdict.confidence
    if verdict.label == "refuted":
        return 1.0 - verdict.confidence
    return LEFT_OPEN if verdict.tier == "person" else NOT_HELD


def answers(checked: Sequence[Checked], balanced: float) -> tuple[Flags, Flags]:
    """Labels and verdicts, shape (rows,) each: True where supported, by a score of at least the balanced threshold."""
    gold = np.array([one.row.supported for one in checked], dtype=bool)
    return gold, np.array([support_score(one.verdicts) >= balanced for one in checked], dtype=bool)


def passing(checked: Sequence[Checked], entailed: float) -> Flags:
    """Which rows pass where the verifier's entailment counts from this probability on, shape (rows,)."""
    return np.array([one.passes(entailed) for one in checked], dtype=bool)


def three_way_accuracy(checked: Sequence[Checked]) -> float | None:
    """Share of the rows with an inference label whose verdict agrees with it, 0 to 1; None without such a row."""
    hits = [one.row.label in _MEETS[one.label] for one in checked if one.row.label]
    return fmean(hits) if hits else None
