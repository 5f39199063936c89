"""From messages to what has to be said: the turn, and the cases that need none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from agent.handoff import NOTICES
from agent.types import HandoffReason, TurnResult
from agent.web.inbox import Batch, End
from agent.web.notes import note_of
from agent.web.outbox import Kind, Send, key_of
from knowledge.types import Value

CANNOT_OPEN = "I cannot open files here. Could you tell me in words what you would like to know?"
MOST_TRIES = 5
"""Turns that are begun for the same messages, killed ones counted, before a person gets them."""
MOST_REDONE = 3
"""Turns after which a reply is sent although the customer wrote again: who never pauses is answered, too."""


class Answerer(Protocol):
    """Answers messages: `agent.agent.Agent`."""

    def ask(
        self, message: str, *, conversation_id: str, customer_id: str | None = None, turn_id: str | None = None
    ) -> TurnResult:
        """One turn; the same `turn_id` gets the same turn."""


class Plan(Value):
    """What is said and done about a batch of messages, and how they end."""

    end: End
    sends: tuple[Send, ...] = ()
    handed_over: HandoffReason | None = None
    """Why a person has to go on; None where none has to."""


@dataclass(frozen=True)
class Planner:
    """Decides what is said about a batch."""

    answerer: Answerer
    most_replies: int = 5
    """Replies to one conversation within ten minutes, after which it is two programs that talk."""

    def plan(self, batch: Batch, replies_lately: int) -> Plan:
        """What to say; asks the agent unless the messages need no turn.

        Raises:
            StoreError: the turn cannot be recorded: it is to be tried again.
        """
        if all(message.automatic for message in batch.messages):
            return Plan(end="ignored")
        if batch.tries >= MOST_TRIES:
            return _handed_over(batch, "failure", f"{batch.tries} turns were begun for these messages and none ended.")
        if replies_lately >= self.most_replies:
            return _handed_over(batch, "loop", f"{replies_lately} replies within ten minutes.")
        if not batch.text.strip() and any(message.attachments for message in batch.messages):
            return Plan(end="asked_back", sends=(_send(batch, "reply", CANNOT_OPEN),))
        return _planned(batch, self._turn(batch))

    def _turn(self, batch: Batch) -> TurnResult:
        return self.answerer.ask(
            batch.text,
            conversation_id=f"{batch.helpdesk}:{batch.conversation_id}",
            customer_id=batch.customer_id,
            turn_id=batch.turn_id,
        )


def _planned(batch: Batch, result: TurnResult) -> Plan:
    """The reply of a turn, and its handoff."""
    handoff = result.handoff
    final = handoff is not None or result.decision is not None or batch.tries + 1 >= MOST_REDONE
    sends = [_send(batch, "reply", result.reply, final=final)]
    if handoff is not None:
        note = "\n".join([note_of(handoff, result.turn_id), *_files(batch)])
        sends += [_send(batch, "note", note, final=True), _send(batch, "hand_off", handoff.reason, final=True)]
    end: End = "answered" if result.outcome == "answered_with_cuts" else result.outcome
    if handoff is None:
        return Plan(end=end, sends=tuple(sends))
    return Plan(end="handed_off", sends=tuple(sends), handed_over=handoff.reason)


def _handed_over(batch: Batch, reason: HandoffReason, why: str) -> Plan:
    """A handoff without a turn."""
    note = "\n".join([f"Handed over: {reason}. {why}", f"The customer wrote: {batch.text}", *_files(batch)])
    said: tuple[tuple[Kind, str], ...] = (("reply", NOTICES[reason]), ("note", note), ("hand_off", reason))
    sends = tuple(_send(batch, kind, body, final=True) for kind, body in said)
    return Plan(end="handed_off", sends=sends, handed_over=reason)


def _files(batch: Batch) -> Iterator[str]:
    names = [one.name or one.content_type or "a file" for message in batch.messages for one in message.attachments]
    if names:
        yield f"Sent with it, not read: {', '.join(names)}"


def _send(batch: Batch, kind: Kind, body: str, *, final: bool = False) -> Send:
    return Send(key=key_of(batch.turn_id, kind), turn_id=batch.turn_id, kind=kind, body=body, final=final)
