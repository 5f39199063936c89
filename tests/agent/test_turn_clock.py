"""A turn that runs for too long is handed over, on record like any other, and its conversation goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from agent.agent import Agent
from agent.build import Parts
from agent.errors import DeadlineError
from agent.handoff import NOTICES
from agent.state import NewTurn
from agent.turn_clock import TurnClock
from agent.types import Draft, DraftRequest
from tests.agent.shop import BANK_QUESTION, agent_of

PROVED = "Card refunds take 5 to 10 business days to show on your card statement after we issue the refund."
ORDER = "Was ORD-99107 delivered?"


@dataclass
class Clock:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@dataclass(frozen=True)
class SlowDrafter:
    """Takes its time, on a clock that others read."""

    clock: Clock
    seconds: float
    name: str = "slow"

    def draft(self, request: DraftRequest) -> Draft:
        self.clock.now += self.seconds
        return Draft(text=PROVED, drafter=self.name)


def new(turn_id: str = "t1") -> NewTurn:
    turn = {"customer_id": None, "today": "2026-11-30", "use_knowledge": True}
    return {
        "turn_id": turn_id,
        "conversation_id": "c",
        "asked_at": "2026-11-30T00:00:00+00:00",
        "message": "Hello",
        "turn": turn,
        "intake": {},
    }


def slow_agent(quick: Parts, seconds: float) -> tuple[Agent, Clock]:
    clock = Clock()
    agent = agent_of(quick, SlowDrafter(clock, seconds))
    return replace(agent, clock=TurnClock(60.0, clock), recorded=quick.ledger.recorded), clock


def test_late_turn_is_handed_over_recorded_and_the_conversation_goes_on(quick: Parts) -> None:
    agent, clock = slow_agent(quick, 61.0)
    turn = agent.ask(BANK_QUESTION, conversation_id="c", turn_id="late")
    assert turn.handoff is not None
    assert (turn.outcome, turn.handoff.reason, turn.reply) == ("handed_off", "deadline", NOTICES["deadline"])
    assert turn.why == "DeadlineError: it had run for 61.0 s after 'draft', of 60 s that it may"
    assert quick.ledger.turn("late") == turn
    assert clock.now == 161.0
    agent.ask("Hello", conversation_id="c", turn_id="next")
    said = [line.text for line in quick.ledger.turn("next").history]
    assert said == [BANK_QUESTION, NOTICES["deadline"]]
    assert agent.recover() == ()
    agent.close()


def test_turn_that_is_in_time_is_answered(quick: Parts) -> None:
    agent, _ = slow_agent(quick, 59.0)
    turn = agent.ask(BANK_QUESTION, conversation_id="c")
    assert turn.outcome == "answered"
    assert PROVED in turn.reply
    agent.close()


def test_bound_is_a_setting_of_every_command(quick: Parts) -> None:
    service = quick.settings.service.model_copy(update={"turn_s": 1e-9})
    agent = agent_of(replace(quick, settings=quick.settings.model_copy(update={"service": service})))
    turn = agent.ask(ORDER, conversation_id="c")
    assert turn.handoff is not None
    assert turn.handoff.reason == "deadline"
    agent.close()


@pytest.mark.parametrize(
    ("stage", "is_stopped"),
    [("receive", True), ("gather", True), ("draft", True), ("act", False), ("ground", False), ("reply", False)],
)
def test_what_was_done_or_proved_is_still_told(stage: str, is_stopped: bool) -> None:
    clock = Clock()
    with TurnClock(10.0, clock).running(new()) as look:
        clock.now += 10.0
        look(stage)
        clock.now += 0.1
        assert raises(lambda: look(stage)) == is_stopped


def test_turns_that_run_are_known_until_they_end_however_they_do() -> None:
    clock = Clock()
    turns = TurnClock(10.0, clock)
    with turns.running(new("a")):
        clock.now += 5.0
        with turns.running(new("b")):
            clock.now += 6.0
            assert turns.overdue(10.0) == ((new("a"), 11.0),)
            assert turns.overdue(11.0) == ()
    assert raises(lambda: fail_within(turns))
    clock.now += 99.0
    assert turns.overdue(0.0) == ()


def test_turn_that_hangs_is_given_up_once_and_one_on_record_stays(quick: Parts) -> None:
    agent, _ = slow_agent(quick, 0.0)
    answered = agent.ask(ORDER, conversation_id="c", turn_id="t1")
    assert agent.give_up(new("t1"), DeadlineError("hung")) == answered
    given_up = agent.give_up(new("t2"), DeadlineError("hung"))
    assert given_up.handoff is not None
    assert given_up.handoff.reason == "deadline"
    assert agent.ask("Hello", conversation_id="c", turn_id="t2") == given_up
    agent.close()


def raises(call: Callable[[], object]) -> bool:
    try:
        call()
    except DeadlineError:
        return True
    return False


def fail_within(turns: TurnClock) -> None:
    with turns.running(new("c")):
        raise DeadlineError("late")
