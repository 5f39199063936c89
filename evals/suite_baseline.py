"""A baseline: what a run came to, kept in a file, and what is better or worse since.

Sorted and without times, so that two baselines can be compared as texts, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from evals.errors import BaselineError, ReportError
from evals.suite_measures import MEASURES
from evals.suite_types import STAGES, Row, StageName, SuiteName, SuiteRun, SuiteTurn
from knowledge.types import Value

SAME = 1e-9
"""Measures that are nearer than this are the same."""

Change = Literal["better", "worse", "other"]
"""`other`: what passes as before by other ways, and what is new."""


class KeptRow(Value):
    """What is kept of a row."""

    passed: bool
    stage: StageName | None = None
    turns: tuple[dict[StageName, str], ...] = ()
    """Hashes of what each stage came to, turn by turn; of conversations only."""


class KeptSuite(Value):
    """What is kept of a suite."""

    measures: dict[str, float | None]
    rows: dict[str, KeptRow]


class Baseline(Value):
    """What is kept of a run."""

    suites: dict[SuiteName, KeptSuite]


class Difference(Value):
    """One thing that is not what it was."""

    change: Change
    suite: SuiteName
    what: str
    """A measure, or the name of a row."""
    stage: StageName | None = None
    """The stage that makes the difference, where one is known."""
    turn: int | None = None
    """The turn in which it does, from 1."""
    before: str
    now: str


def baseline_of(runs: Sequence[SuiteRun]) -> Baseline:
    """What is kept of a run."""
    return Baseline(suites={run.suite: _kept(run) for run in runs})


def write_baseline(runs: Sequence[SuiteRun], path: Path) -> None:
    """Write a baseline; the suites of an earlier one that did not run stay as they are.

    Raises:
        BaselineError: what stands there is no baseline.
        ReportError: the file cannot be written.
    """
    earlier = read_baseline(path).suites if path.exists() else {}
    found = Baseline(suites={**earlier, **baseline_of(runs).suites})
    text = json.dumps(
        found.model_dump(mode="json", exclude_defaults=True), indent=1, sort_keys=True, ensure_ascii=False
    )
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise ReportError(
            f"{path} cannot be written ({error.strerror}): wanted a file in a folder that is there. "
            "Name another with `--save-baseline FILE`."
        ) from error


def read_baseline(path: Path) -> Baseline:
    """Read a baseline.

    Raises:
        BaselineError: it cannot be read, or is none.
    """
    try:
        return Baseline.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise BaselineError(
            f"{path} cannot be read ({reason}). Make one with `support eval run --save-baseline FILE`."
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise BaselineError(
            f"{path} is no baseline ({place}: {first['msg']}). Make one anew with `support eval run --save-baseline FILE`."
        ) from None


def differences(before: Baseline, runs: Sequence[SuiteRun]) -> tuple[Difference, ...]:
    """What is worse, better and otherwise than before, in this order; suites that did not run are not looked at."""
    found = [one for run in runs if run.suite in before.suites for one in _of_suite(before.suites[run.suite], run)]
    order = ("worse", "better", "other")
    return tuple(sorted(found, key=lambda one: order.index(one.change)))


def _kept(run: SuiteRun) -> KeptSuite:
    known = MEASURES[run.suite]
    measures = {name: value for name, value in run.measures.items() if known.get(name) != "neither"}
    rows = {
        row.id: KeptRow(passed=row.passed, stage=row.stage, turns=tuple(turn.digests for turn in row.turns))
        for row in run.rows
    }
    return KeptSuite(measures=measures, rows=rows)


def _of_suite(before: KeptSuite, run: SuiteRun) -> Iterator[Difference]:
    yield from _measures(before.measures, run)
    now = {row.id: row for row in run.rows}
    for name, row in now.items():
        if one := _row(run.suite, before.rows.get(name), row):
            yield one
    for name, kept in before.rows.items():
        if name not in now:
            change: Change = "worse" if kept.passed else "other"
            yield Difference(change=change, suite=run.suite, what=name, before=_told(kept.passed), now="not run")


def _measures(before: Mapping[str, float | None], run: SuiteRun) -> Iterator[Difference]:
    for name, value in run.measures.items():
        better, old = MEASURES[run.suite].get(name), before.get(name)
        if name not in before or better in (None, "neither") or old == value:
            continue
        change: Change = "other"
        if old is not None and value is not None:
            gain = (value - old) * (1 if better == "higher" else -1)
            if abs(gain) < SAME:
                continue
            change = "better" if gain > 0 else "worse"
        elif value is None:
            change = "worse"  # what is no longer measured cannot be trusted to be as it was
        yield Difference(change=change, suite=run.suite, what=name, before=f"{old}", now=f"{value}")


def _row(suite: SuiteName, before: KeptRow | None, row: Row) -> Difference | None:
    if before is None:
        change: Change = "other" if row.passed else "worse"
        return Difference(
            change=change, suite=suite, what=row.id, stage=row.stage, before="not there", now=_told(row.passed)
        )
    turn, stage = first_difference(before.turns, row.turns)
    if before.passed == row.passed and stage is None and before.stage == row.stage:
        return None
    change = "other" if before.passed == row.passed else "better" if row.passed else "worse"
    return Difference(
        change=change,
        suite=suite,
        what=row.id,
        stage=stage or row.stage or before.stage,
        turn=turn,
        before=_told(before.passed),
        now=_told(row.passed),
    )


def first_difference(
    before: Sequence[Mapping[StageName, str]], now: Sequence[SuiteTurn]
) -> tuple[int | None, StageName | None]:
    """The first turn, from 1, and in it the first stage that came to something else; None where there is none."""
    for number, (old, turn) in enumerate(zip(before, now, strict=False), 1):
        for stage in STAGES:
            if old.get(stage) != turn.digests.get(stage):
                return number, stage
    return None, None


def _told(passed: bool) -> str:
    return "passed" if passed else "failed"
