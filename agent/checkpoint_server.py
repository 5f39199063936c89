"""LangGraph's PostgreSQL saver, for conversations that several machines go on with; its tables are its own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agent.errors import SettingsError, StoreError

if TYPE_CHECKING:
    from langgraph.checkpoint.postgres import PostgresSaver

MOST_CONNECTIONS = 4
"""Of one process: a worker is at one turn at a time, and beats on the service's own connections."""
WAIT_S = 10.0
"""For a connection; a server that is away is told of after that."""
SETUP_S = 60.0
"""For another process that makes the tables."""
IDLE_S, LIFE_S = 300.0, 1_800.0
ONE_AT_A_TIME = 7_210_009
"""Key of the advisory lock under which the saver makes its tables."""


def open_server_checkpoints(url: str) -> PostgresSaver:
    """The saver on a pool whose connections are tried before they are used; plain types only, nothing is unpickled.

    Args:
        url: as psycopg reads it, `postgresql://user:password@host/name`.

    Raises:
        SettingsError: the driver is not installed.
        StoreError: the server cannot be reached, or its tables cannot be made.
    """
    try:
        from langgraph.checkpoint.postgres import PostgresSaver
        from psycopg import Error
    except ImportError as error:
        raise SettingsError(
            f"service.database_url names a PostgreSQL server, and what keeps conversations there is not installed ({error}). "
            'Run `pip install "grounded-support[postgres]"`.'
        ) from error
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    pool = _open_pool(url)
    try:
        saver = PostgresSaver(pool, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        with pool.connection(WAIT_S) as connection, _alone(connection):
            saver.setup()
    except BaseException as error:
        pool.close()
        if isinstance(error, Error):
            raise unreachable(error) from error
        raise
    return saver


@contextmanager
def _alone(connection: Any) -> Iterator[None]:
    """Hold the lock under which tables are made.

    It is asked for again and again and never waited for: `CREATE INDEX CONCURRENTLY`, by which the saver makes its indexes, waits
    for every statement that is under way, and one that waits for this lock would be among them.

    Raises:
        StoreError: another process has been at it for too long.
    """
    until = time.monotonic() + SETUP_S
    while not connection.execute("SELECT pg_try_advisory_lock(%s) AS held", (ONE_AT_A_TIME,)).fetchone()["held"]:
        if time.monotonic() > until:
            raise StoreError(
                f"Another process has been making the conversations' tables for {SETUP_S:.0f} s. Try again."
            )
        time.sleep(0.05)
    try:
        yield
    finally:
        connection.execute("SELECT pg_advisory_unlock(%s)", (ONE_AT_A_TIME,))


def _open_pool(url: str) -> Any:
    """Without prepared statements, which a pooler between would not know again."""
    from psycopg import Error
    from psycopg.rows import dict_row
    from psycopg_pool import ConnectionPool

    def check(connection: Any) -> None:
        try:
            ConnectionPool.check_connection(connection)
        except Error:
            # Where one was cut the others were: the pool would find them one by one, and wait longer after each.
            pool.check()
            raise

    pool = ConnectionPool(
        url,
        min_size=1,
        max_size=MOST_CONNECTIONS,
        timeout=WAIT_S,
        max_idle=IDLE_S,
        max_lifetime=LIFE_S,
        reconnect_timeout=WAIT_S,
        check=check,
        kwargs={"autocommit": True, "row_factory": dict_row, "prepare_threshold": None, "connect_timeout": int(WAIT_S)},
        open=True,
    )
    return pool


@dataclass(frozen=True)
class ServerKeeper:
    """Of LangGraph's PostgreSQL saver on a pool of connections."""

    saver: Any

    def drop_earlier(self, thread: str) -> None:
        """See `Keeper`; the states, their writes, and the values that no state refers to any more."""
        with self.reaching():
            self.saver.prune([thread], strategy="keep_latest")

    def tidy(self) -> None:
        """See `Keeper`; what was deleted leaves the server's files with its next vacuum."""

    def threads(self) -> list[str]:
        """See `Keeper`."""
        with self.reaching(), self.saver.conn.connection() as connection:
            rows = connection.execute("SELECT DISTINCT thread_id FROM checkpoints").fetchall()
        return [str(row["thread_id"]) for row in rows]

    def close(self) -> None:
        """See `Keeper`."""
        self.saver.conn.close()

    @contextmanager
    def reaching(self) -> Iterator[None]:
        """See `Keeper`."""
        from psycopg import Error

        try:
            yield
        except Error as error:
            raise unreachable(error) from error


def unreachable(error: Exception) -> StoreError:
    """The error for a server that cannot be used; only the first line, for what follows it may repeat a value."""
    said = str(error).strip().splitlines() or [type(error).__name__]
    return StoreError(
        f"The conversations on the server of service.database_url cannot be used ({said[0]}): wanted PostgreSQL. Start it, or "
        "mend the URL, then run the command again."
    )
