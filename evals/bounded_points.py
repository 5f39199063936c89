"""A threshold whose rate of wrong answers is bounded by the upper limit of an interval, and what each threshold costs.

A threshold that was chosen because few of the rows it lets pass are wrong looks better than it is. So a fixed number of
candidates is set by the scores alone, before any label is seen, and the error of the limits is shared out among them: with
the confidence told, all limits hold together, and so does that of the candidate that is taken.
Source: Angelopoulos et al., Learn then Test (2021), with Bonferroni's correction.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

import numpy as np

from evals.binomial import rows_needed, upper_limit
from evals.errors import CalibrationError
from evals.operating_points import ScoredSet, contradicted_from
from knowledge.models.calibration import Bound, OperatingPoint
from knowledge.types import Value

CONFIDENCE = 0.95
CANDIDATES = 10
ERROR = (1 - CONFIDENCE) / CANDIDATES
"""Of one candidate's limit."""

_SCALE = 10**6


class CurvePoint(Value):
    """What passes from one threshold on."""

    entailed: float
    """Probability of entailment from which a claim passes."""
    passing: int
    wrong: int
    """Of the passing, those that a person calls unsupported."""
    rate: float
    """The wrong as a share of the passing, 0 to 1."""
    upper: float
    """Upper limit of that rate; those of all points hold together with `CONFIDENCE`."""
    coverage: float
    """Share of the supported claims that pass, 0 to 1."""


def coverage_curve(sets: Sequence[ScoredSet], rate: float) -> tuple[CurvePoint, ...]:
    """A point for each candidate for a rate, strictest first. Rows of all sets count alike, if they reach the verifier."""
    reaches = np.concatenate([one.reaches for one in sets])
    scores = np.concatenate([one.entailment for one in sets])[reaches]
    gold = np.concatenate([one.gold for one in sets])[reaches]
    return tuple(_at(threshold, scores, gold) for threshold in _candidates(scores, rate))


def bounded_point(sets: Sequence[ScoredSet], rate: float) -> OperatingPoint:
    """The candidate that lets most pass among those whose upper limit is no higher than the rate.

    Raises:
        CalibrationError: there is none; the message says how many labels it takes.
    """
    curve = coverage_curve(sets, rate)
    able = [point for point in curve if point.upper <= rate]
    if not able:
        raise CalibrationError(_refusal(curve, rate))
    chosen = max(able, key=lambda point: point.passing)
    return OperatingPoint(
        wrong_answer_rate=rate,
        entailed=chosen.entailed,
        contradicted=contradicted_from(sets, chosen.entailed, rate),
        passed=chosen.coverage,
        bound=Bound(passing=chosen.passing, wrong=chosen.wrong, upper=chosen.upper, confidence=CONFIDENCE),
    )


def parse_share(text: str) -> float:
    """`1%` or `0.01` as a share.

    Raises:
        CalibrationError: it is neither, or not above 0 and at most a half.
    """
    number = text.strip()
    try:
        share = float(number.removesuffix("%")) / (100 if number.endswith("%") else 1)
    except ValueError:
        share = float("nan")
    if not 0 < share <= 0.5:
        raise CalibrationError(f"{text!r} is no rate: wanted a share such as 1% or 0.01, above 0 and at most 50%.")
    return share


def _candidates(scores: np.ndarray, rate: float) -> list[float]:
    """Scores from which as many rows pass as the rate takes at least, up to all in even steps; the highest first.

    Rounded down, so that their own rows pass.
    """
    ordered = np.sort(scores)[::-1]
    fewest = min(rows_needed(rate, ERROR), len(ordered))
    places = [round(place) - 1 for place in np.linspace(fewest, len(ordered), CANDIDATES)] if fewest else []
    return list(dict.fromkeys(floor(float(ordered[place]) * _SCALE) / _SCALE for place in places))


def _at(threshold: float, scores: np.ndarray, gold: np.ndarray) -> CurvePoint:
    passes = scores >= threshold
    passing, wrong = int(passes.sum()), int((passes & ~gold).sum())
    supported = int(gold.sum())
    return CurvePoint(
        entailed=threshold,
        passing=passing,
        wrong=wrong,
        rate=round(wrong / passing, 6),
        upper=ceil(upper_limit(wrong, passing, ERROR) * _SCALE) / _SCALE,
        coverage=round(int((passes & gold).sum()) / supported, 4) if supported else 0.0,
    )


def _refusal(curve: Sequence[CurvePoint], rate: float) -> str:
    labels, needed = max((point.passing for point in curve), default=0), rows_needed(rate, ERROR)
    wanted = f"A rate of at most {rate:.4g} with {CONFIDENCE:.0%} confidence takes {needed:,} labelled claims that pass and are all right"
    if labels < needed:
        return (
            f"Too few labels: {labels:,} labelled claims reach the verifier. {wanted}. Label {needed - labels:,} more at "
            "least (`support eval label`), or ask for a higher rate with `--wrong-at-most`."
        )
    best = min(curve, key=lambda point: point.upper)
    more = rows_needed(rate, ERROR, best.wrong)
    return (
        f"No threshold keeps that rate. {wanted}; from {best.entailed:.3f} on {best.wrong:,} of {best.passing:,} are wrong, "
        f"at most {best.upper:.2%}. With so many wrong it takes {more:,} that pass. Label more (`support eval label`), or "
        "ask for a higher rate with `--wrong-at-most`."
    )
