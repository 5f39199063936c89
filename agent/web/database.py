"""The service's database: SQLite in the data folder, or PostgreSQL where a URL is set."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from agent.errors import StoreError
from agent.web.database_server import open_engine
from agent.web.migrating import bring_up_to_date

INTAKE_WAIT_S = 2.0
"""How long storing a delivery waits for another one's write: the most impatient helpdesk, Chatwoot, waits for five seconds."""
WORK_WAIT_S = 30.0
"""How long a worker waits for it: SQLite gives its lock to whoever asks at the right moment, not to who asked first."""
_ONE_AT_A_TIME = 7_210_008
"""Key of the advisory lock under which PostgreSQL's tables are brought up to date."""


@dataclass(frozen=True)
class Database:
    """Opens transactions; all of one is written, or nothing."""

    engine: Engine
    wait_s: float = WORK_WAIT_S
    order: threading.Lock = field(default_factory=threading.Lock, compare=False)
    """One after the other within this process: SQLite's own lock is asked for again and again, and may be missed each time."""

    @property
    def where(self) -> str:
        """What it is called in messages, without a password."""
        return self.engine.url.render_as_string(hide_password=True)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction.

        Raises:
            StoreError: the database is locked, full, damaged or away.
        """
        try:
            with self._in_order(), self.engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreError(f"The service's database {self.where} cannot be used ({_brief(error)}).") from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction that writes nothing and keeps nobody from writing.

        Raises:
            StoreError: the database is damaged or away.
        """
        try:
            with self.engine.connect().execution_options(reading=True) as connection, connection.begin():
                yield connection
        except SQLAlchemyError as error:
            raise StoreError(f"The service's database {self.where} cannot be read ({_brief(error)}).") from error

    @contextmanager
    def _in_order(self) -> Iterator[None]:
        if self.engine.dialect.name != "sqlite":
            yield
            return
        if not self.order.acquire(timeout=self.wait_s):
            raise StoreError(f"The service's database {self.where} cannot be used (others have written for too long).")
        try:
            yield
        finally:
            self.order.release()

    @property
    def insert(self):  # type: ignore[no-untyped-def]  # two functions whose results share all that is used here
        """`insert` of this database, which knows `on_conflict_do_nothing`."""
        return postgres_insert if self.engine.dialect.name == "postgresql" else sqlite_insert

    def tidy(self) -> None:
        """Let nothing that was deleted stand in SQLite's log any longer; where somebody reads on, the next call does it."""
        if self.engine.dialect.name == "sqlite":
            with suppress(SQLAlchemyError, sqlite3.Error), closing(self.engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def open_database(home: Path, url: str | None = None, wait_s: float = WORK_WAIT_S) -> Database:
    """The database of a data folder, or the one of a URL, with its tables up to date.

    Args:
        home: where `service.db` is, unless `url` names another database.
        url: of a PostgreSQL database, `postgresql+psycopg://…`.
        wait_s: how long a transaction waits for another one's write.

    Raises:
        SettingsError: the URL names no PostgreSQL, or its driver is not installed.
        StoreError: it cannot be opened, or a newer version of the program wrote it.
    """
    database = Database(_open_file(home, wait_s) if url is None else open_engine(url, wait_s), wait_s)
    try:
        with _opening(home if url is None else None, database), database.writing() as connection:
            if database.engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ONE_AT_A_TIME})
            bring_up_to_date(connection, database.where)
    except StoreError:
        database.close()
        raise
    return database


@contextmanager
def _opening(home: Path | None, database: Database) -> Iterator[None]:
    """Hold the file while it is made: SQLite does not wait for another process that switches to the write-ahead log."""
    from filelock import FileLock, Timeout

    if home is None:
        yield
        return
    try:
        with FileLock(home / ".service.db.lock", timeout=database.wait_s):
            yield
    except (Timeout, OSError) as error:
        raise StoreError(
            f"The service's database {database.where} cannot be opened ({error}): wanted a folder that can be written, in which "
            "no other process is stuck. Mend that, then try again."
        ) from error


def _open_file(home: Path, wait_s: float) -> Engine:
    home.mkdir(parents=True, exist_ok=True)
    engine = create_engine(f"sqlite:///{home / 'service.db'}")
    _careful(engine, wait_s)
    return engine


def _careful(engine: Engine, wait_s: float) -> None:
    """SQLite with a write-ahead log, forced to the disk, and transactions that take the write lock as they begin."""

    @event.listens_for(engine, "connect")
    def connected(connection, record) -> None:  # type: ignore[no-untyped-def]
        connection.isolation_level = None  # the driver begins no transactions of its own
        wait = f"busy_timeout = {int(wait_s * 1000)}"
        for pragma in (wait, "journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        reads = connection.get_execution_options().get("reading", False)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _brief(error: SQLAlchemyError) -> str:
    """What the driver says in its first line: neither the statement nor its values, which may be a customer's."""
    said = str(error.orig).strip().splitlines() if isinstance(error, DBAPIError) else []
    return said[0] if said else type(error).__name__
