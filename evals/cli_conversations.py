"""`support eval conversations` and `support eval schema`: are scripted conversations answered as their cases say?

Everything heavy is imported when a command runs, so that listing the commands costs nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from evals.cli_options import AsJson, CasePaths, SettingsFile, print_json, refusing, told_by_kind

Strict = Annotated[bool, typer.Option("--strict", help="Fail, too, where an agent that does no work passes a case.")]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", min=1, max=64, metavar="N", help="Processes; by default 1 for few cases, else one a core."),
]
Tags = Annotated[
    list[str] | None, typer.Option("--tag", metavar="TAG", help="Only cases with this tag; may be repeated.")
]
Names = Annotated[
    list[str] | None,
    typer.Option("--name", metavar="TEXT", help="Only cases with this text in their name; may be repeated."),
]
Keep = Annotated[
    Path | None,
    typer.Option("--keep", metavar="DIR", help="Keep each failing case's data folder here, for `support trace`."),
]
Latency = Annotated[bool, typer.Option("--latency", help="Look at the time budgets of cases, too.")]
Repeat = Annotated[
    int | None,
    typer.Option("--repeat", min=1, max=100, metavar="N", help="Hold each conversation N times; all must pass."),
]
STRICT = 1


def conversations(
    context: typer.Context,
    paths: CasePaths = None,
    strict: Strict = False,
    jobs: Jobs = None,
    tag: Tags = None,
    name: Names = None,
    repeat: Repeat = None,
    latency: Latency = False,
    keep: Keep = None,
    as_json: AsJson = False,
    settings: SettingsFile = None,
) -> None:
    """Hold the conversations of case files, each on a shop of its own, and compare every reply with what is expected.

    Exit status: 0 all passed, 1 a case failed, or with --strict is no test, 2 a case, a setting or an option cannot be
    used, 3 a model, an index or a store cannot.
    """
    from agent.cli import options
    from evals.case_files import chosen, read_case_files
    from evals.conversation_suite import SuiteOptions, measure_conversations
    from evals.show_conversations import print_conversations

    with refusing():
        read = options.read(context, None, settings)
        cases = chosen(read_case_files(paths or (), read), tag or (), name or ())
    with told_by_kind():
        found = measure_conversations(read, cases, SuiteOptions(jobs, keep, latency, repeat=repeat))
    if as_json:
        print_json(found)
    else:
        print_conversations(found, strict=strict)
    if found.passed < found.cases or (strict and found.not_a_test):
        raise typer.Exit(STRICT)


def schema() -> None:
    """Print the JSON Schema of case files (draft 2020-12), for editors and other programs.

    Exit status: 0.
    """
    from evals.case_schema import case_schema

    typer.echo(json.dumps(case_schema(), indent=2, ensure_ascii=False))
