"""Bringing the service's tables up to date, step by step; a newer database is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, insert, inspect, select, update

from agent.errors import StoreError
from agent.web.tables import ENDED_SESSIONS, METADATA, SCHEMA, VERSIONS

Step = Callable[[Connection], None]
"""From one version to the next."""


def _first(connection: Connection) -> None:
    """All tables as they are now, so that the steps after it find nothing left to do."""
    METADATA.create_all(connection)
    connection.execute(insert(VERSIONS).values(version=0))


def _ended_sessions(connection: Connection) -> None:
    ENDED_SESSIONS.create(connection, checkfirst=True)


STEPS: Sequence[Step] = (_first, _ended_sessions)
"""Step n leads from version n to version n + 1; each finds things as any version left them, for the first makes everything."""


def bring_up_to_date(connection: Connection, where: str) -> int:
    """Do what is missing within the transaction of the connection; the steps that were done.

    Args:
        connection: in a transaction that keeps others from the same.
        where: names the database in messages.

    Raises:
        StoreError: a newer version of the program wrote it.
    """
    version = version_of(connection)
    if version > SCHEMA:
        raise StoreError(
            f"The service's database {where} has schema version {version}, this program reads versions up to {SCHEMA}. "
            "Install the newer grounded-support again, or name another database."
        )
    for step in STEPS[version:SCHEMA]:
        step(connection)
    if version < SCHEMA:
        connection.execute(update(VERSIONS).values(version=SCHEMA))
    return SCHEMA - version


def version_of(connection: Connection) -> int:
    """The version of the tables; 0 where there are none."""
    if not inspect(connection).has_table(VERSIONS.name):
        return 0
    return connection.execute(select(VERSIONS.c.version)).scalar_one_or_none() or 0
