"""Printing what came of conversation cases: a row for each file and tag, then every failure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agent.cli.show import say
from evals.tables import console, table

if TYPE_CHECKING:
    from evals.case_results import CaseResult
    from evals.conversation_suite import ConversationReport

WHAT_TELLS = "Expect what only a checked answer has: `cites`, `proved_by`, or a `draft` and what is `cut` of it."
HEAD = ("file or tag", "cases", "passed", "no test", "turns", "seconds")


def print_conversations(found: ConversationReport, *, strict: bool) -> None:
    """The counts, then what failed and what is no test."""
    out = console()
    out.print(table(HEAD, _rows(found.results)))
    for result in found.results:
        if not result.passed:
            _print_failed(result)
    for name, agents in found.passed_by.items():
        say(f"NO TEST  {name}: passed by {', '.join(agents)}. {WHAT_TELLS}")
    for name, chances in found.pass_hat.items():
        say(f"{name}: " + " · ".join(f"{k} {chance:.2f}" for k, chance in chances.items()))
    weak = len(found.not_a_test)
    no_test = (
        f" {weak} {'is' if weak == 1 else 'are'} no test{'' if strict else ' (--strict fails them)'}." if weak else ""
    )
    say(f"{found.passed} of {found.cases} cases passed in {found.seconds:.1f} s.{no_test}")


def _print_failed(result: CaseResult) -> None:
    say(f"FAILED   {result.case}  ({result.file})")
    if result.why:
        say(f"  {result.why}", style="dim")
    for one in result.unmet:
        at = "at the end" if one.turn == "finally" else f"turn {one.turn}"
        say(f"  {at}{f', {one.turn_id}' if one.turn_id else ''}: {one.key}")
        say(f"    expected  {one.expected}")
        say(f"    got       {one.got}")
    kept = next((run.home for run in result.runs if run.home), None)
    turn = next((one.turn_id for one in result.unmet if one.turn_id), "last")
    if kept:
        say(f"  support --home {kept} trace {turn}")


def _rows(results: Sequence[CaseResult]) -> dict[str, list[str]]:
    groups: dict[str, list[CaseResult]] = {}
    for result in results:
        groups.setdefault(result.file.rsplit("/", 1)[-1], []).append(result)
    tags: dict[str, list[CaseResult]] = {}
    for result in results:
        for tag in result.tags:
            tags.setdefault(f"#{tag}", []).append(result)
    return {name: _row(group) for name, group in (*groups.items(), *sorted(tags.items()))}


def _row(group: Sequence[CaseResult]) -> list[str]:
    runs = [run for one in group for run in one.runs]
    counts = (
        len(group),
        sum(one.passed for one in group),
        sum(bool(one.passed_by) for one in group),
        sum(run.turns for run in runs),
    )
    return [*(str(n) for n in counts), f"{sum(run.seconds for run in runs):.1f}"]
