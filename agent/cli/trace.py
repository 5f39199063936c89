"""`support trace`: the last turns of the ledger, or one of them in full, for a person."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from agent.cli.show import console, print_json, say
from agent.ledger import Ledger
from agent.settings import Settings
from agent.stores import stores_of
from agent.trace_view import TraceView, listed
from agent.types import TurnResult

NARROWEST = 40
"""Columns; a narrower terminal breaks the lines itself."""


def run_trace(settings: Settings, turn: str | None, *, last: int, prompt: bool, as_json: bool) -> None:
    """Show one turn, or list the last ones where none is named."""
    ledger = stores_of(settings).ledger
    if turn is None:
        _list(ledger, last, as_json=as_json)
        return
    result = ledger.turn(turn)
    if as_json:
        print_json(result.model_dump(mode="json"))
    elif prompt:
        print_prompts(result)
    else:
        print_trace(result)


def _list(ledger: Ledger, last: int, *, as_json: bool) -> None:
    rows = ledger.recent(last)
    if as_json:
        print_json(rows)
    elif rows:
        print_lines((*listed(rows, width()), "", "`support trace TURN` shows one of them."))
    else:
        say("No turn is recorded yet. `support ask TEXT` or `support chat` records one.")


def print_trace(result: TurnResult) -> None:
    """All of a turn, in the order in which it happened."""
    print_lines(TraceView(width()).lines(result))


def print_prompts(result: TurnResult) -> None:
    """What each chat model was shown in a turn, and what it answered."""
    if result.exchanges:
        print_lines(TraceView(width()).prompts(result))
    else:
        say(f"No chat model was asked in turn {result.turn_id}.")


def print_lines(lines: Iterable[str]) -> None:
    """Lines that are broken already."""
    say("\n".join(lines))


def width() -> int | None:
    """Columns of the terminal; None where the output is no terminal, for whose reader a sentence is one line."""
    return max(console().width, NARROWEST) if sys.stdout.isatty() else None
