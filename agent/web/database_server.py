"""PostgreSQL in the place of SQLite, where several processes or machines share the service's state."""

from __future__ import annotations

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from agent.errors import SettingsError
from agent.web.settings import POSTGRES

INSTALL = 'pip install "grounded-support[postgres]"'

CONNECT_S = 10
"""For a connection to a server that does not answer, unless less may be waited for."""
UNHEARD_MS = 30_000
"""How long what was sent may stay unacknowledged before the connection counts as broken (tcp_user_timeout of libpq)."""
IDLE_S = 1_800
"""After which a connection is made anew, before a firewall in between forgets it."""


def open_engine(url: str, wait_s: float) -> Engine:
    """Connections to a PostgreSQL server; each is tried before it is used, and replaced where the server has closed it.

    Args:
        url: `postgresql+psycopg://user:password@host/name`; `postgresql://…` is taken, too.
        wait_s: how long a statement waits for another transaction's lock, and a call for a free connection.

    Raises:
        SettingsError: the URL names another kind of database, or the driver is not installed.
    """
    connecting = {"connect_timeout": max(2, min(CONNECT_S, int(wait_s))), "tcp_user_timeout": UNHEARD_MS}
    try:
        engine = create_engine(
            server_url(url),
            connect_args=connecting,
            execution_options={
                "preserve_rowcount": True
            },  # also of an insert, for which the driver is not asked otherwise
            pool_pre_ping=True,
            pool_recycle=IDLE_S,
            pool_timeout=wait_s,
        )
    except ImportError as error:
        raise SettingsError(
            f"service.database_url names a PostgreSQL server, whose driver is not installed ({error}). Run `{INSTALL}`."
        ) from error
    _patient(engine, wait_s)
    return engine


def server_url(url: str) -> URL:
    """The URL with the driver that is used.

    Raises:
        SettingsError: it is no URL, or of another kind of database. The message does not repeat it: it holds a password.
    """
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):
        found = None
    if found is None or found.drivername not in POSTGRES:
        named = "no URL" if found is None else f"a URL of {found.drivername}"
        raise SettingsError(
            f"service.database_url is {named}, wanted {POSTGRES[0]}://USER:PASSWORD@HOST/NAME. Without it the service keeps its "
            "state in the data folder."
        )
    return found.set(drivername=POSTGRES[0])


def _patient(engine: Engine, wait_s: float) -> None:
    """Let no transaction wait longer for another one's lock. For each anew: a pooler between may share the connection."""

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {max(1, int(wait_s * 1000))}")
