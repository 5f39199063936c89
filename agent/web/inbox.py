"""What came in: every message of a customer once, however often it is delivered, until it has ended."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, case, delete, func, select, update

from agent.web.database import Database
from agent.web.envelope import Inbound
from agent.web.tables import (
    CONVERSATIONS,
    DELIVERIES,
    HANDOFFS,
    MESSAGES,
    OPEN_SENDS,
    OUTBOX,
    InConversation,
    rows_of,
)
from knowledge.types import Value

End = Literal["answered", "asked_back", "declined", "handed_off", "left_to_person", "ignored", "undeliverable"]
"""How a message ended: with a reply, with a question, with a person, with nothing because a person had the conversation or
because a program wrote it, or with a reply that the helpdesk would not take."""

MOST_QUIET = 5
"""Quiet periods that a message waits for at most: who writes without a pause is answered, too."""
KEPT_DAYS = 7
"""How long delivery ids are kept: longer than any helpdesk tries again (Standard Webhooks suggests 75 hours)."""
DAY_S = 86_400.0


class Batch(Value):
    """Messages of a conversation that one turn answers, oldest first."""

    helpdesk: str
    conversation_id: str
    ids: tuple[int, ...]
    """Of their rows."""
    messages: tuple[Inbound, ...]
    turn_id: str
    """The same for the same messages, so that a turn that was cut short is found again."""
    tries: int
    """How often a turn was begun for them before."""

    @property
    def text(self) -> str:
        """What the customer said in all of them, without what a program sent in between."""
        return "\n".join(message.text for message in self.messages if message.text and not message.automatic)

    @property
    def customer_id(self) -> str | None:
        """The customer that the helpdesk has proved for every one of them: what nobody is proved to have said has no rights."""
        proved = {message.customer_id for message in self.messages}
        return proved.pop() if len(proved) == 1 else None


class Taken(Value):
    """What became of a delivery."""

    new: int
    """Messages that were not known."""
    known: bool = False
    """Whether the delivery itself had been taken before."""


@dataclass(frozen=True)
class Inbox:
    """Takes deliveries, hands out what is to be answered, and keeps how it ended."""

    database: Database
    quiet_s: float = 2.0
    """How long a conversation has to be quiet before its messages are answered together."""

    def take(self, helpdesk: str, delivery_id: str | None, messages: Sequence[Inbound], now: float) -> Taken:
        """Store a delivery in one transaction: all of it is safe, or nothing.

        Raises:
            StoreError: it could not be stored; the helpdesk has to send it again.
        """
        with self.database.writing() as connection:
            if delivery_id is not None and not self._is_new(connection, helpdesk, delivery_id, now):
                return Taken(new=0, known=True)
            new = [one for one in messages if one.author != "customer" or self._store(connection, helpdesk, one, now)]
            for conversation in dict.fromkeys(message.conversation_id for message in new):
                told = [message for message in new if message.conversation_id == conversation]
                self._note_change(connection, helpdesk, conversation, told, now)
        return Taken(new=sum(message.author == "customer" for message in new))

    def unknown(self, helpdesk: str, messages: Sequence[Inbound]) -> tuple[Inbound, ...]:
        """Those that were never taken."""
        ids = [message.message_id for message in messages]
        rows = select(MESSAGES.c.conversation_id, MESSAGES.c.message_id).where(
            MESSAGES.c.helpdesk == helpdesk, MESSAGES.c.message_id.in_(ids)
        )
        with self.database.reading() as connection:
            known = {(row.conversation_id, row.message_id) for row in connection.execute(rows)}
        return tuple(one for one in messages if (one.conversation_id, one.message_id) not in known)

    def _is_new(self, connection: Connection, helpdesk: str, delivery_id: str, now: float) -> bool:
        row = {"helpdesk": helpdesk, "delivery_id": delivery_id, "received_at": now}
        new = self.database.insert(DELIVERIES).values(row).on_conflict_do_nothing()
        return connection.execute(new.returning(DELIVERIES.c.delivery_id)).first() is not None

    def _store(self, connection: Connection, helpdesk: str, message: Inbound, now: float) -> bool:
        """Whether a customer's message was not known; lines of others are not answered, so they are not kept."""
        row = {
            "helpdesk": helpdesk,
            "conversation_id": message.conversation_id,
            "message_id": message.message_id,
            "occurred_at": message.occurred_at.timestamp(),
            "received_at": now,
            "customer_id": message.customer_id,
            "envelope": message.model_dump_json(),
            "tries": 0,
        }
        new = self.database.insert(MESSAGES).values(row).on_conflict_do_nothing()
        return connection.execute(new.returning(MESSAGES.c.id)).first() is not None

    def _note_change(
        self, connection: Connection, helpdesk: str, conversation_id: str, told: Sequence[Inbound], now: float
    ) -> None:
        """Who has the conversation now, and when it will have been quiet for long enough."""
        due = self._due(connection, helpdesk, told, now)
        row: dict[str, Any] = {"helpdesk": helpdesk, "conversation_id": conversation_id, "changed_at": now}
        holder, at = holder_after(told) or ("", 0.0)
        new = self.database.insert(CONVERSATIONS).values(
            **row, holder=holder or "bot", held_at=at, due_at=due, leased_until=0.0, lease=0
        )
        changes: dict[str, Any] = {"changed_at": now}
        if due is not None:
            changes["due_at"] = due
        if holder:  # a delivery that comes late tells how things were
            is_newer = CONVERSATIONS.c.held_at <= at
            changes["holder"] = case((is_newer, holder), else_=CONVERSATIONS.c.holder)
            changes["held_at"] = case((is_newer, at), else_=CONVERSATIONS.c.held_at)
        keys = [CONVERSATIONS.c.helpdesk, CONVERSATIONS.c.conversation_id]
        connection.execute(new.on_conflict_do_update(index_elements=keys, set_=changes))

    def _due(self, connection: Connection, helpdesk: str, told: Sequence[Inbound], now: float) -> float | None:
        """When what a customer wrote is answered; None where nothing is new."""
        written = next((message for message in told if message.author == "customer"), None)
        if written is None:
            return None
        open_ones = (
            MESSAGES.c.helpdesk == helpdesk,
            MESSAGES.c.conversation_id == written.conversation_id,
            MESSAGES.c.end.is_(None),
        )
        oldest = connection.execute(select(func.min(MESSAGES.c.received_at)).where(*open_ones)).scalar_one()
        return min(now + self.quiet_s, float(oldest) + MOST_QUIET * self.quiet_s)

    def batch(self, connection: Connection, one: InConversation) -> Batch | None:
        """What is to be answered next: a batch that was begun before what came since, else all that is open."""
        open_rows = (
            select(MESSAGES)
            .where(*rows_of(MESSAGES, one), MESSAGES.c.end.is_(None))
            .order_by(MESSAGES.c.occurred_at, MESSAGES.c.id)
        )
        rows = connection.execute(open_rows).all()
        if not rows:
            return None
        begun = next((row.turn_id for row in rows if row.turn_id is not None), None)
        rows = [row for row in rows if row.turn_id == begun]
        messages = tuple(Inbound.model_validate_json(row.envelope) for row in rows)
        turn_id = begun or turn_id_of(one, [row.message_id for row in rows])
        tries = max(row.tries for row in rows)
        ids = tuple(row.id for row in rows)
        return Batch(
            helpdesk=one.helpdesk,
            conversation_id=one.conversation_id,
            ids=ids,
            messages=messages,
            turn_id=turn_id,
            tries=tries,
        )

    def begin(self, connection: Connection, batch: Batch) -> None:
        """Mark the messages as those of one turn, before it is begun."""
        changes = {"turn_id": batch.turn_id, "tries": MESSAGES.c.tries + 1}
        connection.execute(update(MESSAGES).where(MESSAGES.c.id.in_(batch.ids)).values(changes))

    def plan(self, connection: Connection, turn_id: str, end: End) -> None:
        """How the messages of a turn end once all that it has to say has arrived."""
        connection.execute(update(MESSAGES).where(MESSAGES.c.turn_id == turn_id).values(planned_end=end))

    def reopen(self, connection: Connection, turn_id: str) -> None:
        """Give the messages of a turn back, to be answered together with what came since."""
        open_ones = (MESSAGES.c.turn_id == turn_id, MESSAGES.c.end.is_(None))
        connection.execute(update(MESSAGES).where(*open_ones).values(turn_id=None, planned_end=None))

    def end(self, connection: Connection, turn_id: str, now: float, end: End | None = None) -> None:
        """The messages of a turn have ended, as planned or in another way; what they said is kept by its record alone, and cleaned there."""
        open_ones = (MESSAGES.c.turn_id == turn_id, MESSAGES.c.end.is_(None))
        changes = {"end": end or MESSAGES.c.planned_end, "ended_at": now, "envelope": None}
        connection.execute(update(MESSAGES).where(*open_ones).values(changes))

    def has_more(self, connection: Connection, one: InConversation, turn_id: str) -> bool:
        """Whether the customer wrote something that the turn does not answer."""
        others = (MESSAGES.c.end.is_(None), MESSAGES.c.turn_id.is_distinct_from(turn_id))
        return (
            connection.execute(select(MESSAGES.c.id).where(*rows_of(MESSAGES, one), *others).limit(1)).first()
            is not None
        )

    def prune(self, now: float, kept_days: float = KEPT_DAYS) -> None:
        """Delete what no helpdesk will send again: old delivery ids, and rows of messages, sends and handoffs that ended."""
        before = now - kept_days * DAY_S
        with self.database.writing() as connection:
            connection.execute(delete(DELIVERIES).where(DELIVERIES.c.received_at < before))
            connection.execute(delete(MESSAGES).where(MESSAGES.c.ended_at < before))
            connection.execute(delete(HANDOFFS).where(HANDOFFS.c.closed_at < before))
            said = (OUTBOX.c.made_at < before, OUTBOX.c.state.not_in(OPEN_SENDS))
            connection.execute(delete(OUTBOX).where(*said))

    def counts(self) -> dict[str, int]:
        """Messages by how they ended; `open` of those that have not."""
        with self.database.reading() as connection:
            what = func.coalesce(MESSAGES.c.end, "open")
            return {row[0]: row[1] for row in connection.execute(select(what, func.count()).group_by(what))}

    def oldest_open(self) -> float | None:
        """When the message was received that has waited longest; None where none waits."""
        with self.database.reading() as connection:
            oldest = select(func.min(MESSAGES.c.received_at)).where(MESSAGES.c.end.is_(None))
            found: float | None = connection.execute(oldest).scalar_one()
        return found


def turn_id_of(one: InConversation, message_ids: Sequence[str]) -> str:
    """The id of the turn that answers these messages: the same whoever computes it, and whenever."""
    named = "\x1f".join((one.helpdesk, one.conversation_id, *message_ids))
    return hashlib.sha256(named.encode()).hexdigest()[:16]


def holder_after(told: Sequence[Inbound]) -> tuple[Literal["bot", "person"], float] | None:
    """Who has a conversation after these messages, and since when at least; None where they do not tell."""
    for message in sorted(told, key=lambda one: one.occurred_at, reverse=True):
        if message.author == "agent" or message.bot_in_control is False:
            return "person", message.occurred_at.timestamp()
        if message.bot_in_control:
            return "bot", message.occurred_at.timestamp()
    return None
