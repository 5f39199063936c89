"""`support freeze` and `support replay FILE`: a turn as one file, and the same checks on exactly that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import typer

from agent.cli.replay import CHANGED, changes, write_new
from agent.cli.show import json_text, print_json
from agent.cli.trace import print_lines, width
from agent.frozen import freeze, read_frozen
from agent.frozen_replay import FrozenReplay, open_frozen_replayer
from agent.settings import Settings
from agent.stores import stores_of
from agent.trace_view import TraceView

STAGES = {
    "ground": "the verdicts or the cuts",
    "decide": "the outcome or the handoff",
    "reply": "the words or the citations",
}


def run_freeze(settings: Settings, turn: str, file: Path | None, *, as_json: bool) -> None:
    """Write a turn with all that it depended on, to a new file or to standard output; no model is loaded.

    Raises:
        InputError: there is no such turn, it cannot be frozen, or the file is there already.
    """
    found = freeze(stores_of(settings).ledger.turn(turn), settings)
    text = json_text(found, indent=1) + "\n"
    if file is None:
        typer.echo(text, nl=False)
        return
    write_new(file, text)
    if as_json:
        print_json({"id": found["id"], "turn_id": found["turn"]["turn_id"], "file": str(file)})
        return
    typer.echo(f"{file} holds turn {found['turn']['turn_id']}, id {found['id']}", err=True)
    typer.echo("`support forget` does not reach that file: delete it when its customer is forgotten.", err=True)


def run_frozen(settings: Settings, file: Path, *, as_json: bool) -> None:
    """Check and decide a frozen turn again, and say which stage gives something else."""
    frozen = read_frozen(file)
    found = open_frozen_replayer(settings).replay(frozen)
    if as_json:
        print_json({"id": frozen.id, "turn_id": frozen.turn.turn_id, **found.model_dump(mode="json")})
    else:
        print_lines(told(frozen.id, found, TraceView(width())))
    if found.differs:
        raise typer.Exit(CHANGED)


def told(frozen_id: str, found: FrozenReplay, view: TraceView) -> Iterator[str]:
    """The stage that differs, then what is different."""
    turn = found.now
    yield from view.wrapped(
        f"turn {turn.turn_id}, {turn.asked_at}, frozen as {frozen_id[:12]}, checked on exactly what it read then"
    )
    stage = "none" if found.differs is None else f"{found.differs}: {STAGES[found.differs]}"
    yield from view.block("stage that differs", stage)
    yield from changes(turn.question, found.diff, view)
