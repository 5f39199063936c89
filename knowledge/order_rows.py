"""Where the order store's rows are: a SQLite file, or a PostgreSQL server that several machines share."""

from __future__ import annotations

import glob
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from knowledge.errors import OrderStoreError
from knowledge.open_files import OpenFiles, log_file
from knowledge.server_tables import Rows, ServerTables

if TYPE_CHECKING:
    from sqlite_utils import Database

ACTIONS_TABLE = (
    "CREATE TABLE IF NOT EXISTS actions (key TEXT PRIMARY KEY, order_id TEXT NOT NULL, customer_id TEXT NOT NULL, "
    "body TEXT NOT NULL)"
)
"""What was done to orders, each with a key of its own; bodies are JSON of whoever wrote them."""

STEPS = (
    (
        "CREATE TABLE customers (customer_id TEXT PRIMARY KEY, body TEXT NOT NULL)",
        "CREATE TABLE orders (order_id TEXT PRIMARY KEY, customer_id TEXT NOT NULL, body TEXT NOT NULL)",
        "CREATE INDEX orders_of_customer ON orders (customer_id)",
        ACTIONS_TABLE,
    ),
)
"""What each version adds to the one before it."""

SCHEMA_VERSION = len(STEPS)
"""Kept in `PRAGMA user_version`; 0 is a file without tables."""


@contextmanager
def open_order_rows(path: Path | ServerTables, files: OpenFiles) -> Iterator[Rows]:
    """A connection of its own to the store, which is made where it is missing.

    Raises:
        OrderStoreError: the file is damaged or locked, the server is away, or a newer version of the program wrote it.
    """
    if isinstance(path, ServerTables):
        with path.open(STEPS, files, OrderStoreError) as rows:
            yield rows
        return
    try:
        if not path.exists():
            _create(path)
        with files.open(path, lambda: _connect(path)) as db:
            _check_version(path, db)
            yield db
    except (sqlite3.DatabaseError, OSError) as error:
        raise _failed(path, error) from error


def unusable(path: Path | ServerTables, found: str) -> OrderStoreError:
    """The error for a store that does not hold what it should."""
    return OrderStoreError(
        f"The order store {path} cannot be used: found {found}, wanted one that this program wrote. Move it away, then run "
        "`support orders load FILE`."
    )


def _connect(path: Path) -> Database:
    db = _connected(path)
    try:
        _check_version(path, db)
        db.execute("PRAGMA synchronous = FULL")
        db.execute(ACTIONS_TABLE)  # files of before it was kept have none
    except BaseException:
        db.close()
        raise
    return db


def _check_version(path: Path, db: Database) -> None:
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > SCHEMA_VERSION:
        raise OrderStoreError(
            f"The order store {path} has schema version {version}, "
            f"this program reads versions up to {SCHEMA_VERSION}. "
            "Upgrade grounded-support, or name another --home and run `support orders load FILE`."
        )
    if version < SCHEMA_VERSION:
        tables = ", ".join(db.table_names()[:3])
        raise unusable(path, f"a file of another program (tables: {tables or 'none'})")


def _failed(path: Path, error: sqlite3.Error | OSError) -> OrderStoreError:
    # The driver raises the base class itself only for a file that is damaged or no database at all.
    if type(error) is sqlite3.DatabaseError:
        return unusable(path, f"a damaged file ({error})")
    if "locked" in str(error):
        remedy = "Another process held it for more than 5 seconds: try again once that process is done."
    else:
        remedy = "Check the free space and the permissions of its folder, then try again."
    return OrderStoreError(f"The order store {path} could not be opened, read or written: {error}. {remedy}")


def _create(path: Path) -> None:
    """Make the store beside its place and move it there, so that no other process meets it half made."""
    from filelock import FileLock

    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{path}.lock", timeout=10):
        if path.exists():
            return
        unfinished = path.with_name(f"{path.name}.new")
        for leftover in path.parent.glob(f"{glob.escape(unfinished.name)}*"):  # of a process that was killed here
            leftover.unlink()
        with closing(_connected(unfinished)) as db:
            db.enable_wal()
            for statement in (*STEPS[0], f"PRAGMA user_version = {SCHEMA_VERSION}"):
                db.execute(statement)
        log_file(path).unlink(missing_ok=True)  # of a file that was moved away without it
        unfinished.replace(path)


def _connected(path: Path) -> Database:
    from sqlite_utils import Database

    return Database(sqlite3.connect(path, check_same_thread=False), execute_plugins=False)
