"""A chat between two lines: who is verified, what was said, and what is done with the next line."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agent.cli.chat_commands import command_named
from agent.cli.chat_turns import Asked
from agent.errors import AgentError, InputError
from agent.line_breaking import shortened
from knowledge.errors import KnowledgeError

if TYPE_CHECKING:
    from agent.build import Parts
    from agent.cli.chat_screen import Screen
    from agent.cli.chat_signals import Signals
    from agent.cli.chat_turns import TurnDesk
    from agent.types import TurnResult

NOT_WAITING = "Not waiting for it any more. The turn goes on; its reply is shown once it is there and you press Enter."
ECHOED = 50
"""Columns of a message that are repeated above a reply that comes late."""


@dataclass
class ChatSession:
    """Takes lines; holds what a chat is set to between two of them."""

    desk: TurnDesk
    screen: Screen
    signals: Signals
    customer_id: str | None = None
    use_knowledge: bool = True
    conversation_id: str = field(default_factory=lambda: _new_id())
    turns: list[TurnResult] = field(default_factory=list)
    """Of this conversation, oldest first."""
    refused: int = 0
    """Lines that could not be read, and commands that could not be carried out."""
    left: bool = False
    """Whether the person has said goodbye."""
    _announced: set[str] = field(default_factory=set)
    _unattended: bool = False
    """Whether somebody stopped waiting for a turn, so that its reply needs its question beside it."""

    @property
    def parts(self) -> Parts:
        """The stores, waited for."""
        return self.desk.opened.parts

    def take(self, line: str) -> None:
        """Answer one message, or carry out a command; a message that begins with a slash is written with two."""
        if line.startswith("/") and not line.startswith("//"):
            self._carry_out(line)
            return
        message = line.removeprefix("/") if line.startswith("//") else line
        self.desk.ask(Asked(message, self.conversation_id, self.customer_id, self.use_knowledge))
        self.wait()

    def wait(self) -> None:
        """Show the turns in hand as they end; Ctrl-C stops the waiting and nothing else."""
        self.signals.interrupted = False
        while self.desk.busy:
            with self.screen.progress() as told:
                ended = self.desk.collected()
                while ended is None and not self._given_up:
                    if stage := self.desk.heard.get():
                        told(stage)
                    ended = self.desk.collected()
            if ended is None:
                self._unattended = True
                self.screen.tell(NOT_WAITING)
                return
            self._show(*ended)

    def finish(self) -> None:
        """Show what is still in hand; nothing stops this any more.

        Raises:
            Exception: whatever opening the agent raised, where nothing was asked.
        """
        self.signals.may_interrupt = False
        _ = self.parts
        self.wait()

    def show_news(self) -> None:
        """Show the turns that have ended and what was decided meanwhile, and wait for none."""
        while ended := self.desk.collected():
            self._show(*ended)
        if not self.turns:
            return  # nothing of this conversation can have been decided
        from agent.cli.chat_stores import decided_meanwhile

        for reference, text in decided_meanwhile(self.parts, self.conversation_id, self.customer_id):
            if reference not in self._announced:
                self._announced.add(reference)
                self.screen.tell(f"Decided meanwhile: {text}")

    def refuse(self, why: str) -> None:
        """Say why a line was left out, and count it."""
        self.refused += 1
        self.screen.tell(why)

    def begin_anew(self, customer_id: str | None) -> None:
        """A new conversation, so that nobody inherits another's."""
        self.customer_id, self.conversation_id, self.turns = customer_id, _new_id(), []

    def turn(self, number: str = "") -> TurnResult:
        """A turn of this conversation by its number from 1; the last one where none is given.

        Raises:
            InputError: there is no such turn.
        """
        if not self.turns:
            still = " The last message is still being answered." if self.desk.busy else ""
            raise InputError(f"Nothing was answered yet in this conversation.{still}")
        if not number:
            return self.turns[-1]
        if not number.isascii() or not number.isdigit() or not 1 <= int(number[:9]) <= len(self.turns):
            raise InputError(
                f"Found {number!r}, wanted the number of a reply of this conversation: 1 to {len(self.turns)}."
            )
        return self.turns[int(number) - 1]

    @property
    def _given_up(self) -> bool:
        return self.signals.interrupted and self.signals.ended_by is None and self.signals.may_interrupt

    def _carry_out(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        try:
            found = command_named(name)
            view = found.run(self, rest.strip())
        except (AgentError, KnowledgeError) as error:
            self.refuse(str(error))
            return
        if view is not None:
            self.screen.show(found.name, view)

    def _show(self, asked: Asked, turn: TurnResult) -> None:
        if self._unattended:
            self.screen.tell(f"To “{shortened(' '.join(asked.message.split()), ECHOED)}”:")
            self._unattended = self.desk.busy
        if asked.conversation_id == self.conversation_id:
            self.turns.append(turn)
        self.screen.reply(turn)


def _new_id() -> str:
    return f"chat-{uuid.uuid4().hex}"
