"""The tables of what is remembered of customers, in a SQLite file or on a server, and deleting from them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agent.errors import MemoryStoreError
from knowledge.server_tables import Rows, ServerRows, ServerTables
from knowledge.store_tables import WAIT_S, StoreTables

TABLES = StoreTables(
    what="the memory",
    steps=(
        (
            "CREATE TABLE episodes (turn_id TEXT PRIMARY KEY, customer_id TEXT NOT NULL, conversation_id TEXT NOT NULL, "
            "day TEXT NOT NULL, body TEXT NOT NULL, space TEXT NOT NULL, vector BLOB NOT NULL)",
            "CREATE INDEX episodes_of_customer ON episodes (customer_id, day)",
        ),
        (
            "CREATE TABLE facts (customer_id TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL, value TEXT, "
            "source TEXT NOT NULL, evidence_id TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (customer_id, key, version))",
        ),
    ),
    error=MemoryStoreError,
    remedy="to start a new one",
)


@contextmanager
def overwriting(database: Rows, path: Path | ServerTables) -> Iterator[None]:
    """What is deleted is overwritten, and a file is written anew without it.

    Raises:
        MemoryStoreError: another process kept the log from being cut for too long.
    """
    if isinstance(database, ServerRows):
        yield
        return
    database.execute("PRAGMA secure_delete = ON")
    yield
    # Pages that were split while the file grew hold stale copies of rows, which no deletion overwrites.
    database.execute("VACUUM")
    until = time.monotonic() + WAIT_S
    while database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        if time.monotonic() > until:
            raise MemoryStoreError(
                f"What was deleted still stands in {path}-wal: another process has been reading {path} for {WAIT_S:g} s. "
                "Run the command again once it is done."
            )
        time.sleep(0.05)
