"""The service's database: what came in from helpdesks and what had to go out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from agent.privacy.sqlite_erasing import erasing, tables
from agent.privacy.stores import sqlite_files
from agent.privacy.subjects import Subject

OF_CONVERSATIONS = ("outbox", "handoffs", "conversations", "messages")
"""Tables whose rows belong to a conversation; that which says whose it is comes last."""


@dataclass(frozen=True)
class Delivered:
    """Messages, replies and handoffs of the customer's conversations; delivery ids lead to nobody and are left."""

    path: Path
    name: str = "service"

    @property
    def files(self) -> tuple[str, ...]:
        """The SQLite file, and what SQLite puts beside it."""
        return sqlite_files(self.path.name)

    def erase(self, subject: Subject) -> int:
        """Delete every row of a conversation in which the customer was known, or that the ledger has as theirs."""
        if not self.path.exists():
            return 0
        with erasing(self.path) as db:
            if "messages" not in tables(db):
                return 0
            db.execute("create temp table theirs (helpdesk text, conversation_id text)")
            db.execute(
                "insert into theirs select distinct helpdesk, conversation_id from messages where customer_id = ?",
                [subject.customer_id],
            )
            known = db.execute("select helpdesk, conversation_id from conversations").fetchall()
            named = [one for one in known if ":".join(one) in subject.conversations]
            db.executemany("insert into theirs values (?, ?)", named)
            mine = "(helpdesk, conversation_id) in (select helpdesk, conversation_id from theirs)"
            return sum(db.execute(f"delete from {table} where {mine}").rowcount for table in OF_CONVERSATIONS)
