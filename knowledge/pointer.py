"""The pointer that says which state is current, and the journal of its moves."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from knowledge.durable import write_durably
from knowledge.errors import CorruptIndexError
from knowledge.types import Value

POINTER = "CURRENT"
JOURNAL = "moves.json"

KEPT_MOVES = 200
"""The journal's length; the oldest moves leave it first."""


class Move(Value):
    """The pointer going from one state to another."""

    at: str
    """ISO time, UTC."""
    by: Literal["sync", "rollback"]
    before: str | None
    """The state that was current; None where there was none."""
    now: str


_MOVES = TypeAdapter(list[Move])


def pointed_name(index: Path) -> str | None:
    """What `CURRENT` says, right or wrong; None where nothing was synced."""
    try:
        return (index / POINTER).read_bytes().decode(errors="replace").strip()
    except (FileNotFoundError, NotADirectoryError):
        return None


def current_state_folder(index: Path) -> Path | None:
    """The folder of the current state; None where nothing was synced.

    Raises:
        CorruptIndexError: the pointer names no state.
    """
    name = pointed_name(index)
    if name is None:
        return None
    folder = index / "states" / name
    if name in ("", ".", "..") or "/" in name or not folder.is_dir():
        raise CorruptIndexError(
            f"{index / POINTER} names the state {name!r}, which is not in {index / 'states'}. "
            "Run `support kb sync --rebuild DIR`. Where an earlier state is kept, `support kb rollback` returns to it."
        )
    return folder


def move_pointer(index: Path, name: str, by: Literal["sync", "rollback"]) -> Move:
    """Make a state the current one, in one step.

    The move is written down first. A crash in between leaves a move that did not take place; as the pointer does not
    stand where that move ends, `moves` knows it.
    """
    move = Move(at=datetime.now(UTC).isoformat(timespec="seconds"), by=by, before=pointed_name(index), now=name)
    kept = [*moves(index), move][-KEPT_MOVES:]
    write_durably(index / JOURNAL, json.dumps([one.model_dump() for one in kept], indent=1))
    write_durably(index / POINTER, name)
    return move


def moves(index: Path) -> list[Move]:
    """The moves that took place, oldest first. The journal only explains: one that cannot be read is begun anew."""
    try:
        found = _MOVES.validate_json((index / JOURNAL).read_bytes())
    except (FileNotFoundError, ValidationError):
        return []
    return found[:-1] if found and found[-1].now != pointed_name(index) else found
