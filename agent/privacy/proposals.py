"""What the person who approves an action reads of the customer's words: without personal data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from agent.actions.approvals import Approval, ApprovalQueue
from agent.actions.proposals import Proposal
from agent.privacy.redacting import Redactor
from policies.types import Decision


@dataclass(frozen=True)
class CleanApprovals:
    """Puts actions before a person; the address of an address change is a field of the action, and stays."""

    queue: ApprovalQueue
    redactor: Redactor

    def find(self, reference: str) -> Approval | None:
        """An approval by its reference, or None."""
        return self.queue.find(reference)

    def open(self, proposal: Proposal, decision: Decision, today: date) -> Approval:
        """Put a proposal before a person."""
        said = self.redactor.redact(proposal.said).text
        return self.queue.open(proposal.model_copy(update={"said": said}), decision, today)
