"""Printing a seeded run for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evals.tables import console, table

if TYPE_CHECKING:
    from rich.table import Table

    from evals.seeded_report import Example, SeededReport


def print_seeded(found: SeededReport, *, verbose: bool = False) -> None:
    """Errors by kind and by group, true lines by make, what settled the claims, and what is short of the bar."""
    out = console()
    out.print(_kinds(found))
    out.print(_groups(found))
    out.print(_makes(found))
    if found.before_nli is not None:
        out.print(f"Settled before the NLI tier: {found.before_nli:.1%} of {sum(found.settled.values()):,} claims.\n")
    if verbose:
        for one in found.kinds:
            out.print(*_examples(f"Missed, {one.kind}", one.misses), sep="\n", end="")
        for make, lines in found.false_cuts.items():
            out.print(*_examples(f"Cut though true, {make}", lines.examples), sep="\n", end="")
    for line in found.failed:
        out.print(f"Below the bar: {line}.")


def _kinds(found: SeededReport) -> Table:
    rows: dict[str, Sequence[str]] = {
        one.kind: [f"{one.planted}", f"{one.caught}", _percent(one.rate), _told(one.tiers), _told(one.missed)]
        for one in found.kinds
        if one.planted
    }
    return table(("error", "planted", "caught", "share", "caught by", "let through by"), rows)


def _groups(found: SeededReport) -> Table:
    rows: dict[str, Sequence[str]] = {
        group: [f"{one.planted}", f"{one.caught}", _percent(one.rate), _percent(found.bar.least_caught.get(group))]
        for group, one in found.groups.items()
    }
    return table(("group", "planted", "caught", "share", "wanted"), rows)


def _makes(found: SeededReport) -> Table:
    rows: dict[str, Sequence[str]] = {
        make: [f"{one.lines}", f"{one.cut}", _percent(one.rate), _told(one.tiers)]
        for make, one in found.false_cuts.items()
    }
    whole = found.all_true
    rows["all"] = [f"{whole.lines}", f"{whole.cut}", _percent(whole.rate), _told(whole.tiers)]
    return table(("true lines", "lines", "cut", "share", "cut by"), rows)


def _examples(title: str, examples: Sequence[Example]) -> list[str]:
    lines = [f"{title}:"] if examples else []
    for one in examples:
        lines.append(f"  {one.text}{f'  (was: {one.true})' if one.true else ''}")
        lines.append(f"    {one.tier}: {one.why}")
    return [*lines, ""]


def _told(tiers: dict[str, int]) -> str:
    return " · ".join(f"{name} {count}" for name, count in tiers.items()) or "–"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"
