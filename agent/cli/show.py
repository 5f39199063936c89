"""Printing for people and for scripts. Replies are printed as text, never read as markup or as commands of a terminal."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import typer

from agent.context.cleaning import visible_text
from agent.line_breaking import broken

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from agent.types import TurnResult
    from knowledge.syncing import Progress

_STRINGS = re.compile("(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\\\|\x9c)")
"""Device control, start of string, privacy message and application command, with what they carry."""
_UNSEEN = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\U000e0000-\U000e007f]"
)
"""What JSON may hold as it is, and a terminal would obey or hide."""


def console(*, stderr: bool = False) -> Console:
    """A console that takes no markup, colours nothing by guess, and nothing at all where NO_COLOR asks for that."""
    made = _console(stderr)
    if not made.no_color and not made.is_dumb_terminal:
        return made
    # Of a terminal that is called dumb, rich does not ask the size.
    columns, rows = _size(made) if made.is_dumb_terminal else (None, None)
    return _console(stderr, color_system=None, width=columns, height=rows)


def _console(stderr: bool, **known: Any) -> Console:
    plain: dict[str, Any] = {"markup": False, "highlight": False, "emoji": False, "soft_wrap": not sys.stdout.isatty()}
    return _kind()(stderr=stderr, **plain, **known)


def _size(made: Console) -> tuple[int, int]:
    try:
        return os.get_terminal_size(made.file.fileno())
    except (OSError, ValueError):
        return made.size


@cache
def _kind() -> type[Console]:
    from rich.console import Console

    class PlainConsole(Console):
        def on_broken_pipe(self) -> None:
            """Let the error through to `main`, for which it is a quiet end and no failure."""
            raise BrokenPipeError

    return PlainConsole


def terminal_text(text: str) -> str:
    """The text with nothing in it that a terminal would obey: of all controls only line breaks are left."""
    return visible_text(_STRINGS.sub("", text)).replace("\t", "    ")


def say(text: str, *, style: str | None = None, to: Console | None = None) -> None:
    """Print text as text: no markup is read, and what a terminal would obey or not show is taken out.

    Args:
        text: may have several lines; on a terminal they are broken at its width, in a pipe they stay whole.
        style: of all of it.
        to: where to; standard output where None.
    """
    from rich.text import Text

    to = to or console()
    for line in terminal_text(text).split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        fitting = broken(line, to.width, indent) if to.is_terminal else (line,)
        for one in fitting:
            to.print(Text(one, style=style or ""), soft_wrap=True)


def tell(text: str) -> None:
    """As `say`, on standard error: what is about the conversation and no part of it."""
    say(text, to=console(stderr=True))


def print_json(value: Any, *, lines: bool = False, err: bool = False) -> None:
    """One JSON value on standard output, or on standard error; on one line where it is one of many."""
    typer.echo(json_text(value, indent=None if lines else 2), err=err)


def json_text(value: Any, *, indent: int | None) -> str:
    """JSON in which what a terminal would obey or hide is written `\\u009b`, as are halves of characters."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _UNSEEN.sub(lambda found: json.dumps(found[0])[1:-1], text)


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

    found.add_row(*(Text(terminal_text(str(cell))) for cell in cells))


def print_turn(result: TurnResult, to: Console | None = None) -> None:
    """The reply and its sources."""
    say(result.reply, to=to)
    for citation in result.citations:
        title, *sections = citation.heading_path or (citation.article,)
        say(f"  [{citation.article} › {' › '.join(sections) or title}]", style="dim", to=to)


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
