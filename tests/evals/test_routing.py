import pytest

from agent.routing import Router
from agent.types import Message
from evals.routing import MISSED_COSTS, Routed, RoutingSuite, report
from evals.routing_sets import LabelledTurn, RoutingSet
from evals.show_routing import print_routing
from policies.rules import load_rules
from policies.topics import TopicGuard

SUITE = RoutingSuite(Router(TopicGuard(load_rules())))


def turn(id, text, seeking, *before):
    context = tuple(Message(role="customer", text=line) for line in before)
    return LabelledTurn(id=id, text=text, context=context, knowledge_seeking=seeking)


def routed(id, seeking, searched, kind="question"):
    return Routed(id=id, message=id, knowledge_seeking=seeking, kind=kind, searched=searched)


MISSED, NEEDLESS = routed("m", True, False, "thanks"), routed("n", False, True)
RIGHT, SPARED = routed("r", True, True), routed("s", False, False, "greeting")


def test_every_turn_is_routed_with_the_lines_before_it():
    turns = (
        turn("a", "Hello!", False),
        turn("b", "and to Norway", True, "Hi.", "Do you ship abroad?"),
        turn("c", "I will sue you", True),
        turn("d", "a human please", False),
    )
    found = SUITE.run(RoutingSet(name="set", turns=turns))
    assert [(one.kind, one.searched) for one in found] == [
        ("greeting", False),
        ("question", True),
        ("topic", False),
        ("person", False),
    ]
    assert found[1].message == "Do you ship abroad? / and to Norway"


def test_precision_and_recall_are_those_of_searching():
    found = report([("set", [RIGHT, RIGHT, RIGHT, MISSED, NEEDLESS, SPARED])]).all
    assert (found.searched_rightly, found.missed, found.needless, found.spared) == (3, 1, 1, 1)
    assert (found.precision, found.recall) == (0.75, 0.75)


def test_missed_turn_costs_as_much_as_many_needless_searches():
    found = report([("set", [RIGHT, MISSED, NEEDLESS, SPARED])]).all
    assert (found.cost, found.cost_of_searching_always) == ((1 + MISSED_COSTS) / 4, 0.5)


def test_topics_of_the_policy_are_counted_apart():
    found = report([("set", [routed("t", True, False, "topic"), RIGHT])]).all
    assert (found.turns, found.by_policy, found.missed, found.recall) == (1, 1, 0, 1.0)


def test_measures_of_nothing_are_none():
    found = report([("set", [SPARED])]).all
    assert (found.precision, found.recall, found.cost) == (None, None, 0.0)


def test_examples_are_the_first_of_each_mistake():
    wrong = [NEEDLESS, MISSED, NEEDLESS.model_copy(update={"id": "n2"}), SPARED]
    (one,) = report([("set", wrong)], examples=1).sets
    assert [example.id for example in one.examples] == ["m", "n"]


def test_table_has_a_row_for_each_set_and_the_examples_follow(capsys: pytest.CaptureFixture[str]):
    print_routing(report([("one", [RIGHT, MISSED, routed("t", True, False, "topic")]), ("two", [NEEDLESS, SPARED])]))
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in lines]
    assert ["one", "1.000", "0.500", "1", "1", "0", "0", "25.000", "0.000"] in rows
    assert ["all", "0.500", "0.500", "1", "1", "1", "1", "12.750", "0.500"] in rows
    assert "Not counted: 1 turns on topics that the policy hands to a person." in lines
    assert "  m  m  →  thanks" in lines
    assert "  n  n  →  question" in lines
