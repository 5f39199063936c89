"""The tables of the service: what came in, who is at it, and what has to go out.

Times are seconds since 1970 (UTC), by this machine's clock but for `occurred_at`, which is the helpdesk's.
"""

from __future__ import annotations

from typing import Any, Protocol

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Double,
    Index,
    Integer,
    MetaData,
    Table,
    UniqueConstraint,
)

from agent.web.text_column import Text

METADATA = MetaData()

SCHEMA = 2
"""Of all tables here: raise it with every change, and add the step to `migrating.STEPS`."""

_ID = BigInteger().with_variant(Integer, "sqlite")

VERSIONS = Table("service_version", METADATA, Column("version", Integer, nullable=False))

DELIVERIES = Table(
    "deliveries",
    METADATA,
    Column("helpdesk", Text, primary_key=True),
    Column("delivery_id", Text, primary_key=True),
    Column("received_at", Double, nullable=False, index=True),
)
"""Every delivery that was taken, for as long as a helpdesk might send it again."""

MESSAGES = Table(
    "messages",
    METADATA,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("helpdesk", Text, nullable=False),
    Column("conversation_id", Text, nullable=False),
    Column("message_id", Text, nullable=False),
    Column("occurred_at", Double, nullable=False),
    Column("received_at", Double, nullable=False),
    Column("customer_id", Text),
    Column("envelope", Text),  # `Inbound` as JSON; emptied once the message has ended
    Column("turn_id", Text),  # of the batch that it is answered with
    Column("tries", Integer, nullable=False, default=0),
    Column("planned_end", Text),  # how it ends once all that its turn has to say has arrived
    Column("end", Text),  # None while it is open; see `inbox.End`
    Column("ended_at", Double),
    UniqueConstraint("helpdesk", "conversation_id", "message_id", name="one_row_a_message"),
    Index("open_messages", "helpdesk", "conversation_id", "end"),
)
"""Messages of customers that were accepted; each ends once."""

CONVERSATIONS = Table(
    "conversations",
    METADATA,
    Column("helpdesk", Text, primary_key=True),
    Column("conversation_id", Text, primary_key=True),
    Column("holder", Text, nullable=False, default="bot"),  # bot, or person: then nothing is said here any more
    Column("held_at", Double, nullable=False, default=0.0),  # when that was so last; what is told late changes nothing
    Column("due_at", Double),  # when there is something to do next; None where there is nothing
    Column("leased_by", Text),
    Column("leased_until", Double, nullable=False, default=0.0),
    Column("lease", Integer, nullable=False, default=0),  # counts up: whoever holds an older one writes nothing
    Column("changed_at", Double, nullable=False),
    Index("due_conversations", "due_at", "leased_until"),
)

OUTBOX = Table(
    "outbox",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("helpdesk", Text, nullable=False),
    Column("conversation_id", Text, nullable=False),
    Column("turn_id", Text, nullable=False, index=True),
    Column("position", Integer, nullable=False),
    Column("kind", Text, nullable=False),  # see `outbox.Kind`
    Column("body", Text),  # emptied once it is sent
    Column(
        "final", Boolean, nullable=False, default=False
    ),  # whether it must be said, whatever the customer wrote since
    Column("state", Text, nullable=False, default="new"),  # new, sending, sent, dropped, failed
    Column("tries", Integer, nullable=False, default=0),
    Column("next_at", Double, nullable=False, default=0.0),
    Column("sent_id", Text),  # by the helpdesk
    Column("why", Text),
    Column("made_at", Double, nullable=False),
    Column("sent_at", Double),
    Index("open_sends", "helpdesk", "conversation_id", "state"),
)
"""What has to reach a helpdesk, one row for each thing to say or do."""

OPEN_SENDS = ("new", "sending")
"""States of what has not ended."""

HANDOFFS = Table(
    "handoffs",
    METADATA,
    Column("turn_id", Text, primary_key=True),
    Column("helpdesk", Text, nullable=False),
    Column("conversation_id", Text, nullable=False),
    Column("customer_id", Text),
    Column("reason", Text, nullable=False),
    Column("opened_at", Double, nullable=False),
    Column("taken_by", Text),
    Column("taken_at", Double),
    Column("closed_at", Double),
    Index("open_handoffs", "closed_at", "opened_at"),
)
"""Conversations that wait for a person, one row for each turn that handed over; what the turn found is in the ledger."""


ENDED_SESSIONS = Table(
    "ended_sessions",
    METADATA,
    Column("session_id", Text, primary_key=True),
    Column("ended_at", Double, nullable=False, index=True),
)
"""Sessions of the desk that were signed out of, for as long as their cookies would be taken; since version 2."""


class InConversation(Protocol):
    """Whatever belongs to a conversation."""

    @property
    def helpdesk(self) -> str:
        """The name of the helpdesk in the settings."""

    @property
    def conversation_id(self) -> str:
        """As the helpdesk calls it."""


def rows_of(table: Table, one: InConversation) -> tuple[ColumnElement[Any], ...]:
    """The condition that a row belongs to a conversation."""
    return (table.c.helpdesk == one.helpdesk, table.c.conversation_id == one.conversation_id)
