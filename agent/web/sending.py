"""Getting one thing said: the conversation is read again before, and where nobody can tell whether it arrived."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import structlog

from agent.web.envelope import Conversation, Line
from agent.web.errors import AccessError, ClosedError, LaterError, SendError, TextError, UnknownError
from agent.web.handoffs import Handoffs
from agent.web.helpdesks.contract import Helpdesk
from agent.web.helpdesks.marking import find_sent
from agent.web.inbox import Inbox
from agent.web.leases import Lease, Leases
from agent.web.notes import held_back
from agent.web.outbox import Kind, Outbox, Send, key_of

FIRST_WAIT_S, LONGEST_WAIT_S = 2.0, 600.0
GIVEN_UP_AFTER_S = 86_400.0
"""How long a helpdesk that cannot be reached is tried: Freshdesk, too, drops after a day what it could not deliver."""
ACCESS_WAIT_S = 300.0
"""How long a helpdesk that refuses our token is left alone; what waits for it is not given up."""
MOST_CHARACTERS = 3_000
"""To which a reply is shortened that was refused once."""
SHORTENED = "\n[…]\nA colleague will send you the rest."
HOLDERS: Mapping[Kind, str] = {"hand_off": "person", "give_back": "bot"}
"""Who has a conversation once such a thing is done."""

log = structlog.get_logger("support.sending")


@dataclass(frozen=True)
class Sender:
    """Sends one thing of the outbox, and ends the messages that it was the last word on."""

    inbox: Inbox
    outbox: Outbox
    leases: Leases
    handoffs: Handoffs
    clock: Callable[[], float] = field(default=time.time)

    def send(self, desk: Helpdesk, lease: Lease, send: Send) -> bool:
        """Say it, or find that it was said, or that it must not be said any more.

        Returns:
            False where it has to wait; True where it has ended.

        Raises:
            LeaseLost: another worker has the conversation.
        """
        try:
            return self._tried(desk, lease, send)
        except SendError as error:
            return self._after(error, desk, lease, send)

    def _tried(self, desk: Helpdesk, lease: Lease, send: Send) -> bool:
        if send.kind not in ("hand_off", "give_back"):
            now = desk.read(lease.conversation_id)
            if (send.tries or send.state == "sending") and (said := self._found(lease, send, now)):
                return self._ended(lease, send, said.message_id)
            if send.kind == "reply" and (why := self._taken_over(lease, now)):
                return self._kept_as_note(lease, send, why)
            if send.kind == "reply" and not send.final and self._outrun(lease, send):
                return True
        with self.leases.writing(lease) as connection:
            self.outbox.sending(connection, send)
        return self._ended(lease, send, self._said(desk, lease, send))

    def _found(self, lease: Lease, send: Send, now: Conversation) -> Line | None:
        """What an earlier try has left in the conversation, although nobody could tell then."""
        with self.leases.writing(lease) as connection:
            known = self.outbox.sent_ids(connection, lease)
        return find_sent(now, send.key, send.body, private=send.kind == "note", known_ids=known)

    def _said(self, desk: Helpdesk, lease: Lease, send: Send) -> str:
        if send.kind in ("reply", "person_reply"):
            return desk.reply(lease.conversation_id, send.body, send.key)
        if send.kind == "note":
            return desk.note(lease.conversation_id, send.body, send.key)
        if send.kind == "give_back":
            desk.give_back(lease.conversation_id)
            return ""
        desk.hand_off(lease.conversation_id, send.body)  # type: ignore[arg-type]  # a handoff's body is its reason
        return ""

    def _taken_over(self, lease: Lease, now: Conversation) -> str | None:
        """Why the customer must not be answered by a program any more."""
        with self.leases.writing(lease) as connection:
            holder, _ = self.leases.standing(connection, lease)
        if holder == "person" or not now.bot_in_control:
            return "a person has the conversation"
        public = [line for line in now.lines if not line.private and line.author in ("customer", "agent")]
        return "a person has answered" if public and public[-1].author == "agent" else None

    def _kept_as_note(self, lease: Lease, send: Send, why: str) -> bool:
        """The reply is kept for the person who has the conversation."""
        note = Send(
            key=key_of(send.turn_id, "note", 1), turn_id=send.turn_id, kind="note", body=held_back(send.body, why)
        )
        with self.leases.writing(lease) as connection:
            self.outbox.given_up(connection, send, "dropped", why)
            self.outbox.drop_rest(connection, send.turn_id, "hand_off", why)
            self.outbox.add(connection, lease, [note], self.clock())
            self.inbox.plan(connection, send.turn_id, "left_to_person")
            self.leases.hold(connection, lease, "person")
        return True

    def _outrun(self, lease: Lease, send: Send) -> bool:
        """Whether the customer wrote again: then all of it is answered together, and this reply is not sent."""
        with self.leases.writing(lease) as connection:
            if not self.inbox.has_more(connection, lease, send.turn_id):
                return False
            self.outbox.given_up(connection, send, "dropped", "the customer wrote again")
            self.inbox.reopen(connection, send.turn_id)
        return True

    def _ended(self, lease: Lease, send: Send, sent_id: str) -> bool:
        with self.leases.writing(lease) as connection:
            self.outbox.sent(connection, send, sent_id, self.clock())
            if send.kind in HOLDERS:
                self.leases.hold(connection, lease, HOLDERS[send.kind])
            if self.outbox.is_last(connection, send.turn_id):
                self.inbox.end(connection, send.turn_id, self.clock())
        log.info("sent", helpdesk=lease.helpdesk, turn=send.turn_id, kind=send.kind)
        return True

    def _after(self, error: SendError, desk: Helpdesk, lease: Lease, send: Send) -> bool:
        """What is done about a try that failed."""
        log.warning("not sent", turn=send.turn_id, kind=send.kind, error=type(error).__name__, why=str(error))
        if isinstance(error, TextError) and send.kind == "reply" and len(send.body) > MOST_CHARACTERS:
            return self._shortened(lease, send)
        late = self.clock() - send.made_at > GIVEN_UP_AFTER_S and not isinstance(error, AccessError)
        if isinstance(error, ClosedError | TextError) or late:
            return self._given_up(lease, send, str(error))
        wait = ACCESS_WAIT_S if isinstance(error, AccessError) else _pause(send.tries)
        if isinstance(error, LaterError) and error.after_s is not None:
            wait = error.after_s
        arrived = None if isinstance(error, UnknownError) else False
        with self.leases.writing(lease) as connection:
            self.outbox.later(connection, send, self.clock() + wait, str(error), arrived=arrived)
        return False

    def _shortened(self, lease: Lease, send: Send) -> bool:
        """A reply that was too long is cut, and a person has the whole of it."""
        note = held_back(send.body, "the helpdesk took no more than its beginning")
        rest = [
            Send(key=key_of(send.turn_id, "note", 3), turn_id=send.turn_id, kind="note", body=note),
            Send(key=key_of(send.turn_id, "hand_off", 3), turn_id=send.turn_id, kind="hand_off", body="failure"),
        ]
        with self.leases.writing(lease) as connection:
            self.outbox.cut(connection, send, send.body[: MOST_CHARACTERS - len(SHORTENED)] + SHORTENED)
            self.outbox.add(connection, lease, rest, self.clock())
            self.inbox.plan(connection, send.turn_id, "handed_off")
            self.handoffs.open(connection, lease, send.turn_id, "failure", None, self.clock())
        return True

    def _given_up(self, lease: Lease, send: Send, why: str) -> bool:
        """The helpdesk will not take it: what was to be said is left as a note, where it takes that."""
        with self.leases.writing(lease) as connection:
            self.outbox.given_up(connection, send, "failed", why)
            if send.kind == "give_back":
                self.handoffs.reopen(connection, send.turn_id)
            if send.kind in ("reply", "person_reply"):
                note = Send(
                    key=key_of(send.key, "note"),
                    turn_id=send.turn_id,
                    kind="note",
                    body=held_back(send.body, why),
                )
                self.outbox.add(connection, lease, [note], self.clock())
                self.inbox.plan(connection, send.turn_id, "undeliverable")
                self.handoffs.open(connection, lease, send.turn_id, "failure", None, self.clock())
            if self.outbox.is_last(connection, send.turn_id):
                self.inbox.end(connection, send.turn_id, self.clock())
        return True


def _pause(tries: int) -> float:
    """Twice as long after each try."""
    return min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0 ** min(tries, 20))
