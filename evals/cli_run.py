"""`support eval run`: every suite that one configuration names, its thresholds, a baseline and a report.

Everything heavy is imported when the command runs, so that listing the commands costs nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evals.cli_options import AsJson, SettingsFile, told_by_kind

if TYPE_CHECKING:
    from agent.settings import Settings
    from evals.report_result import RunResult
    from evals.suite_baseline import Baseline

Config = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE", help="Suites and thresholds (TOML); the shipped suite.toml where left out."
    ),
]
Only = Annotated[
    list[str] | None, typer.Option("--only", metavar="SUITE", help="Run only this suite; may be repeated.")
]
Report = Annotated[
    Path | None,
    typer.Option("--report", metavar="DIR", help="Write report.html, report.jsonl and junit.xml into this folder."),
]
Before = Annotated[
    Path | None, typer.Option("--baseline", metavar="FILE", help="Say what is better and what is worse than there.")
]
SaveBaseline = Annotated[
    Path | None, typer.Option("--save-baseline", metavar="FILE", help="Keep what this run came to, as a baseline.")
]
MISSED = 1


def run(
    context: typer.Context,
    config: Config = None,
    only: Only = None,
    report: Report = None,
    baseline: Before = None,
    save_baseline: SaveBaseline = None,
    as_json: AsJson = False,
    settings: SettingsFile = None,
) -> None:
    """Run all suites of a configuration, hold them to its thresholds, and compare them with a baseline.

    Exit status: 0 all thresholds are met and nothing is worse than the baseline, 1 one is not or something is, 2 the
    configuration, its data, a setting or an option cannot be used, 3 a model, an index or a store cannot.
    """
    from agent.cli import options
    from evals.report_writing import prepare, write_reports
    from evals.show_run import print_run
    from evals.suite_baseline import read_baseline, write_baseline

    with told_by_kind():
        read = options.read(context, None, settings)
        before = read_baseline(baseline) if baseline else None
        if report:
            prepare(report)
        if save_baseline and save_baseline.exists():
            read_baseline(save_baseline)
        found = _result(read, config, only or (), before)
        if report:
            write_reports(found, report)
        if save_baseline:
            write_baseline(found.suites, save_baseline)
    if as_json:
        typer.echo(json.dumps(found.as_json(), ensure_ascii=False))
    else:
        print_run(found)
    if not found.passed:
        raise typer.Exit(MISSED)


def _result(settings: Settings, config: Path | None, only: list[str] | tuple[()], before: Baseline | None) -> RunResult:
    from evals.report_result import RunResult, made_on
    from evals.suite_baseline import differences
    from evals.suite_reading import read_config
    from evals.suite_running import run_suites, thresholds

    configs = read_config(config).suites(only)
    runs = tuple(run_suites(configs, settings))
    return RunResult(
        suites=runs,
        thresholds=tuple(one for each, run in zip(configs, runs, strict=True) for one in thresholds(each, run)),
        differences=differences(before, runs) if before else None,
        made_on=made_on(settings),
    )
