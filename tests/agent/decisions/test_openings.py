"""What the route alone decides, and the word of regret to an angry customer."""

from __future__ import annotations

from datetime import date

from agent.decisions.openings import NOTHING_ASKED, REGRET, handed_over_by_route, small_talk, with_regret
from agent.decisions.so_far import TurnSoFar
from agent.gathering import Turn
from agent.routing import Route
from agent.types import Decided


def so_far(route: Route) -> TurnSoFar:
    return TurnSoFar(turn=Turn(customer_id=None, today=date(2026, 11, 30)), route=route)


def test_route_hands_over_with_its_words_and_its_reason() -> None:
    decided = handed_over_by_route(
        so_far(Route(kind="language", handoff="no_evidence", notice="Ein Mensch", why="German"))
    )
    assert decided == Decided(outcome="handed_off", reason="no_evidence", notice="Ein Mensch", why="German")


def test_angry_question_gets_its_answer_with_a_word_of_regret() -> None:
    decided = with_regret(
        Decided(outcome="answered", text="It ships today.", why="all proved"),
        so_far(Route(kind="question", tone="angry")),
    )
    assert decided.text == f"{REGRET}\n\nIt ships today."
    assert decided.why == "all proved; the customer is angry"


def test_calm_question_gets_none() -> None:
    plain = Decided(outcome="answered", text="It ships today.", why="all proved")
    assert with_regret(plain, so_far(Route(kind="question"))) == plain


def test_yes_to_nothing_is_asked_back_and_not_handed_over() -> None:
    decided = small_talk(so_far(Route(kind="yes_or_no")))
    assert decided == Decided(outcome="asked_back", text=NOTHING_ASKED, why="a yes or a no, and nothing was asked")
