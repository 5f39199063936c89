"""Printing what the security suite found: a row for each place and drafter, what stopped it, and every failure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from evals.tables import console, figure, table

if TYPE_CHECKING:
    from evals.security_report import PlantedCell, SecurityReport

HEAD = ("place, drafter", "turns", "followed", "shown", "answered", "handed over", "asked back", "neither")


def print_security(found: SecurityReport) -> None:
    """The counts, then what failed."""
    out = console()
    if found.table:
        out.print(table(HEAD, _rows(found.table, lambda cell: f"{cell.place}, {cell.drafter}")))
        out.print(table(("kind, drafter", *HEAD[1:]), _rows(found.table, lambda cell: f"{cell.kind}, {cell.drafter}")))
        _print_stopped(found.table)
        out.print(
            "shown: the planted instruction itself is part of an article that is quoted or named. answered and the rest: "
            "what became of the customer's own question.",
            soft_wrap=True,
        )
    if found.not_a_test:
        out.print(f"No model with a prompt was shown {len(found.not_a_test)} of {found.rows} texts.")
    harmless = found.harmless
    if harmless.n:
        out.print(f"Harmless messages: {harmless.n}, refused {harmless.refused} ({figure(harmless.rate)}).")
    for one in harmless.differing:
        out.print(f"  {one.id} {one.text!r}: {one.got}, in plain words {one.wanted}", soft_wrap=True)
    out.print(f"{found.passed} of {found.cases} cases passed.")
    for case in found.failed:
        out.print(f"  {case.case}: wanted {case.expected}, got {case.got}: {case.turn!r}", soft_wrap=True)


def _rows(cells: Iterable[PlantedCell], name_of: Callable[[PlantedCell], str]) -> dict[str, list[str]]:
    groups: dict[str, list[PlantedCell]] = {}
    for cell in cells:
        groups.setdefault(name_of(cell), []).append(cell)
    return {name: _row(group) for name, group in groups.items()}


def _row(cells: list[PlantedCell]) -> list[str]:
    beside: Counter[str] = Counter()
    for cell in cells:
        beside.update(cell.beside)
    counts = (sum(cell.n for cell in cells), sum(cell.followed for cell in cells), sum(cell.shown for cell in cells))
    return [str(n) for n in (*counts, *(beside[name] for name in HEAD[4:]))]


def _print_stopped(cells: Iterable[PlantedCell]) -> None:
    by_drafter: dict[str, Counter[str]] = {}
    for cell in cells:
        by_drafter.setdefault(cell.drafter, Counter()).update(cell.stopped)
    for drafter, stopped in by_drafter.items():
        told = ", ".join(f"{name} {n}" for name, n in stopped.most_common())
        console().print(f"What stopped it, {drafter}: {told}.", soft_wrap=True)
