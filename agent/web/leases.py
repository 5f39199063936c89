"""Who is at a conversation: one worker at a time, for as long as it gives signs of life."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import Connection, select, update

from agent.errors import StoreError
from agent.web.database import Database
from agent.web.tables import CONVERSATIONS, MESSAGES, OPEN_SENDS, OUTBOX, rows_of


class LeaseLost(Exception):  # noqa: N818  no error: another worker has the conversation now
    """The lease ran out and another worker took the conversation: nothing may be written any more."""


@dataclass(frozen=True)
class Lease:
    """The right to work on a conversation."""

    helpdesk: str
    conversation_id: str
    holder: str
    """Who talks to the customer: `bot` or `person`."""
    worker: str
    number: int
    """Counts up with every lease of the conversation, so that a late worker is told from the one that followed it."""


@dataclass(frozen=True)
class Leases:
    """Hands out conversations that have something to do."""

    database: Database
    worker: str
    """The name of this worker, which no other has."""
    lease_s: float = 60.0
    clock: Callable[[], float] = field(default=time.time)

    def claim(self) -> Lease | None:
        """The conversation that has been due for longest and that nobody is at; None where there is none."""
        now = self.clock()
        free = (
            select(CONVERSATIONS)
            .where(CONVERSATIONS.c.due_at <= now, CONVERSATIONS.c.leased_until < now)
            .order_by(CONVERSATIONS.c.due_at)
            .limit(1)
            .with_for_update(skip_locked=True)  # PostgreSQL; SQLite lets one transaction write at a time anyhow
        )
        with self.database.writing() as connection:
            row = connection.execute(free).first()
            if row is None:
                return None
            lease = Lease(row.helpdesk, row.conversation_id, row.holder, self.worker, row.lease + 1)
            changes = {"leased_by": self.worker, "leased_until": now + self.lease_s, "lease": lease.number}
            connection.execute(update(CONVERSATIONS).where(*rows_of(CONVERSATIONS, lease)).values(changes))
        return lease

    @contextmanager
    def kept(self, lease: Lease) -> Iterator[None]:
        """Keep a lease while the block runs, then look what is to be done next and give the conversation back."""
        done = threading.Event()
        beat = threading.Thread(target=self._renew, args=(lease, done), name="lease", daemon=True)
        beat.start()
        try:
            yield
        finally:
            done.set()
            beat.join()
        self._give_back(lease)

    @contextmanager
    def writing(self, lease: Lease) -> Iterator[Connection]:
        """A transaction that is begun only by who has the lease.

        Raises:
            LeaseLost: another worker has the conversation.
        """
        with self.database.writing() as connection:
            held = connection.execute(
                select(CONVERSATIONS.c.lease).where(*rows_of(CONVERSATIONS, lease)).with_for_update()
            ).scalar_one_or_none()
            if held != lease.number:
                raise LeaseLost
            yield connection

    def drop(self) -> None:
        """Give back at once whatever this worker has: its process is about to end."""
        held = CONVERSATIONS.c.leased_by == self.worker
        with self.database.writing() as connection:
            connection.execute(update(CONVERSATIONS).where(held).values(leased_until=0.0, leased_by=None))

    def put_off(self, lease: Lease, at: float) -> None:
        """Let a conversation be looked at again at a time, and not before."""
        with self.writing(lease) as connection:
            connection.execute(update(CONVERSATIONS).where(*rows_of(CONVERSATIONS, lease)).values(due_at=at))

    def hold(self, connection: Connection, lease: Lease, holder: str) -> None:
        """Say who talks to the customer from now on."""
        changes = {"holder": holder, "held_at": self.clock()}
        connection.execute(update(CONVERSATIONS).where(*rows_of(CONVERSATIONS, lease)).values(changes))

    def standing(self, connection: Connection, lease: Lease) -> tuple[str, float]:
        """Who talks to the customer, and when the conversation is due."""
        row = connection.execute(select(CONVERSATIONS).where(*rows_of(CONVERSATIONS, lease))).one()
        return row.holder, row.due_at or 0.0

    def _renew(self, lease: Lease, done: threading.Event) -> None:
        while not done.wait(self.lease_s / 3):
            try:
                with self.writing(lease) as connection:
                    until = self.clock() + self.lease_s
                    connection.execute(
                        update(CONVERSATIONS).where(*rows_of(CONVERSATIONS, lease)).values(leased_until=until)
                    )
            except LeaseLost:
                return
            except StoreError:
                continue  # the next beat may find it usable again

    def _give_back(self, lease: Lease) -> None:
        try:
            with self.writing(lease) as connection:
                changes = {"leased_until": 0.0, "leased_by": None, "due_at": self._next_due(connection, lease)}
                connection.execute(update(CONVERSATIONS).where(*rows_of(CONVERSATIONS, lease)).values(changes))
        except LeaseLost:
            return

    def _next_due(self, connection: Connection, lease: Lease) -> float | None:
        """When there is something to do next: a send, a message that came meanwhile, or nothing."""
        first = (
            select(OUTBOX.c.next_at)
            .where(*rows_of(OUTBOX, lease), OUTBOX.c.state.in_(OPEN_SENDS))
            .order_by(OUTBOX.c.made_at, OUTBOX.c.position)
            .limit(1)
        )
        send = connection.execute(first).scalar_one_or_none()
        if send is not None:
            return float(send)
        is_open = connection.execute(
            select(MESSAGES.c.id).where(*rows_of(MESSAGES, lease), MESSAGES.c.end.is_(None)).limit(1)
        ).first()
        if is_open is None:
            return None
        due: float | None = connection.execute(
            select(CONVERSATIONS.c.due_at).where(*rows_of(CONVERSATIONS, lease))
        ).scalar_one()
        return due if due is not None else self.clock()
