"""A helpdesk in memory, an agent that says what it is told to, and a service on both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from agent.handoff import NOTICES
from agent.packet import Packet
from agent.types import Handoff, HandoffReason, TurnResult
from agent.web.database import Database, open_database
from agent.web.envelope import Attachment, AuthorKind, Conversation, Delivery, Inbound, Line
from agent.web.errors import SendError, SignatureError
from agent.web.handoffs import Handoffs
from agent.web.helpdesks.marking import text_key
from agent.web.inbox import Inbox
from agent.web.leases import Leases
from agent.web.outbox import Outbox
from agent.web.planning import Planner
from agent.web.sending import Sender
from agent.web.worker import Worker

NAME = "shop"
NOW = 1_800_000_000.0


@dataclass
class Clock:
    """Time that stands still until it is moved."""

    now: float = NOW

    def __call__(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        self.now += seconds


@dataclass
class MemoryDesk:
    """Keeps conversations, and fails when told to."""

    lines: dict[str, list[Line]] = field(default_factory=dict)
    handed_off: list[tuple[str, str]] = field(default_factory=list)
    given_back: list[str] = field(default_factory=list)
    people: set[str] = field(default_factory=set)
    """Conversations that people have."""
    faults: dict[str, list[SendError]] = field(default_factory=dict)
    """What the next calls of a method raise before they do anything."""
    lost: dict[str, list[SendError]] = field(default_factory=dict)
    """What they raise after they have done it."""
    found_waiting: Sequence[Inbound] = ()
    keyless: bool = False
    """Whether it keeps no keys, so that only its words tell a message."""
    before: Callable[[str], None] = lambda method: None
    """Called as a method is."""

    def verify(self, delivery: Delivery) -> None:
        if delivery.headers.get("x-signed") != "yes":
            raise SignatureError("not signed")

    def parse(self, delivery: Delivery) -> Sequence[Inbound]:
        return [Inbound.model_validate_json(line) for line in delivery.body.splitlines()]

    def read(self, conversation_id: str) -> Conversation:
        with self._called("read"):
            ours = conversation_id not in self.people
            return Conversation(
                conversation_id=conversation_id,
                bot_in_control=ours,
                lines=tuple(self.lines.get(conversation_id, [])),
            )

    def reply(self, conversation_id: str, text: str, key: str) -> str:
        with self._called("reply"):
            return self.say(conversation_id, "bot", text, key)

    def note(self, conversation_id: str, text: str, key: str) -> str:
        with self._called("note"):
            return self.say(conversation_id, "bot", text, key, private=True)

    def hand_off(self, conversation_id: str, reason: HandoffReason) -> None:
        with self._called("hand_off"):
            self.people.add(conversation_id)
            self.handed_off.append((conversation_id, reason))

    def give_back(self, conversation_id: str) -> None:
        with self._called("give_back"):
            self.people.discard(conversation_id)
            self.given_back.append(conversation_id)

    def waiting(self) -> Sequence[Inbound]:
        with self._called("waiting"):
            return self.found_waiting

    def say(
        self, conversation_id: str, author: AuthorKind, text: str, key: str | None = None, *, private: bool = False
    ) -> str:
        lines = self.lines.setdefault(conversation_id, [])
        at = datetime.fromtimestamp(NOW + len(lines), UTC)
        key = text_key(text) if self.keyless and key else key
        lines.append(Line(message_id=f"s{len(lines)}", author=author, at=at, text=text, private=private, key=key))
        return lines[-1].message_id

    def replies(self, conversation_id: str = "c1") -> list[str]:
        return [line.text for line in self.lines.get(conversation_id, []) if line.author == "bot" and not line.private]

    def notes(self, conversation_id: str = "c1") -> list[str]:
        return [line.text for line in self.lines.get(conversation_id, []) if line.private]

    def _called(self, method: str) -> _Call:
        self.before(method)
        if self.faults.get(method):
            raise self.faults[method].pop(0)
        return _Call(self.lost.get(method, []))


@dataclass
class _Call:
    lost: list[SendError]

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        if self.lost:
            raise self.lost.pop(0)


@dataclass
class ToldAgent:
    """Answers every message with itself, and hands over where it is told to."""

    asked: list[tuple[str, str | None]] = field(default_factory=list)
    known: dict[str, TurnResult] = field(default_factory=dict)
    hands_over: HandoffReason | None = None
    faults: list[Exception] = field(default_factory=list)
    during: Callable[[], None] = lambda: None

    def ask(
        self, message: str, *, conversation_id: str, customer_id: str | None = None, turn_id: str | None = None
    ) -> TurnResult:
        if turn_id in self.known:
            return self.known[turn_id]
        self.during()
        if self.faults:
            raise self.faults.pop(0)
        self.asked.append((message, customer_id))
        result = turn(message, conversation_id, customer_id, turn_id or "t", self.hands_over)
        self.known[result.turn_id] = result
        return result


def turn(
    message: str, conversation_id: str, customer_id: str | None, turn_id: str, reason: HandoffReason | None
) -> TurnResult:
    handoff = None
    if reason:
        packet = Packet(question=message, tried=("looked",), missing="a person", suggested_reply="Hello")
        handoff = Handoff(reason=reason, notice=NOTICES[reason], packet=packet.model_dump(mode="json"), state={})
    return TurnResult(
        turn_id=turn_id,
        conversation_id=conversation_id,
        customer_id=customer_id,
        asked_at="2026-11-30T10:00:00.000+00:00",
        question=message,
        outcome="handed_off" if reason else "answered",
        reply=NOTICES[reason] if reason else f"Answer to: {message}",
        handoff=handoff,
    )


@dataclass
class SmallService:
    """A service on one desk."""

    database: Database
    desk: MemoryDesk
    agent: ToldAgent
    clock: Clock
    quiet_s: float = 2.0

    @property
    def inbox(self) -> Inbox:
        return Inbox(self.database, self.quiet_s)

    @property
    def handoffs(self) -> Handoffs:
        return Handoffs(self.database)

    def worker(self, name: str = "w1") -> Worker:
        outbox, leases = Outbox(), Leases(self.database, name, clock=self.clock)
        sender = Sender(self.inbox, outbox, leases, self.handoffs, self.clock)
        desks = {NAME: self.desk}
        return Worker(desks, self.inbox, outbox, leases, Planner(self.agent), sender, self.handoffs, self.clock)

    def take(self, *messages: Inbound, delivery_id: str | None = None) -> int:
        """Let messages come in; the customers' stand in the helpdesk, too."""
        for message in messages:
            known = {line.message_id for line in self.desk.lines.get(message.conversation_id, [])}
            if message.message_id not in known:
                line = Line(
                    message_id=message.message_id, author=message.author, at=message.occurred_at, text=message.text
                )
                self.desk.lines.setdefault(message.conversation_id, []).append(line)
        return self.inbox.take(NAME, delivery_id, messages, self.clock()).new

    def write(self, one: Inbound) -> None:
        """A customer writes."""
        self.take(one)

    def settle(self, wait_s: float = 5.0, times: int = 1) -> None:
        """Let time pass, and do all that is due; that several times."""
        for _ in range(times):
            self.clock.pass_(wait_s)
            while self.worker().step():
                pass
            self.database.tidy()

    def ends(self) -> dict[str, int]:
        return self.inbox.counts()


def small_service(home: Path, wait_s: float = 30.0, url: str | None = None) -> SmallService:
    return SmallService(open_database(home, url, wait_s), MemoryDesk(), ToldAgent(), Clock())


def message(
    text: str = "Where is it?",
    number: int = 1,
    conversation_id: str = "c1",
    *,
    author: AuthorKind = "customer",
    customer_id: str | None = None,
    automatic: bool = False,
    bot_in_control: bool | None = None,
    files: Sequence[str] = (),
    at: float | None = None,
) -> Inbound:
    return Inbound(
        conversation_id=conversation_id,
        message_id=f"m{number}",
        occurred_at=datetime.fromtimestamp(NOW + number if at is None else at, UTC),
        author=author,
        author_id=conversation_id,
        text=text,
        attachments=tuple(Attachment(name=name) for name in files),
        customer_id=customer_id,
        automatic=automatic,
        bot_in_control=bot_in_control,
    )
