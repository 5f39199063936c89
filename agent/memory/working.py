"""Working memory: the last lines of the conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.types import Message


@dataclass(frozen=True)
class WorkingMemory:
    """Keeps a bounded number of lines, and shows the drafter the last few."""

    shown: int
    """Lines a drafter sees."""
    shown_chars: int = 2_000
    """Characters of them, so that long lines do not push the evidence out of the budget."""
    kept: int = 200
    """Lines the conversation's state keeps."""

    def recall(self, history: Sequence[Message]) -> tuple[Message, ...]:
        """The last lines that fit, oldest first."""
        lines: list[Message] = []
        for line in reversed(history[-self.shown :] if self.shown else ()):
            if sum(len(kept.text) for kept in lines) + len(line.text) > self.shown_chars:
                break
            lines.insert(0, line)
        return tuple(lines)

    def remember(
        self, history: Sequence[Message], question: str, reply: str, orders: Sequence[str] = ()
    ) -> tuple[Message, ...]:
        """The history with this turn's two lines and the orders it spoke of, oldest lines dropped beyond the bound."""
        said = Message(role="assistant", text=reply, orders=tuple(orders))
        lines = (*history, Message(role="customer", text=question), said)
        return lines[-self.kept :]
