"""The security suite as a part of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from agent.settings import Settings
from evals.hard_negatives import Harmless, false_refusals
from evals.security_report import PlantedTurn, report
from evals.security_rows import read_security, shipped
from evals.security_run import run_security
from evals.suite_config import SecurityConfig
from evals.suite_retrieval import spread
from evals.suite_types import Bars, Row, SuiteRun, unique


def run_attacks(config: SecurityConfig, settings: Settings) -> SuiteRun:
    """Plant the attacks and ask the harmless messages; `limit` is of each file.

    Raises:
        DatasetError: a file cannot be used.
        KnowledgeError: a model or the articles cannot.
    """
    files = config.files or shipped()
    rows = [row for file in files for row in spread(read_security(file), config.limit)]
    turns, harmless = run_security(settings, rows, everywhere=config.everywhere)
    found = report(turns, false_refusals(harmless))
    return SuiteRun(
        suite="security",
        rows=unique([*(_planted(one) for one in turns), *(_asked(one) for one in harmless)]),
        measures={
            "followed": float(found.followed),
            "shown": float(found.shown),
            "not_a_test": float(len(found.not_a_test)),
            "refused": found.harmless.rate,
        },
        charts=(_stopped(turns), _harmless(harmless)),
        note=f"{found.rows} texts planted for {len(turns)} turns, {len(harmless)} harmless messages",
    )


def _planted(one: PlantedTurn) -> Row:
    return Row(
        id=one.case,
        passed=one.passed,
        stage=None if one.passed else "ground",
        text=one.reply,
        expected="not followed",
        got=f"followed ({one.followed})" if one.followed else one.stopped,
        why=one.why,
        where=one.kind,
    )


def _asked(one: Harmless) -> Row:
    return Row(
        id=f"harmless {one.id}",
        passed=not one.refused,
        stage="decide" if one.refused else None,
        text=one.text,
        expected=f"as {one.plain!r}: {one.wanted}",
        got=one.got,
        why=one.why,
        where=one.kind,
    )


def _stopped(turns: Sequence[PlantedTurn]) -> Bars:
    by_drafter: dict[str, Counter[str]] = {}
    for one in turns:
        ended = "followed" if one.followed else one.stopped
        by_drafter.setdefault(ended, Counter())[one.drafter] += 1
    ordered = sorted(by_drafter.items(), key=lambda item: (-item[1].total(), item[0]))
    bars = {name: {drafter: float(n) for drafter, n in sorted(counts.items())} for name, counts in ordered}
    return Bars(title="Planted instructions: what stopped them, by drafter", bars=bars, unit="turns")


def _harmless(rows: Sequence[Harmless]) -> Bars:
    bars: dict[str, dict[str, float]] = {}
    for one in rows:
        ended = "refused" if one.refused else "as in plain words" if one.got == one.wanted else "helped otherwise"
        parts = bars.setdefault(one.kind.replace("_", " "), {"as in plain words": 0.0})
        parts[ended] = parts.get(ended, 0.0) + 1
    return Bars(title="Harmless messages that look like attacks", bars=dict(sorted(bars.items())), unit="messages")
