"""Deleting rows so that nothing of them stays in a SQLite file: no freed page, no write-ahead log; or on a server, whose
files they leave with its next vacuum."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from agent.errors import StoreError
from knowledge.open_files import OpenFiles
from knowledge.server_tables import Rows, ServerRows, ServerTables, Steps, writing

WAIT_SECONDS = 20
"""How long another process may read on before the write-ahead log is given up on."""


@contextmanager
def erasing(path: Path | ServerTables, steps: Steps = ()) -> Iterator[Rows]:
    """One transaction that takes the write lock at once; afterwards a file is written anew. `steps` as a server's tables take them.

    Raises:
        StoreError: the file or the server cannot be used, or is held by another process.
    """
    if isinstance(path, ServerTables):
        with path.open(steps, OpenFiles(), StoreError) as rows, writing(rows):
            yield rows
        return
    try:
        with closing(sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)) as db:
            db.execute("pragma secure_delete = on")
            db.execute("begin immediate")
            yield db
            db.execute("commit")
            _write_anew(db)
    except sqlite3.Error as error:
        raise _unusable(path, error) from error


def write_anew(path: Path | ServerTables) -> None:
    """Write a file anew without its freed pages; nothing where there is none."""
    if isinstance(path, ServerTables) or not path.exists():
        return
    try:
        with closing(sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)) as db:
            _write_anew(db)
    except sqlite3.Error as error:
        raise _unusable(path, error) from error


def _write_anew(db: sqlite3.Connection) -> None:
    # A row that moved to another page, or was replaced, may have left a copy that no deletion overwrites.
    db.execute("vacuum")
    until = time.monotonic() + WAIT_SECONDS
    while db.execute("pragma wal_checkpoint(truncate)").fetchone()[0] and time.monotonic() < until:
        time.sleep(0.05)  # a reader still needs the log


def tables(db: Rows) -> frozenset[str]:
    """Names of the tables of a store."""
    on_server = "select table_name from information_schema.tables where table_schema = current_schema()"
    in_file = "select name from sqlite_master where type = 'table'"
    return frozenset(str(row[0]) for row in db.execute(on_server if isinstance(db, ServerRows) else in_file).fetchall())


def _unusable(path: Path, error: sqlite3.Error) -> StoreError:
    return StoreError(
        f"{path} cannot be cleaned ({error}): wanted a SQLite file that no other process is writing. Run the command again "
        "when it is free; what is erased already stays erased."
    )
