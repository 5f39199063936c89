"""From checked rows to figures, set by set and on the mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from agent.types import TierName
from evals import grounding_metrics as metrics
from evals.grounding_scoring import Checked, answers, passing, support_score, three_way_accuracy
from evals.thresholds import ByKind, PassRates, Thresholds, by_kind, mean_pass_rates, pass_rates
from knowledge.types import Value

BASE_RATES = (0.02, 0.05, 0.10)
"""Shares of bad rows that a shop's own drafts may have."""


class Measures(Value):
    """Figures of one set, or their means over the sets that define them; None where there is no such figure.

    All but `served` are told at the verifier's balanced threshold.
    """

    balanced_accuracy: float | None
    """Supported or not, 0 to 1; 0.5 is what a constant answer gets."""
    f1_unsupported: float | None
    auroc: float | None
    """Of `support_score`."""
    precision_at: dict[str, float | None]
    """Share of the flags that are right where that share of the rows is bad; None also where nothing is flagged."""
    calibration_error: float | None
    """Expected gap between `support_score` and the share that is supported, ten bins."""
    accuracy: float | None
    """Three-way, of the rows that carry an inference label; `not_entailment` is met by neutral and by contradiction."""
    served: PassRates
    """What the product does, at its own threshold."""
    tiers: dict[str, float | None]
    """Share of the claims that each tier settled."""
    alone: dict[str, float | None] = {}
    """Balanced accuracy of each tier by itself, where that was asked for."""
    rows_per_second: float | None
    pairs_per_second: float | None
    """Read by the verifier, in its own time."""


class SetSize(Value):
    """What was measured on."""

    name: str
    rows: int
    unsupported: int
    interval: tuple[float, float] | None
    """Of the balanced accuracy, 95 %, by resampling the rows."""
    note: str | None
    """Which measures have no value, and why."""


class SetReport(ByKind, Measures, SetSize):
    """What one set says about the cascade."""


class GroundingReport(Value):
    """All sets, and the mean in which each counts alike."""

    sets: tuple[SetReport, ...]
    mean: Measures
    verifier: str | None
    """Name of the model of the NLI tier; None where none was run."""
    thresholds: Thresholds
    """Of the verifier."""


def report(sets: Sequence[SetReport], thresholds: Thresholds, verifier: str | None) -> GroundingReport:
    """One report of all sets, at least one; a mean skips the sets that do not define the measure."""
    means = {name: _mean([getattr(found, name) for found in sets]) for name in Measures.model_fields}
    mean = Measures.model_validate(means)
    return GroundingReport(sets=tuple(sets), mean=mean, verifier=verifier, thresholds=thresholds)


def set_report(
    name: str,
    checked: Sequence[Checked],
    thresholds: Thresholds,
    *,
    tiers: Sequence[TierName],
    alone: Mapping[TierName, Sequence[Checked]],
    rows_per_second: float,
    pairs_per_second: float | None,
) -> SetReport:
    """The figures of at least one row that a cascade of these tiers checked, its verifier at the balanced threshold."""
    gold, said = answers(checked, thresholds.balanced)
    scores = np.array([support_score(one.verdicts) for one in checked])
    kinds = by_kind(checked, thresholds)
    recall, passed = metrics.recall_of(False, gold, said), metrics.recall_of(True, gold, said)
    return SetReport(
        name=name,
        rows=len(checked),
        unsupported=int(np.sum(~gold)),
        balanced_accuracy=_rounded(metrics.balanced_accuracy(gold, said)),
        interval=_rounded_pair(metrics.bootstrap_interval(gold, said)),
        f1_unsupported=_rounded(metrics.f1_of(False, gold, said)),
        auroc=_rounded(metrics.auroc(gold, scores)),
        precision_at={f"{rate:.2f}": _precision(recall, passed, rate) for rate in BASE_RATES},
        calibration_error=_rounded(metrics.expected_calibration_error(gold, scores)),
        accuracy=_rounded(three_way_accuracy(checked)),
        served=pass_rates(gold, passing(checked, thresholds.served)),
        tiers=_shares(checked, tiers),
        alone={
            tier: _rounded(metrics.balanced_accuracy(*answers(rows, thresholds.balanced)))
            for tier, rows in alone.items()
        },
        rows_per_second=_rounded(rows_per_second, 1),
        pairs_per_second=_rounded(pairs_per_second, 1),
        note=_note(gold),
        kinds=kinds.kinds,
        caught=kinds.caught,
        refused=kinds.refused,
    )


def _precision(recall: float | None, passed: float | None, base_rate: float) -> float | None:
    if recall is None or passed is None:
        return None
    return _rounded(metrics.precision_at_base_rate(recall, 1 - passed, base_rate))


def _shares(checked: Sequence[Checked], tiers: Sequence[TierName]) -> dict[str, float | None]:
    counts = Counter(verdict.tier for one in checked for verdict in one.verdicts)
    return {tier: _rounded(counts[tier] / counts.total()) for tier in tiers}


def _note(gold: metrics.Flags) -> str | None:
    if gold.any() and not gold.all():
        return None
    kind = "supported" if gold.all() else "unsupported"
    only_good = "F1 of the unsupported, " if gold.all() else ""
    return (
        f"Every row is {kind}: {only_good}balanced accuracy, AUROC and precision at a base rate are not defined and are "
        "left out of the mean."
    )


def _mean(values: Sequence[Any]) -> Any:
    """Of numbers, None left out; of tables, by key."""
    if isinstance(values[0], PassRates):
        return mean_pass_rates(values)
    if isinstance(values[0], dict):
        return {key: _mean([value[key] for value in values]) for key in values[0]}
    defined = [value for value in values if value is not None]
    return _rounded(fmean(defined)) if defined else None


def _rounded(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else round(value, digits)


def _rounded_pair(pair: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if pair is None else (round(pair[0], 4), round(pair[1], 4))
