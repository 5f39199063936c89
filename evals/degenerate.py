"""Agents that do no work behind the contract of the real one: a case that one of them passes shows nothing.

Tests that doing nothing passes are tau2-bench's issues 320 and 384 (https://github.com/sierra-research/tau2-bench).
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol, get_args

from agent.errors import AgentError
from agent.gathering import Turn
from agent.handoff import failure_handoff
from agent.results import turn_result
from agent.routing import Route
from agent.stages import Stages
from agent.state import NewTurn, fresh
from agent.types import Decided, Handoff, HandoffReason, Message, TurnResult
from evals.case_homes import Clock

FIXED_WORDS = "A person will look at this."
"""Of the agent that hands everything over."""


class Answering(Protocol):
    """What a case is held with: the agent, or one of those that do no work."""

    def ask(
        self, message: str, *, conversation_id: str, customer_id: str | None = None, use_knowledge: bool = True
    ) -> TurnResult:
        """One turn."""
        ...


class Degenerate(Answering, Protocol):
    """One of those that do no work."""

    @property
    def name(self) -> str:
        """What a report calls it."""
        ...


@dataclass(frozen=True)
class _Saying:
    """Ends every turn the same way, whatever is asked."""

    clock: Clock

    def ask(
        self, message: str, *, conversation_id: str, customer_id: str | None = None, use_knowledge: bool = True
    ) -> TurnResult:
        """One turn."""
        return TurnResult(
            turn_id=uuid.uuid4().hex[:12],
            conversation_id=conversation_id,
            customer_id=customer_id,
            asked_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
            question=message,
            today=self.clock.day.isoformat(),
            use_knowledge=use_knowledge,
            **self._ends(message),
        )

    def _ends(self, message: str) -> dict[str, Any]:
        return {"outcome": "declined", "reply": "", "why": "says nothing"}


@dataclass(frozen=True)
class MuteAgent(_Saying):
    """Says nothing."""

    name: str = "mute"


@dataclass(frozen=True)
class EchoAgent(_Saying):
    """Says the customer's line back."""

    name: str = "echo"

    def _ends(self, message: str) -> dict[str, Any]:
        return {"outcome": "answered", "reply": message, "why": "says the line back"}


@dataclass(frozen=True)
class EscalatingAgent(_Saying):
    """Hands every turn over, always for the same reason and with the same words."""

    reason: HandoffReason = "low_confidence"

    @property
    def name(self) -> str:
        """With its reason."""
        return f"always-escalate ({self.reason})"

    def _ends(self, message: str) -> dict[str, Any]:
        packet = failure_handoff(message, AgentError("nothing was tried")).packet
        state = {"status": "waiting_for_person", "reason": self.reason, "previous": "bot"}
        handoff = Handoff(reason=self.reason, notice=FIXED_WORDS, packet=packet, state=state)
        return {"outcome": "handed_off", "reply": FIXED_WORDS, "handoff": handoff, "why": "hands everything over"}


@dataclass
class UncheckedAgent:
    """Sends what the drafter writes: no topic, no rule, no action, no check and no cut stands between.

    It cites nothing: a citation is what proved a sentence, and nothing is proved here.
    """

    stages: Stages
    clock: Clock
    name: str = "unchecked"
    _lines: dict[str, list[Message]] = field(default_factory=dict, repr=False)

    def ask(
        self, message: str, *, conversation_id: str, customer_id: str | None = None, use_knowledge: bool = True
    ) -> TurnResult:
        """One turn."""
        lines = self._lines.setdefault(conversation_id, [])
        turn = Turn(customer_id=customer_id, today=self.clock.day, use_knowledge=use_knowledge)
        state = self._drafted(_new(message, conversation_id, turn), lines)
        text = state["drafted"]["text"]
        decided = Decided(outcome="answered" if text else "declined", text=text, why="sent as it was drafted")
        state["decided"], state["replied"] = decided.model_dump(mode="json"), {"text": text}
        found = turn_result(state, self.stages.models)
        said = Message(role="assistant", text=found.reply, orders=found.orders, outcome=found.outcome)
        lines += [Message(role="customer", text=message, orders=found.orders), said]
        return found

    def _drafted(self, new: NewTurn, lines: list[Message]) -> Any:
        """The state of a turn up to its draft."""
        history = [line.model_dump(mode="json") for line in lines]
        state: Any = fresh(new) | {"history": history, "pending": None}
        state["received"] = self.stages.receive(state).model_dump(mode="json")
        state["routed"] = _unruled(self.stages.route(state), new["message"]).model_dump(mode="json")
        state["gathered"] = self.stages.gather(state).model_dump(mode="json")
        state["assembled"] = self.stages.assemble(state).model_dump(mode="json")
        state["drafted"] = self.stages.draft(state).model_dump(mode="json")
        return state


def degenerate_agents(stages: Stages, clock: Clock) -> Iterator[Degenerate]:
    """All of them; one of those that hand everything over for each reason there is."""
    yield MuteAgent(clock)
    yield EchoAgent(clock)
    for reason in get_args(HandoffReason):
        yield EscalatingAgent(clock, reason)
    yield UncheckedAgent(stages, clock)


def _unruled(route: Route, message: str) -> Route:
    """The route without what rules say of it: every message is a question."""
    query = route.search_query or message
    free = {"kind": "question", "search_query": query, "needs_knowledge": True, "handoff": None, "wants": None}
    return route.model_copy(update=free)


def _new(message: str, conversation_id: str, turn: Turn) -> NewTurn:
    return {
        "turn_id": uuid.uuid4().hex[:12],
        "conversation_id": conversation_id,
        "asked_at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "message": message,
        "turn": turn.model_dump(mode="json"),
        "intake": {},
    }
