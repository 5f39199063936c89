"""What waits for people: opened by a turn, taken by somebody, put back or taken from them, closed when it is dealt with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, case, select, update

from agent.web.database import Database
from agent.web.outbox import Outbox
from agent.web.tables import HANDOFFS, InConversation, rows_of
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
    """Since when whoever has it now does."""
    closed_at: float | None = None


@dataclass(frozen=True)
class Handoffs:
    """The queue of handoffs."""

    database: Database
    outbox: Outbox = field(default_factory=Outbox)

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
        theirs = HANDOFFS.c.taken_by == by
        since = case((theirs, HANDOFFS.c.taken_at), else_=now)
        return self._changed(turn_id, HANDOFFS.c.taken_by.is_(None) | theirs, taken_by=by, taken_at=since)

    def take_from(self, turn_id: str, holder: str, by: str, now: float) -> bool:
        """Take one over from whom it is with; False where it is closed, or not with this person any more."""
        return self._changed(turn_id, HANDOFFS.c.taken_by == holder, taken_by=by, taken_at=now)

    def release(self, turn_id: str, by: str) -> bool:
        """Put one back for anybody to take; False where it is closed, or not with this person."""
        return self._changed(turn_id, HANDOFFS.c.taken_by == by, taken_by=None, taken_at=None)

    def give_back(self, turn_id: str, now: float, by: str | None = None) -> bool:
        """Close all of the conversation, and have the helpdesk give it to the product.

        False where it was closed, or is not with the person `by`, where one is named. Until the helpdesk has done so it is with
        people, and nothing is answered.
        """
        with self.database.writing() as connection:
            row = connection.execute(select(HANDOFFS).where(HANDOFFS.c.turn_id == turn_id).with_for_update()).mappings()
            found = next((OpenHandoff(**one) for one in row), None)
            if found is None or found.closed_at is not None or by not in (None, found.taken_by):
                return False
            rest = (*rows_of(HANDOFFS, found), HANDOFFS.c.closed_at.is_(None))
            connection.execute(update(HANDOFFS).where(*rest).values(closed_at=now))
            self.outbox.add_return(connection, found, turn_id, now)
        return True

    def reopen(self, connection: Connection, turn_id: str) -> None:
        """Put a handoff into the queue again, with whoever had it: the helpdesk did not take the conversation back."""
        connection.execute(update(HANDOFFS).where(HANDOFFS.c.turn_id == turn_id).values(closed_at=None))

    def close(self, turn_id: str, now: float, by: str | None = None) -> bool:
        """Close one that is dealt with; the conversation stays with people. False as of `give_back`."""
        return self._changed(turn_id, *(() if by is None else (HANDOFFS.c.taken_by == by,)), closed_at=now)

    def _changed(self, turn_id: str, *where: Any, **changes: Any) -> bool:
        """Whether a handoff was open and as it was said to be, and is changed now."""
        open_one = (HANDOFFS.c.turn_id == turn_id, HANDOFFS.c.closed_at.is_(None))
        with self.database.writing() as connection:
            return bool(connection.execute(update(HANDOFFS).where(*open_one, *where).values(changes)).rowcount)

    def _found(self, *where: Any) -> tuple[OpenHandoff, ...]:
        sql = select(HANDOFFS).where(*where).order_by(HANDOFFS.c.opened_at, HANDOFFS.c.turn_id)
        with self.database.reading() as connection:
            rows: Sequence[Any] = connection.execute(sql).mappings().all()
        return tuple(OpenHandoff(**row) for row in rows)
