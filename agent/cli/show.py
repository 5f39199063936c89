"""Printing for people and for scripts. Replies are printed as text, never read as markup."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from agent.context.cleaning import visible_text
from agent.types import TurnResult

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from knowledge.syncing import Progress


def console(*, stderr: bool = False) -> Console:
    """A console that takes no markup and does not colour what it prints by guess."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=not sys.stdout.isatty())


def say(text: str, *, style: str | None = None) -> None:
    """Print text as text: no markup is read, and terminal escapes and characters that do not show are taken out."""
    console().print(visible_text(text), style=style)


def print_json(value: Any, *, lines: bool = False) -> None:
    """One JSON value on standard output; on one line where it is one of many."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=None if lines else 2))


def table(*columns: str) -> Table:
    """A plain table."""
    from rich import box
    from rich.table import Table

    found = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        found.add_column(column, overflow="fold")
    return found


def row(found: Table, *cells: object) -> None:
    """Add cells as text, so that no cell is read as markup."""
    from rich.text import Text

    found.add_row(*(Text(visible_text(str(cell))) for cell in cells))


def print_turn(result: TurnResult) -> None:
    """The reply and its sources."""
    say(result.reply)
    for citation in result.citations:
        title, *sections = citation.heading_path or (citation.article,)
        say(f"  [{citation.article} › {' › '.join(sections) or title}]", style="dim")


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A progress bar on standard error, one task per step."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:>10}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console(stderr=True), transient=False) as bar:
        tasks: dict[str, Any] = {}

        def told(step: str, done: int, total: int) -> None:
            if step not in tasks:
                tasks[step] = bar.add_task(step, total=total)
            bar.update(tasks[step], completed=done, total=total)

        yield told
