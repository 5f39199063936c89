"""One worker: takes a conversation, says what is still to be said, answers what came in, and goes on to the next."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import structlog

from agent.errors import StoreError
from agent.web.errors import SendError
from agent.web.filling import filled
from agent.web.handoffs import Handoffs
from agent.web.helpdesks.contract import Helpdesk
from agent.web.inbox import Batch, Inbox
from agent.web.leases import Lease, LeaseLost, Leases
from agent.web.outbox import Outbox
from agent.web.planning import MOST_TRIES, Plan, Planner
from agent.web.sending import Sender

IDLE_S = 0.05
"""How long a worker with nothing to do waits before it looks again."""
LATELY_S = 600.0
STORE_WAIT_S = 5.0
MOST_STEPS = 50
"""Things done in one conversation before another's turn comes."""

log = structlog.get_logger("support.worker")


@dataclass(frozen=True)
class Worker:
    """Works through conversations until it is told to stop."""

    helpdesks: Mapping[str, Helpdesk]
    inbox: Inbox
    outbox: Outbox
    leases: Leases
    planner: Planner
    sender: Sender
    handoffs: Handoffs
    clock: Callable[[], float] = field(default=time.time)

    def run(self, stop: threading.Event) -> None:
        """Work until told to stop; the conversation in hand is brought to its end first."""
        busy = False
        while not stop.is_set():
            was_busy = busy
            try:
                busy = self.step()
                if was_busy and not busy:
                    self.inbox.database.tidy()  # what customers wrote is not kept in a log for want of work
            except StoreError as error:
                log.warning("the database cannot be used", why=str(error))
                stop.wait(STORE_WAIT_S)
                continue
            if not busy:
                stop.wait(IDLE_S)

    def step(self) -> bool:
        """One conversation; False where none is due.

        Raises:
            StoreError: the service's database cannot be used.
        """
        lease = self.leases.claim()
        if lease is None:
            return False
        try:
            with self.leases.kept(lease):
                self._work(lease)
        except LeaseLost:
            log.warning("lease lost", helpdesk=lease.helpdesk)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001  one conversation that fails must not keep the others waiting
            # Its lease runs out and it is tried again; after so many turns a person gets it.
            log.error("a conversation failed", helpdesk=lease.helpdesk, error=_told(error))  # noqa: TRY400
        return True

    def _work(self, lease: Lease) -> None:
        for _ in range(MOST_STEPS):
            if not (self._send_next(lease) or self._answer_next(lease)):
                return

    def _send_next(self, lease: Lease) -> bool:
        """Say what is to be said next; False where nothing is, or not yet."""
        with self.leases.writing(lease) as connection:
            sends = self.outbox.waiting(connection, lease)
        if not sends or sends[0].next_at > self.clock():  # what comes after it waits with it
            return False
        return self.sender.send(self.helpdesks[lease.helpdesk], lease, sends[0])

    def _answer_next(self, lease: Lease) -> bool:
        """Answer what came in; False where there is nothing, or where it is not time yet."""
        with self.leases.writing(lease) as connection:
            if self.outbox.waiting(connection, lease):
                return False
            batch = self.inbox.batch(connection, lease)
            holder, due_at = self.leases.standing(connection, lease)
            if batch is None or due_at > self.clock():
                return False
            self.inbox.begin(connection, batch)
            if holder == "person":
                self.inbox.end(connection, batch.turn_id, self.clock(), "left_to_person")
                return True
            lately = self.outbox.replies_since(connection, lease, self.clock() - LATELY_S)
        return self._answered(lease, batch, lately)

    def _answered(self, lease: Lease, batch: Batch, replies_lately: int) -> bool:
        try:
            whole = batch if batch.tries >= MOST_TRIES else filled(batch, self.helpdesks[lease.helpdesk])
            plan = self.planner.plan(whole, replies_lately) if whole else Plan(end="ignored")
        except (StoreError, SendError) as error:
            log.warning("no turn yet", turn=batch.turn_id, error=type(error).__name__, why=str(error))
            self.leases.put_off(lease, self.clock() + STORE_WAIT_S * 2.0**batch.tries)
            return False
        with self.leases.writing(lease) as connection:
            self.outbox.add(connection, lease, plan.sends, self.clock())
            self.inbox.plan(connection, batch.turn_id, plan.end)
            if plan.handed_over:
                customer, now = batch.customer_id, self.clock()
                self.handoffs.open(connection, lease, batch.turn_id, plan.handed_over, customer, now)
            if not plan.sends:
                self.inbox.end(connection, batch.turn_id, self.clock())
        return True


def _told(error: Exception) -> str:
    """What failed and where; not the error's own words, which may repeat a customer's."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"
