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
    kept: int = 200
    """Lines the conversation's state keeps."""

    def recall(self, history: Sequence[Message]) -> tuple[Message, ...]:
        """The last lines, oldest first."""
        return tuple(history[-self.shown :]) if self.shown else ()

    def remember(self, history: Sequence[Message], question: str, reply: str) -> tuple[Message, ...]:
        """The history with this turn's two lines, oldest lines dropped beyond the bound."""
        lines = (*history, Message(role="customer", text=question), Message(role="assistant", text=reply))
        return lines[-self.kept :]
