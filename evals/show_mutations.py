"""Printing which cases fail without each guard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.cli.show import say
from evals.tables import console, table

if TYPE_CHECKING:
    from evals.mutations import GuardResult, MutationReport

HEAD = ("guard", "held", "fail without it", "stops")
NAMED = 3
"""Failing cases that are named for a guard; `--json` has all."""


def print_guards(found: MutationReport) -> None:
    """A row for each guard, some of the cases that fail without it, then what is wanting."""
    console().print(table(HEAD, {one.guard: _cells(one) for one in found.guards}))
    for one in found.guards:
        if one.failed:
            more = f" and {len(one.failed) - NAMED} more" if len(one.failed) > NAMED else ""
            say(f"{one.guard}: {', '.join(one.failed[:NAMED])}{more}")
    for name in found.missing:
        say(f"NO CASE  {name}: every case passes without it")
    for name in found.broken:
        say(f"FAILED   {name}: fails with every guard in place")


def _cells(one: GuardResult) -> tuple[str, ...]:
    return (str(one.held), str(len(one.failed)), one.stops)
