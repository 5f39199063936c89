"""The self-test by planted errors as a part of a run."""

from __future__ import annotations

from hashlib import sha256

from agent.settings import Settings
from evals.seeded import Outcome
from evals.seeded_report import SeededReport, report
from evals.seeded_suite import measure_seeded
from evals.suite_config import SeededConfig
from evals.suite_types import Bars, Row, SuiteRun, unique


def run_seeded(config: SeededConfig, settings: Settings) -> SuiteRun:
    """Plant errors in true replies; a row fails where an error is sent, or a true line is cut.

    Raises:
        DatasetError: no article may be shown.
        KnowledgeError: the articles, the orders or a model cannot be used.
    """
    run = measure_seeded(
        settings, config.articles, config.orders, today=config.today, seed=config.seed, limit=config.limit
    )
    found = report(run)
    planted, caught = len(run.errors), sum(not one.sent for one in run.errors)
    return SuiteRun(
        suite="seeded",
        rows=unique([_row(one) for one in (*run.errors, *run.true_lines)]),
        measures={
            "caught": round(caught / planted, 4) if planted else None,
            **{f"caught.{group}": one.rate for group, one in found.groups.items()},
            "false_cuts": found.all_true.rate,
        },
        charts=(_kinds(found),),
        note=f"{planted} planted errors and {len(run.true_lines)} true lines, seed {run.seed}",
    )


def _row(one: Outcome) -> Row:
    right = one.sent == (one.kind is None)
    kind = one.kind or f"true line, {one.make}"
    return Row(
        id=f"{kind} {sha256(f'{one.true} {one.text}'.encode()).hexdigest()[:8]}",
        passed=right,
        stage=None if right else "ground",
        text=one.text,
        expected="not sent" if one.kind else "sent",
        got="sent" if one.sent else "not sent",
        why=f"{one.tier}: {one.why}" + (f" (true: {one.true})" if one.true else ""),
        where=kind,
    )


def _kinds(found: SeededReport) -> Bars:
    bars = {
        one.kind: {**{tier: float(n) for tier, n in one.tiers.items()}, "sent": float(one.planted - one.caught)}
        for one in found.kinds
        if one.planted
    }
    return Bars(title="Planted errors: what caught them, and what was sent", bars=bars, unit="planted errors")
