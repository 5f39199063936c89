"""What was proved and what was tried, in one place that all processes share; no e-mail address and no postcode."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from agent.errors import StoreError
from agent.identity.settings import IdentitySettings
from knowledge.open_files import OpenFiles
from knowledge.server_tables import Rows, ServerTables, writing
from knowledge.store_tables import StoreTables

TABLES = StoreTables(
    what="the proofs of identity in",
    steps=(
        (
            "create table if not exists attempts (conversation_id text not null, order_id text not null, at real not null)",
            "create index if not exists attempts_by_time on attempts (at)",
            "create table if not exists proofs (conversation_id text primary key, customer_id text not null, at real not null, how text not null)",
            "create table if not exists halves (conversation_id text primary key, salt blob not null, digests text not null, at real not null)",
        ),
    ),
    error=StoreError,
    remedy="to start a new one (customers prove themselves again)",
    logged=False,
)


@dataclass(frozen=True)
class Half:
    """What was given without an order number, as salted digests."""

    salt: bytes
    digests: tuple[str, ...]


@dataclass(frozen=True)
class ProofStore:
    """Attempts in sliding windows, proofs by conversation; in one SQLite file, or on a server."""

    path: Path | ServerTables
    settings: IdentitySettings
    files: OpenFiles = field(default_factory=OpenFiles, compare=False, repr=False)
    """Where connections wait between calls; without one that keeps them, each call opens and closes its own."""

    def begin_attempt(self, conversation_id: str, order_id: str, now: float) -> bool:
        """Count one more attempt, unless a limit is reached; it stays counted unless it is `proved`.

        Counted before anything is compared, so that neither two processes nor a killed one get an attempt for nothing.
        """
        settings = self.settings
        since = now - 60 * settings.window_minutes
        with self._open() as db:
            db.execute("delete from attempts where at <= ?", [since])
            counts = (
                (settings.attempts_per_conversation, _count(db, "conversation_id = ?", conversation_id)),
                (settings.attempts_per_order, _count(db, "order_id = ?", order_id)),
                (settings.attempts_overall, _count(db, "'all' = ?", "all")),
            )
            if any(counted >= limit for limit, counted in counts):
                return False
            db.execute("insert into attempts values (?, ?, ?)", [conversation_id, order_id, now])
        return True

    def prove(self, conversation_id: str, order_id: str, customer_id: str, how: str, now: float) -> None:
        """Keep a proof, and take its attempt back."""
        with self._open() as db:
            db.execute(_PROVE, [conversation_id, customer_id, now, how])
            db.execute(
                "delete from attempts where conversation_id = ? and order_id = ? and at = ?",
                [conversation_id, order_id, now],
            )
            db.execute("delete from halves where conversation_id = ?", [conversation_id])

    def proved(self, conversation_id: str, now: float) -> str | None:
        """The customer who was proved in a conversation, while that holds."""
        if not self.path.exists():
            return None
        with self._open() as db:
            since = now - 60 * self.settings.minutes
            row = db.execute(
                "select customer_id from proofs where conversation_id = ? and at > ?", [conversation_id, since]
            ).fetchone()
        return str(row[0]) if row else None

    def keep_half(self, conversation_id: str, half: Half, now: float) -> None:
        """Keep what was given until its order number comes."""
        with self._open() as db:
            row = [conversation_id, half.salt, " ".join(half.digests), now]
            db.execute(_KEEP, row)

    def half(self, conversation_id: str, now: float) -> Half | None:
        """What was given before; None where nothing was, or too long ago."""
        if not self.path.exists():
            return None
        with self._open() as db:
            db.execute("delete from halves where at <= ?", [now - 60 * self.settings.minutes])
            row = db.execute("select salt, digests from halves where conversation_id = ?", [conversation_id]).fetchone()
        return Half(bytes(row[0]), tuple(str(row[1]).split())) if row else None

    def erase(self, customer_id: str, orders: Collection[str] = (), conversations: Collection[str] = ()) -> int:
        """Delete proofs of a customer and attempts on their orders; the number of rows."""
        if not self.path.exists():
            return 0
        with self._open() as db:
            proved = [
                str(row[0])
                for row in db.execute("select conversation_id from proofs where customer_id = ?", [customer_id])
            ]
            gone = int(db.execute("delete from proofs where customer_id = ?", [customer_id]).rowcount)
            for order_id in orders:
                gone += db.execute("delete from attempts where order_id = ?", [order_id]).rowcount
            for conversation_id in {*conversations, *proved}:
                for table in ("attempts", "halves"):
                    gone += db.execute(f"delete from {table} where conversation_id = ?", [conversation_id]).rowcount
        return gone

    @contextmanager
    def _open(self) -> Iterator[Rows]:
        """One transaction that takes the write lock at once."""
        with TABLES.open(self.path, self.files) as db, writing(db):
            yield db


_PROVE = (
    "insert into proofs values (?, ?, ?, ?) on conflict (conversation_id) "
    "do update set customer_id = excluded.customer_id, at = excluded.at, how = excluded.how"
)
_KEEP = (
    "insert into halves values (?, ?, ?, ?) on conflict (conversation_id) "
    "do update set salt = excluded.salt, digests = excluded.digests, at = excluded.at"
)


def _count(db: Rows, condition: str, value: str) -> int:
    return int(db.execute(f"select count(*) from attempts where {condition}", [value]).fetchone()[0])
