"""Where a chat prints: replies and views on standard output, everything about the conversation on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.cli.show import console, print_json, print_turn, say, tell

if TYPE_CHECKING:
    from rich.console import Console

    from agent.cli.chat_views import View
    from agent.types import TurnResult

COMING = {
    "receive": "reading",
    "route": "searching the articles and orders",
    "gather": "choosing what to use",
    "act": "deciding",
    "assemble": "drafting",
    "draft": "checking every claim",
    "ground": "deciding",
    "decide": "writing the reply",
}
"""What a chat says is going on once a stage has ended."""


@dataclass(frozen=True)
class Screen:
    """Prints for a person, or JSON lines for a script."""

    as_json: bool = False
    out: Callable[[], Console] = console

    def reply(self, turn: TurnResult) -> None:
        """A turn that has ended."""
        if self.as_json:
            print_json(turn.model_dump(mode="json"), lines=True)
        else:
            print_turn(turn, self.out())

    def show(self, command: str, view: View) -> None:
        """What a command found."""
        if self.as_json:
            print_json({"command": command, **view.data}, lines=True, err=view.aside)
            return
        out = console(stderr=True) if view.aside else self.out()
        for line in view.lines(out.width if out.is_terminal else None):
            say(line, to=out)

    def tell(self, text: str) -> None:
        """What is no part of the conversation."""
        tell(text)

    @contextmanager
    def progress(self) -> Iterator[Callable[[str], None]]:
        """The name of the running stage, on a terminal; called with each stage that has ended."""
        err = console(stderr=True)
        if self.as_json or not err.is_terminal:
            yield lambda stage: None
            return
        with err.status("reading") as status:
            yield lambda stage: status.update(COMING[stage]) if stage in COMING else None
