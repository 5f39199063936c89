"""Sessions that were signed out of, kept in the service's database for all of its processes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import delete, select

from agent.web.database import Database
from agent.web.tables import ENDED_SESSIONS

SLACK_S = 3_600
"""For clocks of several machines that differ."""


@dataclass(frozen=True)
class EndedSessions:
    """Remembers sessions for as long as their cookies would be taken."""

    database: Database
    clock: Callable[[], float] = field(default=time.time)

    def holds(self, session_id: str) -> bool:
        """Whether a session was signed out of.

        Raises:
            StoreError: the database cannot be read.
        """
        found = select(ENDED_SESSIONS.c.session_id).where(ENDED_SESSIONS.c.session_id == session_id)
        with self.database.reading() as connection:
            return connection.execute(found).first() is not None

    def add(self, session_id: str, max_age_s: float) -> None:
        """Remember one, and forget those whose cookies are too old by now to be taken.

        Raises:
            StoreError: the database cannot be written to.
        """
        now = self.clock()
        row = {"session_id": session_id, "ended_at": now}
        with self.database.writing() as connection:
            connection.execute(delete(ENDED_SESSIONS).where(ENDED_SESSIONS.c.ended_at < now - max_age_s - SLACK_S))
            connection.execute(self.database.insert(ENDED_SESSIONS).values(row).on_conflict_do_nothing())
