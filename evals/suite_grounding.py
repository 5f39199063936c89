"""The grounding suite as a part of a run."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import numpy as np

from agent.settings import Settings
from evals.grounding_files import GroundingRow, read_grounding
from evals.grounding_report import GroundingReport
from evals.grounding_scoring import Checked
from evals.suite_config import GroundingConfig
from evals.suite_types import Bars, Curve, Row, SuiteRun, unique
from evals.suites import measure_grounding

BINS = 10


def run_grounding(config: GroundingConfig, settings: Settings) -> SuiteRun:
    """Check every claim; a row fails where the product lets an unsupported one pass, or stops a supported one.

    Raises:
        DatasetError: a file cannot be used.
        ModelError: a model cannot.
    """
    sets = [read_grounding(file).split(config.split).sample(config.limit) for file in config.files]
    checked: list[Checked] = []
    found = measure_grounding(settings, sets, (), each_tier=False, seen=checked.append)
    served = found.thresholds.served
    mean = found.mean
    measures = {
        name: getattr(mean, name) for name in ("balanced_accuracy", "auroc", "f1_unsupported", "calibration_error")
    } | {name: getattr(mean.served, name) for name in ("passed", "let_through", "wrong_answer_rate")}
    where = [one.name for one in sets for _ in one.rows]
    return SuiteRun(
        suite="grounding",
        rows=unique([_row(one, name, served) for one, name in zip(checked, where, strict=True)]),
        measures=measures,
        charts=(_tiers(found), _curve(checked)),
        note=f"verifier {found.verifier or 'none'}, its word counts from {served:.3f}",
    )


def _row(one: Checked, where: str, served: float) -> Row:
    passes = one.passes(served)
    told = "; ".join(f"{verdict.label} by {verdict.tier}: {verdict.reason}" for verdict in one.verdicts)
    right = passes == one.row.supported
    return Row(
        id=one.row.id or _hashed(one.row),
        passed=right,
        stage=None if right else "ground",
        text=one.row.claim,
        expected="passes" if one.row.supported else "does not pass",
        got="passes" if passes else "does not pass",
        why=told,
        where=f"{where}, {one.row.kind}" if one.row.kind else where,
    )


def _hashed(row: GroundingRow) -> str:
    """A name for a row that has none: the same as long as its texts are."""
    return sha256("\n".join((row.claim, *row.evidence)).encode()).hexdigest()[:10]


def _tiers(found: GroundingReport) -> Bars:
    shares = {tier: {"": round(100 * share, 1)} for tier, share in found.mean.tiers.items() if share is not None}
    return Bars(title="Claims of the labelled rows that each tier settled", bars=shares, unit="% of the claims")


def _curve(checked: Sequence[Checked]) -> Curve:
    """Of the rows of one claim that the verifier read: its probability, and the share that is supported."""
    read = [
        (verdict.entailment, one.row.supported)
        for one in checked
        if len(one.verdicts) == 1
        for verdict in one.verdicts
        if verdict.entailment is not None and verdict.tier in ("nli", "person")
    ]
    points = []
    for place in range(BINS):
        inside = [pair for pair in read if min(int(pair[0] * BINS), BINS - 1) == place]
        if inside:
            said, held = np.array(inside, dtype=float).mean(axis=0)
            points.append((round(float(said), 4), round(float(held), 4), len(inside)))
    return Curve(
        title="Is the verifier as sure as it should be?",
        points=tuple(points),
        across="probability of entailment that it gives",
        up="share that is supported",
    )
