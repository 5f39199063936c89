"""Erasing a customer from the service's tables, in a data folder or on a server."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, Table, delete, select, tuple_

from agent.web.database import open_database
from agent.web.tables import CONVERSATIONS, HANDOFFS, MESSAGES, OUTBOX

OF_CONVERSATIONS = (OUTBOX, HANDOFFS, CONVERSATIONS, MESSAGES)
"""Tables whose rows belong to a conversation; that which says whose it is comes last."""


def erase_delivered(home: Path, url: str | None, customer_id: str, conversations: Collection[str]) -> int:
    """Delete every row of a conversation in which the customer was known, or that is named; the number of rows.

    A deleted row leaves PostgreSQL's files with the next vacuum, and its backups by the rules of who keeps them.

    Args:
        home: the data folder, which holds the database where there is no `url`.
        url: of the service's database on a server.
        customer_id: the verified customer.
        conversations: as the ledger names them, `helpdesk:conversation`.

    Raises:
        SettingsError: the URL names no PostgreSQL, or its driver is not installed.
        StoreError: the server cannot be used.
    """
    database = open_database(home, url)
    try:
        with database.writing() as connection:
            theirs = _theirs(connection, customer_id, conversations)
            return sum(_deleted(connection, table, theirs) for table in OF_CONVERSATIONS) if theirs else 0
    finally:
        database.close()


def _theirs(connection: Connection, customer_id: str, conversations: Collection[str]) -> list[tuple[str, str]]:
    of_customer = select(MESSAGES.c.helpdesk, MESSAGES.c.conversation_id).where(MESSAGES.c.customer_id == customer_id)
    known = connection.execute(select(CONVERSATIONS.c.helpdesk, CONVERSATIONS.c.conversation_id)).all()
    named = [(row[0], row[1]) for row in known if f"{row[0]}:{row[1]}" in conversations]
    return sorted({*named, *((row[0], row[1]) for row in connection.execute(of_customer))})


def _deleted(connection: Connection, table: Table, theirs: list[tuple[str, str]]) -> int:
    mine: ColumnElement[bool] = tuple_(table.c.helpdesk, table.c.conversation_id).in_(theirs)
    return connection.execute(delete(table).where(mine)).rowcount
