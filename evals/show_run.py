"""Printing a run on the terminal: a row for each suite, the thresholds, what failed them, and what changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agent.cli.show import say
from evals.tables import console, table

if TYPE_CHECKING:
    from evals.report_result import RunResult
    from evals.suite_types import Row, SuiteRun

LISTED = 10
"""Rows of a suite, and differences, that are printed."""
LINE = 160
"""Characters of an expectation that are printed."""


def print_run(result: RunResult) -> None:
    """Everything a person wants to know at once; the page has the rest."""
    out = console()
    suites: dict[str, list[str]] = {run.suite: _suite(run) for run in result.suites}
    out.print(table(("suite", "cases", "passed", "seconds"), suites))
    held = {
        f"{one.suite} {one.measure}": [
            f"{one.bound.replace('_', ' ')} {one.wanted:g}",
            "–" if one.got is None else f"{one.got:.4g}",
            "met" if one.met else "MISSED",
        ]
        for one in result.thresholds
    }
    out.print(table(("threshold", "wanted", "got", ""), held))
    missed = {one.suite for one in result.unmet}
    for run in result.suites:
        if run.suite in missed:
            _print_failed(run)
    _print_differences(result)
    say(result.sentence)


def _suite(run: SuiteRun) -> list[str]:
    return [f"{len(run.rows):,}", f"{len(run.rows) - len(run.failed):,}", f"{run.seconds:.1f}"]


def _print_failed(run: SuiteRun) -> None:
    for row in run.failed[:LISTED]:
        _print_row(run.suite, row)
    if len(run.failed) > LISTED:
        say(f"and {len(run.failed) - LISTED} more of {run.suite}")


def _print_row(suite: str, row: Row) -> None:
    say(f"FAILED   {suite}: {row.id} at {row.stage}")
    say(f"    expected  {_line(row.expected)}")
    say(f"    got       {_line(row.got)}")


def _print_differences(result: RunResult) -> None:
    told: Sequence[str] = [
        f"{one.change.upper():<7} {one.suite}: {one.what}, {one.before} → {one.now}"
        + (f", turn {one.turn}" if one.turn else "")
        + (f", first at {one.stage}" if one.stage else "")
        for one in result.differences or ()
        if one.change != "other"
    ]
    for line in told[: 4 * LISTED]:
        say(line)
    other = sum(one.change == "other" for one in result.differences or ())
    if other:
        say(f"{other} rows end as before by other ways, or are new.")


def _line(text: str) -> str:
    one = " ".join(text.split())
    return one if len(one) <= LINE else f"{one[: LINE - 1]}…"
