"""What a customer is told of an action that was decided after their turn had ended; an outbox may send the same later."""

from __future__ import annotations

from datetime import date
from typing import Literal, Protocol

from agent.actions.phrases import what_is_asked
from agent.actions.proposals import Proposal
from agent.actions.records import ActionRecord, sentence
from knowledge.types import Value

AnnouncedOutcome = Literal["done", "denied", "expired", "unknown"]

DENIED = "A colleague has looked at your request to {what}, and has declined it. Nothing was done."
EXPIRED = "Your request to {what} was not decided in time, so nothing was done. Please write to us again if you still want it."
UNKNOWN = (
    "Your request to {what} was approved, but we cannot tell yet whether it went through. A colleague is checking it "
    "(reference {reference})."
)


class Announcement(Value):
    """One message for one conversation, with its words."""

    reference: str
    """That of the action."""
    conversation_id: str
    customer_id: str
    outcome: AnnouncedOutcome
    text: str
    on: date


class Announcements(Protocol):
    """Keeps what is to be said until it has been said."""

    def untold(self, conversation_id: str, customer_id: str | None, turn_id: str) -> tuple[Announcement, ...]:
        """What this customer was not told yet, or was told in this very turn."""
        ...

    def told(self, announcements: tuple[Announcement, ...], turn_id: str) -> None:
        """Note the turn in which they were said."""
        ...


def announce(
    proposal: Proposal, outcome: AnnouncedOutcome, on: date, record: ActionRecord | None = None
) -> Announcement:
    """The message for an outcome; that something was done is said in the words of its record."""
    words = {"denied": DENIED, "expired": EXPIRED, "unknown": UNKNOWN}
    if outcome == "done" and record is not None:
        text = sentence(record, with_address=True)
    else:
        text = words[outcome].format(what=what_is_asked(proposal), reference=proposal.reference)
    return Announcement(
        reference=proposal.reference,
        conversation_id=proposal.conversation_id,
        customer_id=proposal.customer_id,
        outcome=outcome,
        text=text,
        on=on,
    )
