"""Erasing a customer from the service's tables, in a data folder or on a server."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from sqlalchemy import Column, ColumnElement, Connection, Table, and_, delete, select, tuple_, update

from agent.web.database import open_database
from agent.web.tables import CONVERSATIONS, HANDOFFS, MESSAGES, METADATA, OUTBOX

OF_CONVERSATIONS = (OUTBOX, HANDOFFS, CONVERSATIONS, MESSAGES)
"""Tables whose rows belong to a conversation; that which says whose it is comes last."""
TEXTS = ((MESSAGES, MESSAGES.c.envelope), (OUTBOX, OUTBOX.c.body))
"""Columns in which another customer may have named one, or an order of theirs."""


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


def mend_delivered(url: str, erased: Callable[[str], str]) -> int:
    """Put into every text of other conversations on a server what is left of it without a customer; the number of rows.

    Raises:
        SettingsError, StoreError: as of `erase_delivered`.
    """
    database, mended = open_database(Path(), url), 0
    try:
        with database.writing() as connection:
            for table, column in TEXTS:
                keys = list(table.primary_key)
                for key, text in _texts(connection, table, column):
                    if (after := erased(text)) != text:
                        row = and_(*(one == value for one, value in zip(keys, key, strict=True)))
                        connection.execute(update(table).where(row).values({column.name: after}))
                        mended += 1
    finally:
        database.close()
    return mended


def left_delivered(url: str, is_named: Callable[[str], bool]) -> int:
    """How many rows of the service's tables on a server still lead to a customer.

    Raises:
        SettingsError, StoreError: as of `erase_delivered`.
    """
    database = open_database(Path(), url)
    try:
        with database.reading() as connection:
            rows = (row for table in METADATA.sorted_tables for row in connection.execute(select(table)))
            return sum(1 for row in rows if any(is_named(str(value)) for value in row))
    finally:
        database.close()


def _texts(connection: Connection, table: Table, column: Column[str]) -> list[tuple[tuple[object, ...], str]]:
    """The keys and texts of a column."""
    found = connection.execute(select(*table.primary_key, column).where(column.is_not(None)))
    return [(tuple(row[:-1]), str(row[-1])) for row in found]


def _theirs(connection: Connection, customer_id: str, conversations: Collection[str]) -> list[tuple[str, str]]:
    of_customer = select(MESSAGES.c.helpdesk, MESSAGES.c.conversation_id).where(MESSAGES.c.customer_id == customer_id)
    known = connection.execute(select(CONVERSATIONS.c.helpdesk, CONVERSATIONS.c.conversation_id)).all()
    named = [(row[0], row[1]) for row in known if f"{row[0]}:{row[1]}" in conversations]
    return sorted({*named, *((row[0], row[1]) for row in connection.execute(of_customer))})


def _deleted(connection: Connection, table: Table, theirs: list[tuple[str, str]]) -> int:
    mine: ColumnElement[bool] = tuple_(table.c.helpdesk, table.c.conversation_id).in_(theirs)
    return connection.execute(delete(table).where(mine)).rowcount
