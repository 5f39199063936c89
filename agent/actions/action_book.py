"""Approvals that were asked for and what customers are still to be told, in one SQLite file or on a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from agent.actions.announcements import Announcement
from agent.actions.approvals import Approval
from agent.errors import StoreError
from knowledge.open_files import OpenFiles
from knowledge.server_tables import Rows, ServerTables, overwriting, writing
from knowledge.store_tables import StoreTables

TABLES = StoreTables(
    what="the approvals in",
    steps=(
        (
            "create table if not exists approvals (reference text primary key, conversation_id text not null, "
            "customer_id text not null, state text not null, body text not null)",
            "create table if not exists announcements (reference text not null, outcome text not null, "
            "conversation_id text not null, customer_id text not null, body text not null, told_in text, "
            "primary key (reference, outcome))",
        ),
    ),
    error=StoreError,
    remedy="to start without them",
)


@dataclass(frozen=True)
class ActionBook:
    """Approvals and announcements; every call has its own connection.

    Every method raises StoreError where the file is damaged, locked, or written by a newer version, or the server is away.
    """

    path: Path | ServerTables
    files: OpenFiles = field(default_factory=OpenFiles, compare=False, repr=False)
    """Where connections wait between calls; without one that keeps them, each call opens and closes its own."""

    def approval(self, reference: str) -> Approval | None:
        """One approval; None where none has this reference."""
        rows = self._rows("select body from approvals where reference = ?", reference)
        return Approval.model_validate_json(rows[0]) if rows else None

    def approvals(self, *, waiting: bool = True) -> tuple[Approval, ...]:
        """Those that wait for a person, or all of them; oldest first."""
        which = "where state = 'waiting'" if waiting else ""
        rows = self._rows(f"select body from approvals {which} order by rowid")
        return tuple(Approval.model_validate_json(row) for row in rows)

    def write(self, approval: Approval, announcement: Announcement | None = None) -> None:
        """Write an approval, and with it what the customer is to be told; an announcement is written once."""
        proposal = approval.proposal
        values = (approval.reference, proposal.conversation_id, proposal.customer_id, approval.state)
        with self._open() as db:
            db.execute(_WRITE, (*values, approval.model_dump_json()))
            if approval.state == "waiting":  # asked for anew: should it expire again, that is news
                db.execute(
                    "delete from announcements where reference = ? and outcome = 'expired'", (approval.reference,)
                )
            if announcement:
                row = (announcement.reference, announcement.outcome, proposal.conversation_id, proposal.customer_id)
                body = announcement.model_dump_json()
                db.execute(
                    "insert into announcements values (?, ?, ?, ?, ?, null) on conflict do nothing", (*row, body)
                )

    def untold(self, conversation_id: str, customer_id: str | None, turn_id: str) -> tuple[Announcement, ...]:
        """What the verified customer of a conversation was not told yet, or was told in this very turn; oldest first."""
        query = (
            "select body from announcements where conversation_id = ? and customer_id = ? "
            "and (told_in is null or told_in = ?) order by rowid"
        )
        if customer_id is None or not self.path.exists():
            return ()
        return tuple(
            Announcement.model_validate_json(row) for row in self._rows(query, conversation_id, customer_id, turn_id)
        )

    def told(self, announcements: tuple[Announcement, ...], turn_id: str) -> None:
        """Note the turn in which they were said."""
        if not announcements:
            return
        with self._open() as db:
            for one in announcements:
                where = (turn_id, one.reference, one.outcome)
                db.execute("update announcements set told_in = ? where reference = ? and outcome = ?", where)

    def erase(self, customer_id: str) -> tuple[str, ...]:
        """Delete all of a customer, and overwrite the freed pages; returns the references of the approvals deleted."""
        if not self.path.exists():
            return ()
        found = self._rows("select reference from approvals where customer_id = ?", customer_id)
        with TABLES.open(self.path, self.files) as db, overwriting(db), writing(db):
            db.execute("delete from approvals where customer_id = ?", (customer_id,))
            db.execute("delete from announcements where customer_id = ?", (customer_id,))
        return tuple(found)

    def _rows(self, query: str, *values: object) -> list[str]:
        if not self.path.exists():
            return []
        with TABLES.open(self.path, self.files) as db:
            return [row[0] for row in db.execute(query, values).fetchall()]

    @contextmanager
    def _open(self) -> Iterator[Rows]:
        """One transaction."""
        with TABLES.open(self.path, self.files) as db, writing(db):
            yield db


_WRITE = (
    "insert into approvals values (?, ?, ?, ?, ?) on conflict (reference) do update set conversation_id = "
    "excluded.conversation_id, customer_id = excluded.customer_id, state = excluded.state, body = excluded.body"
)
