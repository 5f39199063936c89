"""An action that a person has to approve, from the day it was asked for to the day it is settled."""

from __future__ import annotations

from datetime import date
from typing import Literal, Protocol

from pydantic import Field

from agent.actions.proposals import Proposal
from agent.actions.records import ActionRecord
from knowledge.types import Value
from policies.types import Decision

ApprovalState = Literal["waiting", "done", "denied", "expired", "unknown"]
"""`unknown`: approved, and nobody can say yet whether the shop did it."""

BY_CHARS, NOTE_CHARS = 80, 1_000


class Answer(Value):
    """What a person said to it."""

    verdict: Literal["approve", "deny"]
    by: str = Field(min_length=1, max_length=BY_CHARS)
    note: str = Field(default="", max_length=NOTE_CHARS)
    """For colleagues; the customer is not shown it."""
    on: date
    despite_changes: bool = False
    """Whether it was given knowing that the order has changed since it was asked for."""


class Approval(Value):
    """A proposal that waits for a person, or what became of it."""

    proposal: Proposal
    decision: Decision
    """Of the Gatekeeper, on the day it was asked for."""
    opened_on: date
    expires_on: date
    """Last day, included, on which it can be approved."""
    state: ApprovalState = "waiting"
    problem: str = ""
    """Why the last try to approve it did nothing; empty where there was none."""
    answers: tuple[Answer, ...] = ()
    """All that were given, oldest first."""
    record: ActionRecord | None = None

    @property
    def reference(self) -> str:
        """That of the proposal."""
        return self.proposal.reference


class ApprovalQueue(Protocol):
    """Takes actions for a person to decide about."""

    def find(self, reference: str) -> Approval | None:
        """An approval by its reference, or None."""
        ...

    def open(self, proposal: Proposal, decision: Decision, today: date) -> Approval:
        """Put a proposal before a person; one that waits already is returned as it stands."""
        ...
