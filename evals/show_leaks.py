"""Printing what the attempts to read another customer's data brought out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.tables import console, table

if TYPE_CHECKING:
    from evals.leaks import LeakReport


def print_leaks(found: LeakReport) -> None:
    """A row for each tool, then every leak."""
    out = console()
    leaks = [one.tool for one in found.leaks]
    rows = {name: (str(n), str(leaks.count(name))) for name, n in sorted(found.tools.items())}
    rows["all"] = (str(found.attempts), str(len(leaks)))
    out.print(table(("through", "attempts", "leaks"), rows))
    out.print(
        f"Seed {found.seed}. Held against a world without the victims: {found.compared_with_no_victim}; against an order "
        f"number that nobody has: {found.compared_with_no_such_order}.",
        soft_wrap=True,
    )
    for one in found.leaks:
        out.print(f"{one.number} {one.tool} ({one.attacker} of {one.victim}, {one.form}): {one.said!r}", soft_wrap=True)
        out.print(f"  {one.found}", soft_wrap=True)
