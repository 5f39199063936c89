"""Actions that wait for a person, in words, and deciding about them.

The street of an address change is shown for as long as somebody has to decide about it, and no longer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from pydantic import ValidationError

from agent.actions.addresses import one_line
from agent.actions.approval_desk import ApprovalDesk
from agent.actions.approvals import NOTE_CHARS, Answer, Approval
from agent.actions.phrases import what_is_asked
from agent.actions.records import sentence
from agent.errors import InputError
from agent.web.desk.refusing import Refused
from knowledge.types import Value


class ActionView(Value):
    """One action that was put before a person."""

    reference: str
    what: str
    """As it stands after "asked to"."""
    state: str
    waits: bool
    because: str
    """Why the rules do not decide it alone."""
    until: str
    problem: str
    """Why the last try to approve it did nothing."""
    answers: tuple[str, ...]
    done: str
    """What the record says that happened."""


@dataclass(frozen=True)
class Approvals:
    """The approvals of a conversation."""

    desk: ApprovalDesk
    today: Callable[[], date]

    def of(self, conversation_id: str) -> tuple[ActionView, ...]:
        """All that were ever asked for in a conversation of the ledger, oldest first."""
        found = self.desk.book.approvals(waiting=False)
        return tuple(_view(one) for one in found if one.proposal.conversation_id == conversation_id)

    def decide(self, conversation_id: str, reference: str, answer: Answer) -> Approval:
        """Approve or refuse, and carry it out; it stays `waiting`, with its problem, where the order or the rules forbid it.

        Raises:
            Refused: the conversation has no such action, or somebody has decided already.
            StoreError: it is being answered elsewhere.
        """
        found = self.desk.find(reference)
        if found is None or found.proposal.conversation_id != conversation_id:
            raise Refused(404, "No action of this conversation has this reference. Load the page again.")
        try:
            return self.desk.answer(reference, answer)
        except InputError as error:
            raise Refused(409, str(error)) from error

    def answer(self, verdict: str, by: str, note: str, *, despite_changes: bool) -> Answer:
        """An answer of today.

        Raises:
            Refused: it is neither yes nor no, or the note is too long.
        """
        known = {"by": by, "note": note.strip(), "on": self.today(), "despite_changes": despite_changes}
        try:
            return Answer.model_validate({"verdict": verdict, **known})
        except ValidationError as error:
            raise Refused(422, f"Approve or refuse, with a note of at most {NOTE_CHARS} characters.") from error


def _view(approval: Approval) -> ActionView:
    return ActionView(
        reference=approval.reference,
        what=_what(approval),
        state=approval.state,
        waits=approval.state == "waiting",
        because=f"{approval.decision.reason} (rule {approval.decision.rule})",
        until=approval.expires_on.isoformat(),
        problem=approval.problem,
        answers=tuple(_answer(one) for one in approval.answers),
        done=(sentence(approval.record) or approval.record.detail) if approval.record else "",
    )


def _what(approval: Approval) -> str:
    asked, address = what_is_asked(approval.proposal), approval.proposal.address
    return f"{asked} to {one_line(address)}" if address is not None and approval.state == "waiting" else asked


def _answer(answer: Answer) -> str:
    said = "Approved" if answer.verdict == "approve" else "Refused"
    return f"{said} by {answer.by} on {answer.on}" + (f": {answer.note}" if answer.note else "")
