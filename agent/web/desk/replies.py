"""What a person writes to the customer: put into the outbox once, for a worker to send at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from agent.web.database import Database
from agent.web.desk.holding import Holding, why_not
from agent.web.desk.refusing import Refused
from agent.web.desk.wording import clock_time
from agent.web.handoffs import Handoffs, OpenHandoff
from agent.web.outbox import key_of, wake
from agent.web.tables import HANDOFFS, OUTBOX
from knowledge.types import Value

STATES = {
    "new": "waits to be sent",
    "sending": "is being sent",
    "sent": "sent",
    "dropped": "was not sent",
    "failed": "was not sent",
}


class SentReply(Value):
    """A reply that was written here."""

    number: int
    """Counted from 1."""
    state: str
    at: str
    text: str
    """Empty once it is sent: the helpdesk keeps it."""
    why: str


@dataclass(frozen=True)
class PersonReplies:
    """Puts replies into the outbox."""

    handoffs: Handoffs

    @property
    def database(self) -> Database:
        """That of the handoffs."""
        return self.handoffs.database

    def of(self, turn_id: str) -> tuple[SentReply, ...]:
        """The replies to a handoff so far, in order."""
        with self.database.writing() as connection:
            return tuple(_shown(row) for row in connection.execute(_replies(turn_id)))

    def send(self, turn_id: str, number: int, text: str, by: str, now: float) -> None:
        """Take the handoff and put a reply into the outbox; the same reply once more changes nothing.

        Args:
            turn_id: of the handoff.
            number: which reply of the turn it is, from 0, as the form says.
            text: plain text.
            by: who sends it.
            now: seconds since 1970.

        Raises:
            Refused: somebody else has the handoff, it is closed, or another reply had this number.
        """
        Holding(self.handoffs).take(turn_id, by, now)
        with self.database.writing() as connection:
            held = select(HANDOFFS).where(HANDOFFS.c.turn_id == turn_id).with_for_update()
            one = OpenHandoff(**connection.execute(held).mappings().one())
            if one.taken_by != by or one.closed_at is not None:
                raise Refused(409, why_not(one))
            if self._put(connection, one, number, text, now):
                wake(connection, one, now)

    def _put(self, connection: Connection, one: OpenHandoff, number: int, text: str, now: float) -> bool:
        """Put the row there; False where the very same reply is there already."""
        row = {
            "key": key_of(one.turn_id, "person_reply", number),
            "helpdesk": one.helpdesk,
            "conversation_id": one.conversation_id,
            "turn_id": one.turn_id,
            "position": number,
            "kind": "person_reply",
            "body": text,
            "final": 1,
            "made_at": now,
        }
        if connection.execute(self.database.insert(OUTBOX).values(row).on_conflict_do_nothing()).rowcount:
            return True
        body = connection.execute(select(OUTBOX.c.body).where(OUTBOX.c.key == row["key"])).scalar_one()
        if body != text:
            raise Refused(
                409,
                f"Reply {number + 1} was sent already, so this one was not. Read the conversation in the helpdesk, and "
                "send this text again if it is another one.",
            )
        return False


def _replies(turn_id: str) -> Any:
    ours = (OUTBOX.c.turn_id == turn_id, OUTBOX.c.kind == "person_reply")
    return select(OUTBOX).where(*ours).order_by(OUTBOX.c.position)


def _shown(row: Any) -> SentReply:
    return SentReply(
        number=row.position + 1,
        state=STATES.get(row.state, row.state),
        at=clock_time(row.sent_at or row.made_at),
        text=row.body or "",
        why=row.why or "",
    )
