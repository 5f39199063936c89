"""What happens to a message before its turn begins, so that no log, checkpoint or prompt sees more than it has to."""

from __future__ import annotations

from typing import Protocol

from knowledge.types import Value


class Taken(Value):
    """A message as the turn may see and keep it."""

    text: str
    """Without the personal data that no stage needs."""
    customer_id: str | None
    """The verified customer: the caller's, or one whose identity was proved in this conversation."""
    removed: tuple[str, ...] = ()
    """Kinds of what was taken out, for example `card`."""
    notice: str = ""
    """What the customer is told of it before the reply; empty for nothing."""


class Intake(Protocol):
    """Takes a message in."""

    def take(self, message: str, conversation_id: str, customer_id: str | None) -> Taken:
        """The message for the turn; `customer_id` is the customer whom the caller has verified, if any."""
        ...


class PlainIntake:
    """Takes everything as it is."""

    def take(self, message: str, conversation_id: str, customer_id: str | None) -> Taken:
        """The message, unchanged."""
        return Taken(text=message, customer_id=customer_id)
