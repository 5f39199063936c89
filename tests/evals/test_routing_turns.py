"""The shipped turns: what they hold, and what the router does with them."""

import hashlib
from pathlib import Path

import pytest

import evals.datasets
from agent.routing import Router
from evals.routing import RoutingScores, RoutingSuite, report
from evals.routing_sets import LabelledTurn, RoutingSet, read_routing
from policies.rules import load_rules
from policies.topics import TopicGuard

FOLDER = Path(evals.datasets.__file__).parent
TURNS = read_routing(FOLDER / "routing_turns.jsonl")
GOLD = (read_routing(FOLDER / "shop_questions"), read_routing(FOLDER / "shop_questions" / "near_misses.jsonl"))

# Measured on 2026-11-30: no turn is missed, and 69 of the 70 that want no article are spared a search (17 before small talk was
# read phrase by phrase; 36 of the 38 held out when it first was, before one phrase was added). Two fewer are allowed.
SPARED = 67


def scores(*sets: RoutingSet) -> RoutingScores:
    suite = RoutingSuite(Router(TopicGuard(load_rules())))
    return report([(one.name, suite.run(one)) for one in sets]).all


def held_out(turn: LabelledTurn) -> bool:
    """The rule's phrases were chosen on the others."""
    return hashlib.sha256(turn.id.encode()).digest()[0] % 2 == 1


def test_both_kinds_of_turns_are_there_in_both_halves():
    for half in (True, False):
        seeking = [turn.knowledge_seeking for turn in TURNS.turns if held_out(turn) is half]
        assert seeking.count(True) >= 20
        assert seeking.count(False) >= 30


def test_no_turn_stands_twice():
    asked = [(turn.context, turn.text.casefold()) for turn in TURNS.turns]
    assert len(set(asked)) == len(asked)


@pytest.mark.parametrize("dataset", [TURNS, *GOLD], ids=lambda one: one.name)
def test_no_turn_that_wants_an_article_is_missed(dataset: RoutingSet):
    found = scores(dataset)
    assert (found.missed, found.recall) == (0, 1.0)


def test_small_talk_and_wishes_for_a_person_are_spared_a_search():
    assert scores(TURNS).spared >= SPARED


def test_rule_costs_less_than_searching_always_on_turns_it_was_not_made_for():
    unseen = TURNS.model_copy(update={"turns": tuple(turn for turn in TURNS.turns if held_out(turn))})
    found = scores(unseen)
    assert found.cost is not None
    assert found.cost_of_searching_always is not None
    assert found.cost < 0.2 * found.cost_of_searching_always
