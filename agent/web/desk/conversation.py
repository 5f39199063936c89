"""One conversation that was handed over, as its page shows it: what was said, and all that the turn's record holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agent.packet import Packet
from agent.types import TurnResult
from agent.web.desk.approving import ActionView, Approvals
from agent.web.desk.proofs import Proof, Sentence, proof_of, sentences_of
from agent.web.desk.queue import NO_RECORD, URGENT
from agent.web.desk.replies import PersonReplies, SentReply
from agent.web.desk.returning import Returned, last_return
from agent.web.desk.wording import age, clock_time, words
from agent.web.handoffs import Handoffs, OpenHandoff
from knowledge.types import Value


class Spoken(Value):
    """One line of the conversation."""

    who: str
    """`customer`, `assistant` or `person`."""
    text: str
    at: str = ""


class ProvedFact(Value):
    """Something that is proved, and by what."""

    text: str
    proofs: tuple[Proof, ...] = ()


class ConversationView(Value):
    """The page of one handoff."""

    turn_id: str
    conversation_id: str
    helpdesk: str
    customer_id: str
    reason: str
    urgent: bool
    opened: str
    age: str
    taken_by: str
    """Empty where nobody has it."""
    taken: str
    """Since when, and for how long."""
    closed: str
    """When it was closed; empty while it is open."""
    missing: str
    why: str
    """Why the turn ended so, in one line."""
    lines: tuple[Spoken, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    drafter: str = ""
    proved: tuple[ProvedFact, ...] = ()
    asserted: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    actions: tuple[ActionView, ...] = ()
    replies: tuple[SentReply, ...] = ()
    returned: Returned | None = None
    """Where somebody has returned it to the assistant."""
    suggested: str = ""


@dataclass(frozen=True)
class Conversations:
    """Reads what a page needs."""

    handoffs: Handoffs
    recorded: Callable[[str], TurnResult | None]
    """The turn on record with an id."""
    before: Callable[[TurnResult], Sequence[TurnResult]]
    """The turns of its conversation before it, oldest first."""
    approvals: Approvals
    replies: PersonReplies

    def view(self, turn_id: str, now: float) -> ConversationView | None:
        """The page of a turn that was handed over; None where there is no such turn.

        Raises:
            StoreError: the database, the ledger or the book of actions cannot be read.
        """
        handoff = self.handoffs.find(turn_id)
        if handoff is None:
            return None
        turn = self.recorded(turn_id)
        bare = _bare(handoff, self.replies.of(turn_id), last_return(self.handoffs.database, turn_id), now)
        return bare if turn is None else self._filled(bare, turn)

    def _filled(self, bare: ConversationView, turn: TurnResult) -> ConversationView:
        packet = Packet.model_validate(turn.handoff.packet) if turn.handoff else None
        changes = {
            "why": turn.why,
            "customer_id": bare.customer_id or turn.customer_id or "",
            "lines": tuple(_lines(self.before(turn), turn)),
            "sentences": sentences_of(turn, packet),
            "drafter": str(turn.draft.get("drafter") or ""),
            "actions": self.approvals.of(turn.conversation_id),
        }
        return bare.model_copy(update={**changes, **(_of_packet(packet) if packet else {})})


def _bare(
    handoff: OpenHandoff, replies: tuple[SentReply, ...], returned: Returned | None, now: float
) -> ConversationView:
    """What is known without the turn's record."""
    return ConversationView(
        turn_id=handoff.turn_id,
        conversation_id=handoff.conversation_id,
        helpdesk=handoff.helpdesk,
        customer_id=handoff.customer_id or "",
        reason=words(handoff.reason),
        urgent=handoff.reason in URGENT,
        opened=clock_time(handoff.opened_at),
        age=age(now - handoff.opened_at),
        taken_by=handoff.taken_by or "",
        taken=f"{clock_time(handoff.taken_at)} ({age(now - handoff.taken_at)})" if handoff.taken_at is not None else "",
        closed=clock_time(handoff.closed_at) if handoff.closed_at is not None else "",
        missing=NO_RECORD,
        why="",
        replies=replies,
        returned=returned,
    )


def _of_packet(packet: Packet) -> dict[str, object]:
    facts = packet.verified_facts
    return {
        "missing": packet.missing,
        "proved": tuple(ProvedFact(text=one.text, proofs=tuple(map(proof_of, one.sources))) for one in facts),
        "asserted": tuple(f"{one.text} ({one.said_in})" for one in packet.customer_asserted),
        "tried": packet.tried,
        "suggested": packet.suggested_reply,
    }


def _lines(earlier: Sequence[TurnResult], turn: TurnResult) -> Iterator[Spoken]:
    """The conversation up to the handoff; what the turn saw of it where the earlier turns are not on record."""
    if not earlier:
        yield from (Spoken(who=line.role, text=line.text) for line in turn.history)
    for one in (*earlier, turn):
        at = one.asked_at[:16].replace("T", " ")
        yield Spoken(who="customer", text=one.question, at=f"{at} UTC")
        yield Spoken(who="assistant", text=one.reply)
