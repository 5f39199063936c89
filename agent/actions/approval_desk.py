"""Where people decide: approvals are opened, listed, answered once, and closed when their time is over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from agent.actions.action_book import TABLES, ActionBook
from agent.actions.announcements import announce
from agent.actions.approval_graph import ApprovalThreads
from agent.actions.approvals import Answer, Approval
from agent.actions.proposals import Proposal
from agent.actions.settling import ApprovalSettler, Settled
from agent.errors import InputError, StoreError
from agent.stores import Stores
from knowledge.open_files import OpenFiles
from knowledge.server_tables import ServerTables
from policies.types import Decision

LOCK_SECONDS = 60


@dataclass(frozen=True)
class ApprovalDesk:
    """Approvals of one data folder, or on one server; two people who answer at once have one effect."""

    stores: Stores
    book: ActionBook
    settler: ApprovalSettler
    days: int
    """For which an approval can be given, from the day it was asked for."""

    def find(self, reference: str) -> Approval | None:
        """An approval by its reference, or None."""
        return self.book.approval(reference)

    def open(self, proposal: Proposal, decision: Decision, today: date) -> Approval:
        """Put a proposal before a person; one that waits already is returned as it stands."""
        with self._lock(proposal.reference):
            found = self.book.approval(proposal.reference)
            if found is None or found.state == "expired":
                last = today + timedelta(days=self.days)
                found = Approval(proposal=proposal, decision=decision, opened_on=today, expires_on=last)
                self.book.write(found)
            if found.state == "waiting":
                self._threads.start(found)
            return found

    def waiting(self, today: date) -> tuple[Approval, ...]:
        """Those a person can decide about, oldest first; what nobody decided in time is closed, and the customer told."""
        for late in self.book.approvals():
            if late.expires_on < today:
                self._expire(late.reference, today)
        return self.book.approvals()

    def answer(self, reference: str, answer: Answer) -> Approval:
        """Approve or deny, and carry it out.

        Returns:
            The approval as it stands then; `waiting` with its `problem` where the order or the rules forbid it now.

        Raises:
            InputError: there is no such approval, or it is settled already.
            StoreError: it is being answered elsewhere, or a newer version saved it.
        """
        with self._lock(reference):
            approval = self.book.approval(reference)
            if approval is None:
                known = ", ".join(one.reference for one in self.book.approvals()) or "none"
                raise InputError(f"No approval {reference!r} is known. Waiting now: {known}. Run `support approvals`.")
            if approval.state != "waiting":
                who = f" by {approval.answers[-1].by} on {approval.answers[-1].on}" if approval.answers else ""
                raise InputError(
                    f"The approval {reference} is settled already: {approval.state}{who}. Nothing was done now."
                )
            self._threads.resume(approval, answer)
            return self.book.approval(reference) or approval

    def forget(self, customer_id: str) -> int:
        """Delete a customer's approvals, their threads, and what was still to be said; returns how many there were."""
        references = self.book.erase(customer_id)
        for reference in references:
            self._threads.forget(reference)
        return len(references)

    @property
    def _threads(self) -> ApprovalThreads:
        return ApprovalThreads(self.stores.place("approvals"), self._settle)

    def _settle(self, approval: Approval, answer: Answer) -> Settled:
        """Settle an approval as the book has it, and write what became of it; one that is settled stays so."""
        stands = self.book.approval(approval.reference) or approval
        if stands.state != "waiting":
            return Settled(approval=stands)
        settled = self.settler.settle(stands, answer)
        self.book.write(settled.approval, settled.announcement)
        return settled

    def _expire(self, reference: str, today: date) -> None:
        with self._lock(reference):
            approval = self.book.approval(reference)
            if approval is None or approval.state != "waiting":
                return
            closed = approval.model_copy(update={"state": "expired"})
            self.book.write(closed, announce(approval.proposal, "expired", today))
            self._threads.forget(reference)

    @contextmanager
    def _lock(self, reference: str) -> Iterator[None]:
        busy = f"The approval {reference} has been busy for {LOCK_SECONDS} s: somebody else is answering it. Try again."
        place = self.stores.place("actions")
        with (
            _on_server(place, reference)
            if isinstance(place, ServerTables)
            else _in_folder(place.parent, reference) as held
        ):
            if not held:
                raise StoreError(busy)
            yield


@contextmanager
def _on_server(tables: ServerTables, reference: str) -> Iterator[bool]:
    with tables.open(TABLES.steps, OpenFiles(), StoreError) as rows:
        yield rows.lock(reference, LOCK_SECONDS)


@contextmanager
def _in_folder(home: Path, reference: str) -> Iterator[bool]:
    from filelock import FileLock, Timeout

    folder = home / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    name = "".join(mark for mark in reference if mark.isalnum())[:40]
    lock = FileLock(folder / f"approval-{name}.lock", timeout=LOCK_SECONDS)
    try:
        lock.acquire()
    except Timeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()
