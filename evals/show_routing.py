"""Printing what the router does for people: the confusion of each set, what it costs, and examples of both mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evals.tables import console, figure, table

if TYPE_CHECKING:
    from evals.routing import RoutingReport, RoutingScores, RoutingSetReport

HEAD = ("set", "precision", "recall", "rightly", "missed", "needless", "spared", "cost", "always")


def print_routing(found: RoutingReport) -> None:
    """A row for each set and one for all, then the examples, set by set."""
    from evals.routing import MISSED_COSTS

    out = console()
    rows = {one.name: _row(one) for one in found.sets}
    if len(found.sets) > 1:
        rows["all"] = _row(found.all)
    out.print(table(HEAD, rows))
    out.print(
        f"cost: needless searches a turn, a missed turn counting as {MISSED_COSTS} of them; always: the same if every turn "
        "were searched.",
        soft_wrap=True,
    )
    if found.all.by_policy:
        out.print(f"Not counted: {found.all.by_policy} turns on topics that the policy hands to a person.")
    for one in found.sets:
        _print_examples(one)


def _row(found: RoutingScores) -> list[str]:
    counts = (found.searched_rightly, found.missed, found.needless, found.spared)
    return [
        figure(found.precision),
        figure(found.recall),
        *(str(count) for count in counts),
        figure(found.cost),
        figure(found.cost_of_searching_always),
    ]


def _print_examples(found: RoutingSetReport) -> None:
    out = console()
    for head, seeking in (("Missed, and an article was wanted", True), ("Searched, and none was wanted", False)):
        examples = [one for one in found.examples if one.knowledge_seeking is seeking]
        if examples:
            out.print(f"\n{found.name}: {head}, for example:")
        for one in examples:
            out.print(f"  {one.id}  {one.message}  →  {one.kind}", soft_wrap=True)
