"""An action desk that does nothing: for running a turn again beside the conversation it belonged to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta

from agent.actions.acting import ActionDesk
from agent.actions.announcements import Announcement
from agent.actions.approvals import Approval, ApprovalQueue
from agent.actions.gateway import OrderGateway
from agent.actions.proposals import Proposal
from agent.actions.records import Action, ActionRecord, record_of
from agent.actions.sqlite_gateway import utc_now
from policies.types import Decision


def held_back(desk: ActionDesk) -> ActionDesk:
    """The desk with the same rules, orders and records, that carries nothing out and asks nobody."""
    return replace(desk, gateway=HeldGateway(desk.gateway), approvals=HeldApprovals(desk.approvals))


@dataclass(frozen=True)
class HeldGateway:
    """Shows what was done, and does nothing."""

    of: OrderGateway
    name: str = "held back"

    def execute(self, action: Action) -> ActionRecord:
        """A refusal."""
        return record_of(action, "refused", utc_now(), self.name, "The turn was only run again, so nothing was done.")

    def find(self, key: str) -> ActionRecord | None:
        """As the gateway itself."""
        return self.of.find(key)

    def records_of(self, customer_id: str) -> tuple[ActionRecord, ...]:
        """As the gateway itself."""
        return self.of.records_of(customer_id)


@dataclass(frozen=True)
class HeldApprovals:
    """Shows what was asked of people, and asks nobody."""

    of: ApprovalQueue

    def find(self, reference: str) -> Approval | None:
        """As the queue itself."""
        return self.of.find(reference)

    def open(self, proposal: Proposal, decision: Decision, today: date) -> Approval:
        """The approval that would be asked for, written nowhere."""
        return Approval(proposal=proposal, decision=decision, opened_on=today, expires_on=today + timedelta(days=1))


@dataclass(frozen=True)
class NothingToSay:
    """Announcements of nobody."""

    def untold(self, conversation_id: str, customer_id: str | None, turn_id: str) -> tuple[Announcement, ...]:
        """None."""
        return ()

    def told(self, announcements: tuple[Announcement, ...], turn_id: str) -> None:
        """Write nothing."""
