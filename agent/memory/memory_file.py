"""What is remembered of customers, in a SQLite file or on a server: opened, made, brought to the present schema, or refused."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from agent.errors import MemoryStoreError
from knowledge.open_files import OpenFiles
from knowledge.server_tables import Rows, ServerRows, ServerTables, writing

WAIT_S = 10.0
"""How long a process waits for another one that writes."""

STEPS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE episodes (turn_id TEXT PRIMARY KEY, customer_id TEXT NOT NULL, conversation_id TEXT NOT NULL, "
        "day TEXT NOT NULL, body TEXT NOT NULL, space TEXT NOT NULL, vector BLOB NOT NULL)",
        "CREATE INDEX episodes_of_customer ON episodes (customer_id, day)",
    ),
    (
        "CREATE TABLE facts (customer_id TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL, value TEXT, "
        "source TEXT NOT NULL, evidence_id TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (customer_id, key, version))",
    ),
)
"""What each schema version adds to the one before it; never changed, only added to."""

SCHEMA = len(STEPS)
"""`PRAGMA user_version` of a file that is up to date; 0 is a file without tables."""


@contextmanager
def open_memory(path: Path | ServerTables, files: OpenFiles) -> Iterator[Rows]:
    """A connection of its own to the store, which is made where it is missing; at the end it is closed, or kept in `files`.

    Raises:
        MemoryStoreError: the file is damaged, of another program or of a newer version, or was locked for too long; or the
            server is away.
    """
    if isinstance(path, ServerTables):
        with path.open(STEPS, files, MemoryStoreError) as rows:
            yield rows
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with files.open(path, partial(_connect, path)) as database:
            if _version(database, path) < SCHEMA:
                _bring_up_to_date(database, path)
            yield database
    except (sqlite3.Error, OSError) as error:
        raise MemoryStoreError(
            f"The memory {path} could not be opened, read or written ({error}): wanted a SQLite file that this program "
            "wrote. Move it away to start a new one, or name another folder with `--home`."
        ) from error


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
    database.execute("PRAGMA synchronous = FULL")
    return database


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


def _version(database: sqlite3.Connection, path: Path) -> int:
    version = int(database.execute("PRAGMA user_version").fetchone()[0])
    if version > SCHEMA:
        raise MemoryStoreError(
            f"The memory {path} has schema version {version}, this program reads versions up to {SCHEMA}. "
            "Upgrade grounded-support, or name another folder with `--home`."
        )
    return version


def _bring_up_to_date(database: sqlite3.Connection, path: Path) -> None:
    """Add what is missing, step by step, in one transaction; a process that comes second finds it done."""
    # The switch to the write-ahead log is not waited for by SQLite while another process does the same.
    from filelock import FileLock

    with FileLock(f"{path}.lock", timeout=WAIT_S):
        database.execute("PRAGMA journal_mode = WAL")
        with writing(database):
            version = _version(database, path)
            if version == 0 and (found := database.execute("SELECT name FROM sqlite_master LIMIT 1").fetchone()):
                raise MemoryStoreError(
                    f"The memory {path} is a file of another program (it has {found[0]}): wanted one that this program "
                    "wrote. Move it away, or name another folder with `--home`."
                )
            for step in STEPS[version:]:
                for statement in step:
                    database.execute(statement)
            database.execute(f"PRAGMA user_version = {SCHEMA}")
