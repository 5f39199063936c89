"""What has to go out: one row for each thing to say or do, made before the first try and kept until it has ended."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, func, insert, select, update

from agent.web.leases import Lease
from agent.web.tables import CONVERSATIONS, OPEN_SENDS, OUTBOX, InConversation, rows_of
from knowledge.types import Value

Kind = Literal["reply", "note", "hand_off", "person_reply", "give_back"]
"""`person_reply` is what a person wrote on our page: it is said whoever has the conversation. `give_back` undoes a `hand_off`."""
State = Literal["new", "sending", "sent", "dropped", "failed"]


class Send(Value):
    """One thing to say or do in a conversation."""

    key: str
    """The same for the same thing, whoever makes it: what a helpdesk is asked for where a try had no answer."""
    turn_id: str
    kind: Kind
    body: str
    """Plain text; of a handoff its reason."""
    final: bool = False
    """Whether it must be said whatever the customer wrote since: something was done, or a person has the conversation."""
    state: State = "new"
    tries: int = 0
    """That failed."""
    sent_id: str | None = None
    made_at: float = 0.0
    next_at: float = 0.0
    """Before which it is not tried."""


@dataclass(frozen=True)
class Outbox:
    """Keeps what has to go out, in order."""

    def add(self, connection: Connection, one: InConversation, sends: Sequence[Send], now: float) -> None:
        """Put down what a turn has to say and do, all at once."""
        for position, send in enumerate(sends):
            row = send.model_dump(include={"key", "turn_id", "kind", "body", "final"})
            row |= {"helpdesk": one.helpdesk, "conversation_id": one.conversation_id, "position": position}
            connection.execute(insert(OUTBOX).values(**row, state="new", tries=0, next_at=0.0, made_at=now))

    def add_return(self, connection: Connection, one: InConversation, turn_id: str, now: float) -> None:
        """Put down that a conversation goes back to the product, after whatever else its turn has to say, and let a worker see it.

        The caller keeps others from doing the same at the same time.
        """
        rows = connection.execute(select(OUTBOX.c.kind).where(OUTBOX.c.turn_id == turn_id)).scalars().all()
        row = {
            "key": key_of(turn_id, "give_back", rows.count("give_back")),
            "helpdesk": one.helpdesk,
            "conversation_id": one.conversation_id,
            "turn_id": turn_id,
            "position": len(rows),
            "kind": "give_back",
            "body": "",
            "final": True,
        }
        connection.execute(insert(OUTBOX).values(**row, made_at=now))
        wake(connection, one, now)

    def waiting(self, connection: Connection, lease: Lease) -> tuple[Send, ...]:
        """What has not ended, in the order in which it is to be said."""
        rows = connection.execute(
            select(OUTBOX)
            .where(*rows_of(OUTBOX, lease), OUTBOX.c.state.in_(OPEN_SENDS))
            .order_by(OUTBOX.c.made_at, OUTBOX.c.position)
        )
        names = Send.model_fields.keys()
        return tuple(Send(**{name: row[name] for name in names}) for row in rows.mappings())

    def sending(self, connection: Connection, send: Send) -> None:
        """Say before a try that there is one: whoever comes after a kill knows that it may have arrived."""
        changes = {"state": "sending"}
        connection.execute(update(OUTBOX).where(OUTBOX.c.key == send.key).values(changes))

    def sent(self, connection: Connection, send: Send, sent_id: str, now: float) -> None:
        """It has arrived; its text is kept by the helpdesk, and by the turn's record."""
        changes = {"state": "sent", "sent_id": sent_id, "sent_at": now, "body": None, "why": None}
        connection.execute(update(OUTBOX).where(OUTBOX.c.key == send.key).values(changes))

    def later(self, connection: Connection, send: Send, at: float, why: str, *, arrived: bool | None) -> None:
        """Try again at a time; `arrived` is None where nobody can tell whether this try did."""
        state = "sending" if arrived is None else "new"
        changes = {"state": state, "tries": OUTBOX.c.tries + 1, "next_at": at, "why": why}
        connection.execute(update(OUTBOX).where(OUTBOX.c.key == send.key).values(changes))

    def cut(self, connection: Connection, send: Send, body: str) -> None:
        """Say less in its place, and that whatever the customer wrote since."""
        changes = {"state": "new", "body": body, "final": True, "next_at": 0.0}
        connection.execute(update(OUTBOX).where(OUTBOX.c.key == send.key).values(changes))

    def given_up(self, connection: Connection, send: Send, state: Literal["dropped", "failed"], why: str) -> None:
        """It will not be said."""
        changes = {"state": state, "why": why, "body": None}
        connection.execute(update(OUTBOX).where(OUTBOX.c.key == send.key).values(changes))

    def drop_rest(self, connection: Connection, turn_id: str, kind: Kind, why: str) -> None:
        """What a turn had to do besides is needless now."""
        rest = (OUTBOX.c.turn_id == turn_id, OUTBOX.c.kind == kind, OUTBOX.c.state.in_(OPEN_SENDS))
        connection.execute(update(OUTBOX).where(*rest).values(state="dropped", why=why, body=None))

    def is_last(self, connection: Connection, turn_id: str) -> bool:
        """Whether nothing of a turn waits any more."""
        rest = (OUTBOX.c.turn_id == turn_id, OUTBOX.c.state.in_(OPEN_SENDS))
        return connection.execute(select(OUTBOX.c.key).where(*rest).limit(1)).first() is None

    def replies_since(self, connection: Connection, lease: Lease, since: float) -> int:
        """How many replies a conversation was sent from a time on."""
        said = (OUTBOX.c.kind == "reply", OUTBOX.c.state == "sent", OUTBOX.c.sent_at >= since)
        return int(connection.execute(select(func.count()).where(*rows_of(OUTBOX, lease), *said)).scalar_one())

    def sent_ids(self, connection: Connection, lease: Lease) -> frozenset[str]:
        """Ids that the helpdesk gave what was sent to a conversation."""
        told = select(OUTBOX.c.sent_id).where(*rows_of(OUTBOX, lease), OUTBOX.c.sent_id.is_not(None))
        return frozenset(connection.execute(told).scalars())


def wake(connection: Connection, one: InConversation, now: float) -> None:
    """Let a worker look at a conversation at once; one that nobody has written in is with people."""
    due = update(CONVERSATIONS).where(*rows_of(CONVERSATIONS, one)).values(due_at=now, changed_at=now)
    if not connection.execute(due).rowcount:
        row = {"helpdesk": one.helpdesk, "conversation_id": one.conversation_id, "holder": "person"}
        connection.execute(insert(CONVERSATIONS).values(**row, due_at=now, changed_at=now))


def key_of(turn_id: str, kind: Kind, number: int = 0) -> str:
    """The key of one thing that a turn has to say or do."""
    return hashlib.sha256(f"{turn_id}/{kind}/{number}".encode()).hexdigest()[:32]
