"""Choosing a verifier's thresholds from scored rows: the one that parts both classes best, and one for each share of
wrong answers that a shop may live with.

A set counts as much as any other, whatever its size, and so do its two classes: rates are means over the sets of the
shares of the supported and of the unsupported rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evals.grounding_metrics import Flags, Scores
from knowledge.models.calibration import OperatingPoint

WRONG_ANSWER_RATES = (0.01, 0.02, 0.05, 0.10, 0.20)

LEAST_FOUND = 0.01
"""Share of the rows of a class that a threshold has to find to be of any use."""

NEVER = 1.0
"""A threshold that in effect nothing reaches."""

_DIGITS = 6


@dataclass(frozen=True)
class ScoredSet:
    """Rows of a set with what the verifier says of each as a whole, shape (rows,) each."""

    name: str
    gold: Flags
    """True where supported."""
    entailment: Scores
    """Of the row's weakest claim, 0 to 1."""
    contradiction: Scores
    """Of the claim that is contradicted most, 0 to 1."""
    mean: Scores
    """Of all claims of the row, 0 to 1."""
    reaches: Flags
    """False where the exact tier settles the whole row before a verifier is asked."""

    @property
    def supported(self) -> Flags:
        """The supported rows that a verifier has to settle."""
        return self.gold & self.reaches

    @property
    def unsupported(self) -> Flags:
        """The unsupported rows that a verifier has to settle."""
        return ~self.gold & self.reaches


def balanced_threshold(sets: Sequence[ScoredSet]) -> float:
    """The mean entailment from which to count a row as supported so that the mean balanced accuracy is highest.

    The lowest of equally good ones. A set of one class has no say; at least one has both.
    """
    both = [one for one in sets if one.gold.any() and not one.gold.all()]
    thresholds = _thresholds([one.mean for one in both])
    right = np.array([_share(one.mean[one.gold], thresholds) for one in both])
    wrong = np.array([_share(one.mean[~one.gold], thresholds) for one in both])
    return float(thresholds[np.argmax((right - wrong).mean(axis=0))])


def operating_points(
    sets: Sequence[ScoredSet], rates: Sequence[float] = WRONG_ANSWER_RATES
) -> tuple[OperatingPoint, ...]:
    """A point for each rate that can be kept while something still passes, by rising rate.

    They count the rows that reach the verifier: what the tier before it settles is none of its answers.
    """
    return tuple(point for rate in sorted(rates) if (point := _point(sets, rate)))


def _point(sets: Sequence[ScoredSet], rate: float) -> OperatingPoint | None:
    good = [one.entailment[one.supported] for one in sets]
    entailed = _lowest(good, [one.entailment[one.unsupported] for one in sets], rate)
    if entailed is None:
        return None
    return OperatingPoint(
        wrong_answer_rate=rate,
        entailed=entailed,
        contradicted=contradicted_from(sets, entailed, rate),
        passed=round(float(_mean_share(good, np.array([entailed]))[0]), 4),
    )


def contradicted_from(sets: Sequence[ScoredSet], entailed: float, rate: float) -> float:
    """The lowest probability of contradiction from which at most that share of what is refuted is supported.

    Of rows that are not entailed; `NEVER` where none keeps the rate.
    """
    opened = [np.where(one.entailment >= entailed, -1.0, one.contradiction) for one in sets]
    refuted = [scores[one.unsupported] for one, scores in zip(sets, opened, strict=True)]
    spoilt = [scores[one.supported] for one, scores in zip(sets, opened, strict=True)]
    found = _lowest(refuted, spoilt, rate)
    return NEVER if found is None else found


def _lowest(right: Sequence[Scores], wrong: Sequence[Scores], rate: float) -> float | None:
    """The lowest threshold from which, were both classes alike frequent, at most that share of what is found is wrong.

    Args:
        right: scores of what should be found, one array for each set; negative for what cannot be.
        wrong: scores of what should not.
        rate: highest share of the wrong, 0 to 1.
    """
    thresholds = _thresholds([*right, *wrong])
    found, mistaken = _mean_share(right, thresholds), _mean_share(wrong, thresholds)
    able = (found >= LEAST_FOUND) & (mistaken <= rate * (found + mistaken))
    return float(thresholds[able][0]) if able.any() else None


def _thresholds(scores: Sequence[Scores]) -> Scores:
    """Every score, rounded down so that the row it belongs to still reaches it, in rising order."""
    scale = 10**_DIGITS
    every = np.concatenate([np.floor(one * scale) / scale for one in scores])
    return np.unique(every[every >= 0])


def _mean_share(sets: Sequence[Scores], thresholds: Scores) -> NDArray[np.float64]:
    """Mean over the sets that have such rows of the share that reaches each threshold, shape (thresholds,)."""
    shares = [_share(scores, thresholds) for scores in sets if len(scores)]
    return np.asarray(np.mean(shares, axis=0)) if shares else np.zeros(len(thresholds))


def _share(scores: Scores, thresholds: Scores) -> NDArray[np.float64]:
    """Share of the rows that reach each threshold, shape (thresholds,)."""
    return np.asarray(1 - np.searchsorted(np.sort(scores), thresholds, side="left") / len(scores))
