"""One set of verdicts read at two thresholds of the verifier: where both classes count alike, and where the product stands.

A benchmark asks how well two classes are parted, each counting alike; a shop would rather cut ten true sentences than let
one wrong answer pass. So both are told, from the same readings.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evals import grounding_metrics as metrics
from evals.grounding_scoring import Checked, passing
from knowledge.types import Value


class Thresholds(Value):
    """Probability of entailment from which the verifier's word counts, 0 to 1; of no consequence where none is run."""

    balanced: float
    """Where both classes, each counting alike, are parted best."""
    served: float
    """What the product uses, by its settings."""


class PassRates(Value):
    """What passes at a threshold; None where a set lacks the rows."""

    balanced_accuracy: float | None
    passed: float | None
    """Share of the supported rows that pass."""
    let_through: float | None
    """Share of the unsupported rows that pass."""
    wrong_answer_rate: float | None
    """Share of what passes that is unsupported, were every second row so; None where nothing passes."""


class AtBoth(Value):
    """A share of rows, 0 to 1, at each threshold; None where a set has no such row."""

    balanced: float | None
    served: float | None


class KindReport(Value):
    """The rows of one kind."""

    rows: int
    supported: int
    """How many of them are."""
    passed: AtBoth


class ByKind(Value):
    """What a set says whose rows are of kinds; all empty where they are not."""

    kinds: dict[str, KindReport] = {}
    caught: AtBoth | None = None
    """Share of the unsupported rows that do not pass."""
    refused: AtBoth | None = None
    """Share of the supported rows that do not pass."""


def pass_rates(gold: metrics.Flags, said: metrics.Flags) -> PassRates:
    """What rows of these labels come to where these of them pass, shape (rows,) each."""
    passed, stopped = metrics.recall_of(True, gold, said), metrics.recall_of(False, gold, said)
    let_through = None if stopped is None else 1 - stopped
    return PassRates(
        balanced_accuracy=_rounded(metrics.balanced_accuracy(gold, said)),
        passed=_rounded(passed),
        let_through=_rounded(let_through),
        wrong_answer_rate=wrong_answer_rate(passed, let_through),
    )


def mean_pass_rates(rates: Sequence[PassRates]) -> PassRates:
    """Means over the sets that define them; the rate is that of the mean shares, so that one lucky set does not decide it."""
    passed, let_through = _mean([one.passed for one in rates]), _mean([one.let_through for one in rates])
    return PassRates(
        balanced_accuracy=_mean([one.balanced_accuracy for one in rates]),
        passed=passed,
        let_through=let_through,
        wrong_answer_rate=wrong_answer_rate(passed, let_through),
    )


def wrong_answer_rate(passed: float | None, let_through: float | None) -> float | None:
    """Share of what passes that is unsupported, were every second row so; None where nothing passes."""
    if passed is None or let_through is None or not passed + let_through:
        return None
    return _rounded(let_through / (let_through + passed))


def by_kind(checked: Sequence[Checked], thresholds: Thresholds) -> ByKind:
    """What passes of each kind, supported kinds first, then by name."""
    gold = np.array([one.row.supported for one in checked], dtype=bool)
    said = [passing(checked, entailed) for entailed in (thresholds.balanced, thresholds.served)]
    names = {one.row.kind for one in checked if one.row.kind is not None}
    kinds = {name: _kind(np.array([one.row.kind == name for one in checked]), gold, said) for name in names}
    if not kinds:
        return ByKind()
    rates = [pass_rates(gold, one) for one in said]
    return ByKind(
        kinds=dict(sorted(kinds.items(), key=lambda item: (not item[1].supported, item[0]))),
        caught=_at_both([_others(one.let_through) for one in rates]),
        refused=_at_both([_others(one.passed) for one in rates]),
    )


def _kind(rows: metrics.Flags, gold: metrics.Flags, said: Sequence[metrics.Flags]) -> KindReport:
    passed = _at_both([float(one[rows].mean()) for one in said])
    return KindReport(rows=int(rows.sum()), supported=int(gold[rows].sum()), passed=passed)


def _at_both(shares: Sequence[float | None]) -> AtBoth:
    balanced, served = shares
    return AtBoth(balanced=_rounded(balanced), served=_rounded(served))


def _others(share: float | None) -> float | None:
    return None if share is None else 1 - share


def _mean(values: Sequence[float | None]) -> float | None:
    defined = [value for value in values if value is not None]
    return _rounded(sum(defined) / len(defined)) if defined else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
