"""Measures of a checker against labels: of what it said, and of the score behind it.

`gold` and `said` are arrays of shape (rows,): True where a row is supported, and where the checker says so. A *flag* is a
row that it says is not supported. `scores` holds the probability, 0 to 1, that a row is supported. A measure that the
rows do not define, such as any that compares both kinds where there is but one, is None.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Scores = NDArray[np.float64]

RESAMPLES = 1_000


def recall_of(wanted: bool, gold: Flags, said: Flags) -> float | None:
    """Share of the rows of one class that are said to be of it, 0 to 1; None without such a row.

    Of the unsupported class it is how many bad rows are flagged; 1 minus that of the supported class is the share of
    good rows that are flagged, the false-alarm rate.
    """
    own = said[gold == wanted]
    return float(np.mean(own == wanted)) if own.size else None


def balanced_accuracy(gold: Flags, said: Flags) -> float | None:
    """Mean of the recalls of both classes, 0 to 1: 0.5 is what a constant answer gets, whatever the shares of the classes.

    Source: Brodersen et al., The balanced accuracy and its posterior distribution (ICPR 2010).
    """
    recalls = recall_of(True, gold, said), recall_of(False, gold, said)
    return None if recalls[0] is None or recalls[1] is None else (recalls[0] + recalls[1]) / 2


def f1_of(wanted: bool, gold: Flags, said: Flags) -> float | None:
    """Harmonic mean of precision and recall of one class, 2 TP / (2 TP + FP + FN); None without a row of it.

    Source: van Rijsbergen, Information Retrieval, 2nd edition (1979), chapter 7.
    """
    held, claimed = gold == wanted, said == wanted
    return float(2 * np.sum(held & claimed) / (np.sum(held) + np.sum(claimed))) if held.any() else None


def auroc(gold: Flags, scores: Scores) -> float | None:
    """Chance that a supported row scores above an unsupported one, ties counting half: the area under the ROC curve.

    It is the Mann-Whitney statistic U, taken from mid-ranks, over the number of pairs.
    Source: Hanley and McNeil, The meaning and use of the area under a ROC curve (Radiology 143, 1982).
    """
    good = int(gold.sum())
    bad = len(gold) - good
    if not good or not bad:
        return None
    _, place, ties = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(ties) - (ties - 1) / 2)[place]
    return float((ranks[gold].sum() - good * (good + 1) / 2) / (good * bad))


def precision_at_base_rate(recall: float, false_alarm_rate: float, base_rate: float) -> float | None:
    """Share of the flags that are right where `base_rate` of the rows are bad; None where nothing is ever flagged.

    A test set is far richer in bad rows than a shop's own drafts are, and its precision flatters a checker for that.
    By Bayes: base rate · recall / (base rate · recall + (1 - base rate) · false-alarm rate).
    Source: Axelsson, The base-rate fallacy and the difficulty of intrusion detection (TISSEC 3, 2000).
    """
    right, wrong = base_rate * recall, (1 - base_rate) * false_alarm_rate
    return right / (right + wrong) if right + wrong else None


def expected_calibration_error(gold: Flags, scores: Scores, bins: int = 10) -> float:
    """Mean gap between the score and the share that is supported, 0 to 1, over bins of equal width weighted by their rows.

    Source: Guo et al., On Calibration of Modern Neural Networks (ICML 2017), for a two-way probability.
    """
    place = np.minimum((scores * bins).astype(int), bins - 1)
    gaps = np.bincount(place, weights=scores - gold, minlength=bins)
    return float(np.abs(gaps).sum() / len(gold))


def bootstrap_interval(gold: Flags, said: Flags, share: float = 0.95, seed: int = 0) -> tuple[float, float] | None:
    """Percentile interval of the balanced accuracy over resamples of the rows; None where that is not defined.

    Rows drawn with replacement are draws of the four cells of the confusion table, which is all the measure looks at.
    A resample that misses a class is left out. Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), ch. 13.
    """
    if gold.all() or not gold.any():
        return None
    cells = np.bincount(2 * gold.astype(int) + said, minlength=4)
    drawn = np.random.default_rng(seed).multinomial(len(gold), cells / len(gold), size=RESAMPLES)
    bad, good = drawn[:, :2].sum(axis=1), drawn[:, 2:].sum(axis=1)
    both = (bad > 0) & (good > 0)
    values = (drawn[both, 0] / bad[both] + drawn[both, 3] / good[both]) / 2
    low, high = np.quantile(values, [(1 - share) / 2, (1 + share) / 2])
    return float(low), float(high)
