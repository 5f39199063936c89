"""Where the ledger's rows are: a SQLite file, or a PostgreSQL server that several machines share."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from agent.errors import LedgerError
from knowledge.open_files import OpenFiles
from knowledge.server_tables import Rows, ServerTables

if TYPE_CHECKING:
    from sqlite_utils import Database

STEPS = (
    (
        "create table if not exists turns (turn_id text primary key, conversation_id text, customer_id text, asked_at text, "
        "outcome text, record text)",
    ),
)
"""What each version adds to the one before it."""
SCHEMA = len(STEPS)
"""`PRAGMA user_version` of the file."""


@contextmanager
def open_ledger_rows(path: Path | ServerTables, files: OpenFiles) -> Iterator[Rows]:
    """A connection of its own to the ledger, whose table is made where it is missing.

    Raises:
        LedgerError: the file is damaged or locked, the server is away, or a newer version of the program wrote it.
    """
    if isinstance(path, ServerTables):
        with path.open(STEPS, files, LedgerError) as rows:
            yield rows
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with files.open(path, lambda: _connect(path)) as database:
            _bring_up_to_date(database, path)
            yield database
    except (sqlite3.Error, OSError) as error:
        raise LedgerError(
            f"The ledger {path} cannot be used ({error}): wanted a SQLite file that can be written. Move it away "
            "to start a new one, or name another folder with `--home`."
        ) from error


def _connect(path: Path) -> Database:
    from sqlite_utils import Database

    connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
        for (table,) in STEPS:
            connection.execute(table)
    except BaseException:
        connection.close()
        raise
    return Database(connection)


def _bring_up_to_date(database: Database, path: Path) -> None:
    found = database.execute("pragma user_version").fetchone()[0]
    if found > SCHEMA:
        raise LedgerError(
            f"{path} was written by a newer version (schema {found}, this one reads {SCHEMA}). "
            "Install the newer grounded-support, or name another folder with `--home`."
        )
    if found < SCHEMA:
        database.execute(f"pragma user_version = {SCHEMA}")
