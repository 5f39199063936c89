"""`support eval mutations`: does a case fail when a guard is switched off?

Everything heavy is imported when a command runs, so that listing the commands costs nothing.
"""

from __future__ import annotations

from typing import Annotated

import typer

from evals.cli_options import AsJson, CasePaths, SettingsFile, print_json, refusing, told_by_kind

Guards = Annotated[
    list[str] | None, typer.Option("--guard", metavar="TEXT", help="Only guards with this text in their name.")
]
Every = Annotated[bool, typer.Option("--all", help="Hold every case without each guard, not only those with its tags.")]
UNTESTED = 1


def mutations(
    context: typer.Context,
    paths: CasePaths = None,
    guard: Guards = None,
    every: Every = False,
    as_json: AsJson = False,
    settings: SettingsFile = None,
) -> None:
    """Switch off one guard at a time, and list the cases that fail without it.

    Exit status: 0 every guard is missed by a case, 1 a guard is missed by none, or a case fails with all guards in place,
    2 a case, a setting or an option cannot be used, 3 a model, an index or a store cannot.
    """
    from agent.cli import options
    from agent.errors import InputError
    from evals.case_files import read_case_files
    from evals.guards import GUARDS
    from evals.mutations import measure_guards
    from evals.show_mutations import print_guards

    with refusing():
        read = options.read(context, None, settings)
        cases = read_case_files(paths or (), read)
        wanted = [one for one in GUARDS if not guard or any(text.casefold() in one.name.casefold() for text in guard)]
        if not wanted:
            raise InputError(f"No guard was chosen. Guards: {', '.join(one.name for one in GUARDS)}.")
    with told_by_kind():
        found = measure_guards(read, cases, wanted, every=every)
    if as_json:
        print_json(found)
    else:
        print_guards(found)
    if found.missing or found.broken:
        raise typer.Exit(UNTESTED)
