"""`support replay`: a turn of the ledger on today's system, what changed, or the turn as an eval case."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import typer

from agent.as_case import as_case, comment_of
from agent.build import open_parts
from agent.cases import case_text
from agent.cli.show import print_json
from agent.cli.trace import print_lines, width
from agent.errors import InputError
from agent.replay import Replayer, day_of, lines_before
from agent.replay_diff import Line, Moved, ReplayDiff, Sets, compare
from agent.settings import Settings
from agent.stores import stores_of
from agent.trace_view import TraceView
from agent.types import TurnResult

CHANGED = 1
"""Exit status where the turn ends otherwise than it did."""

MARKS = {"same": " ", "gone": "-", "new": "+"}


def run_replay(settings: Settings, turn: str, *, today: bool, keep_draft: bool, as_json: bool) -> None:
    """Run a turn again and show what changed; nothing is recorded."""
    before = stores_of(settings).ledger.turn(turn)
    parts = open_parts(settings)
    day = date.today() if today else day_of(before)
    now = Replayer(parts).replay(before, today=day, keep_draft=keep_draft)
    found = compare(before, now)
    if as_json:
        print_json({**found.model_dump(mode="json"), "today": day.isoformat(), "now": now.model_dump(mode="json")})
    else:
        print_lines(told(before, day, found, TraceView(width())))
    if not found.same:
        raise typer.Exit(CHANGED)


def run_as_case(settings: Settings, turn: str, file: Path | None) -> None:
    """Write a turn as an eval case, to a new file or to standard output; no model is loaded.

    Raises:
        InputError: the file is there already, or cannot be written.
    """
    ledger = stores_of(settings).ledger
    found = ledger.turn(turn)
    text = case_text(as_case(found, lines_before(found, ledger)), comment_of(found))
    if file is None:
        typer.echo(text, nl=False)
        return
    write_new(file, text)
    typer.echo(f"{file} holds turn {found.turn_id} as a case.", err=True)


def write_new(file: Path, text: str) -> None:
    """Write a file that is not there yet.

    Raises:
        InputError: it is, or it cannot be written.
    """
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError as error:
        raise InputError(
            f"{file} is there already: wanted the name of a new file. Name another, or delete it."
        ) from error
    except OSError as error:
        raise InputError(
            f"{file} cannot be written ({error.strerror}). Name a file in a folder that exists."
        ) from error


def told(before: TurnResult, day: date, found: ReplayDiff, view: TraceView) -> Iterator[str]:
    """The differences for a person, what the customer reads first."""
    yield from view.wrapped(
        f"turn {before.turn_id}, {before.asked_at}, run again for {day}; orders are read as they are now"
    )
    yield from changes(before.question, found, view)


def changes(question: str, found: ReplayDiff, view: TraceView) -> Iterator[str]:
    """What was asked, and every difference."""
    yield from view.block("asked", question)
    yield from view.block("result", "the same as then" if found.same else "changed")
    yield from view.block("outcome", *_pairs(found.outcome))
    yield from view.block("handoff", *_pairs(found.handoff))
    yield from view.block("reply", *map(_line, found.reply))
    yield from view.block("citations", *_sets(found.citations))
    yield from view.block("verdicts", *(text for moved in found.verdicts for text in _named(moved)))
    yield from view.block("passages found", *_sets(found.passages))
    yield from view.block("read otherwise now", *(text for moved in found.texts for text in _lines_of(moved)))
    yield from view.block("system", *(f"{one.name}: {one.before} → {one.now}" for one in found.system))


def _pairs(moved: Moved | None) -> Iterator[str]:
    if moved is not None:
        yield f"{moved.before or 'none'} → {moved.now or 'none'}"


def _named(moved: Moved) -> Iterator[str]:
    yield moved.name
    yield f"    {moved.before or 'not said'} → {moved.now or 'not said'}"


def _line(line: Line) -> str:
    return f"{MARKS[line.change]} {line.text}"


def _sets(sets: Sets) -> Iterator[str]:
    yield from (f"- {one}" for one in sets.lost)
    yield from (f"+ {one}" for one in sets.gained)


def _lines_of(moved: Moved) -> Iterator[str]:
    """A passage or an order with the lines that are gone and new."""
    old, new = (moved.before or "").split("\n"), (moved.now or "").split("\n")
    yield moved.name
    yield from (f"- {line}" for line in old if line not in new)
    yield from (f"+ {line}" for line in new if line not in old)
