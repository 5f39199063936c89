"""Printing refusals for people: precision and recall, and every question that ended the wrong way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evals.tables import console, figure, table

if TYPE_CHECKING:
    from evals.refusals import Asked, RefusalReport, RefusalScores


def print_refusals(found: RefusalReport) -> None:
    """A row for each set and one for all, then the wrong ones, set by set."""
    out = console()
    rows = {one.name: _row(one) for one in found.sets}
    if len(found.sets) > 1:
        rows["all"] = _row(found.all)
    out.print(table(("set", "precision", "recall", "refused", "rightly", "unanswerable", "answered", "on topic"), rows))
    for one in found.sets:
        if one.wrong:
            out.print(f"\n{one.name}: {len(one.wrong)} of {one.questions} ended the wrong way")
            _print_wrong("Answered, and no article answers:", [asked for asked in one.wrong if not asked.answerable])
            _print_wrong("Not answered, and an article answers:", [asked for asked in one.wrong if asked.answerable])


def _row(found: RefusalScores) -> list[str]:
    answerable = found.questions - found.unanswerable
    return [
        figure(found.precision),
        figure(found.recall),
        str(found.refused),
        str(found.refused_rightly),
        str(found.unanswerable),
        f"{found.answered}/{answerable}",
        str(found.answered_on_topic),
    ]


def _print_wrong(head: str, asked: Sequence[Asked]) -> None:
    if not asked:
        return
    out = console()
    out.print(f"  {head}")
    for one in asked:
        cited = ", ".join(one.cited) or one.why
        out.print(f"    {one.id}  {one.question}  →  {one.outcome}: {cited}", soft_wrap=True)
