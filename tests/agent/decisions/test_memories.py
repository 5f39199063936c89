"""What is remembered is told back by code, as the reply or before it."""

from __future__ import annotations

from typing import Any

from agent.decisions.memories import told_back, with_recollection
from agent.decisions.so_far import TurnSoFar
from agent.gathering import Gathered, Turn
from agent.routing import Route
from agent.types import Decided, Recalled
from tests.agent.shop import TODAY

PAST = Recalled(memory="episodic", id="episode/1", trust="user", reason="asked for", use="answer", told="You asked X.")
SENT = Decided(outcome="answered", text="It is free.", why="every claim is supported")


def so_far(*recalled: Recalled, **route: Any) -> TurnSoFar:
    found = Route.model_validate({"kind": "question", **route})
    return TurnSoFar(
        turn=Turn(customer_id="a", today=TODAY), route=found, gathered=Gathered(recalled=recalled), identity="off"
    )


def test_what_is_asked_for_is_the_reply() -> None:
    second = PAST.model_copy(update={"told": "You asked Y."})
    decided = told_back(so_far(PAST, second))
    assert decided is not None
    assert (decided.outcome, decided.text) == ("answered", "You asked X.\nYou asked Y.")


def test_wish_is_never_answered_with_the_past() -> None:
    assert told_back(so_far(PAST, wants="refund")) is None


def test_what_was_left_out_is_not_told() -> None:
    left = PAST.model_copy(update={"kept": False})
    assert told_back(so_far(left)) is None
    assert with_recollection(SENT, so_far(left.model_copy(update={"use": "tell"}))) == SENT


def test_what_is_taken_up_stands_before_the_reply() -> None:
    taken_up = PAST.model_copy(update={"use": "tell"})
    assert with_recollection(SENT, so_far(taken_up)).text == "You asked X.\n\nIt is free."
    silent = Decided(outcome="handed_off", reason="conflict", why="two passages disagree")
    assert with_recollection(silent, so_far(taken_up)) == silent
    assert with_recollection(SENT, so_far()) == SENT
