"""What waits for people: opened by a turn, taken by somebody, closed when it is dealt with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, update

from agent.web.database import Database
from agent.web.tables import CONVERSATIONS, HANDOFFS, InConversation, rows_of
from knowledge.types import Value


class OpenHandoff(Value):
    """A conversation that a person has to go on with."""

    turn_id: str
    helpdesk: str
    conversation_id: str
    customer_id: str | None = None
    reason: str
    opened_at: float
    taken_by: str | None = None
    taken_at: float | None = None
    closed_at: float | None = None


@dataclass(frozen=True)
class Handoffs:
    """The queue of handoffs."""

    database: Database

    def open(
        self, connection: Connection, one: InConversation, turn_id: str, reason: str, customer: str | None, now: float
    ) -> None:
        """Put one into the queue; one that is there stays as it is."""
        row = {
            "turn_id": turn_id,
            "helpdesk": one.helpdesk,
            "conversation_id": one.conversation_id,
            "customer_id": customer,
            "reason": reason,
            "opened_at": now,
        }
        connection.execute(self.database.insert(HANDOFFS).values(row).on_conflict_do_nothing())

    def waiting(self) -> tuple[OpenHandoff, ...]:
        """All that are open, oldest first."""
        return self._found(HANDOFFS.c.closed_at.is_(None))

    def find(self, turn_id: str) -> OpenHandoff | None:
        """The handoff of a turn, open or closed; None where the turn handed nothing over."""
        return next(iter(self._found(HANDOFFS.c.turn_id == turn_id)), None)

    def take(self, turn_id: str, by: str, now: float) -> bool:
        """Take one over; False where it is closed, or somebody else has it."""
        free = (HANDOFFS.c.closed_at.is_(None), HANDOFFS.c.taken_by.is_(None) | (HANDOFFS.c.taken_by == by))
        changes = {"taken_by": by, "taken_at": now}
        with self.database.writing() as connection:
            taken = connection.execute(update(HANDOFFS).where(HANDOFFS.c.turn_id == turn_id, *free).values(changes))
        return bool(taken.rowcount)

    def give_back(self, turn_id: str, now: float) -> bool:
        """Close all of the conversation, and let the product answer what the customer writes next; False where it was closed."""
        found = self.find(turn_id)
        if found is None or found.closed_at is not None:
            return False
        with self.database.writing() as connection:
            rest = (*rows_of(HANDOFFS, found), HANDOFFS.c.closed_at.is_(None))
            connection.execute(update(HANDOFFS).where(*rest).values(closed_at=now))
            connection.execute(
                update(CONVERSATIONS).where(*rows_of(CONVERSATIONS, found)).values(holder="bot", held_at=now)
            )
        return True

    def close(self, turn_id: str, now: float) -> bool:
        """Close one that is dealt with; the conversation stays with people. False where it was closed."""
        with self.database.writing() as connection:
            open_one = (HANDOFFS.c.turn_id == turn_id, HANDOFFS.c.closed_at.is_(None))
            return bool(connection.execute(update(HANDOFFS).where(*open_one).values(closed_at=now)).rowcount)

    def _found(self, *where: Any) -> tuple[OpenHandoff, ...]:
        sql = select(HANDOFFS).where(*where).order_by(HANDOFFS.c.opened_at, HANDOFFS.c.turn_id)
        with self.database.reading() as connection:
            rows: Sequence[Any] = connection.execute(sql).mappings().all()
        return tuple(OpenHandoff(**row) for row in rows)
