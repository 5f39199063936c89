"""What was tried is one line each, with the words of each search and the orders that were read."""

from __future__ import annotations

from agent.decisions.so_far import TurnSoFar
from agent.gathering import Gathered, Turn
from agent.routing import Route
from agent.tried import tried
from agent.types import Draft
from tests.agent.shop import TODAY

BARE = TurnSoFar(turn=Turn(customer_id=None, today=TODAY), route=Route(kind="person"))


def test_searches_orders_and_the_draft_are_named() -> None:
    hits = [{"passage_id": f"a#{n}"} for n in range(7)]
    gathered = Gathered(
        searched=({"query": "bank", "also": ["card"], "hits": hits}, {"query": "fees", "hits": []}),
        orders=("ORD-1",),
        unknown_orders=("ORD-8", "ORD-9"),
    )
    draft = Draft(text="", drafter="extractive", declined="nothing answers")
    assert tried(BARE.model_copy(update={"gathered": gathered, "draft": draft})) == (
        "searched the help articles for “bank” and “card”: a#0, a#1, a#2, a#3, a#4 and 2 more",
        "searched the help articles for “fees”: nothing found",
        "read the customer's order ORD-1",
        "looked for orders ORD-8, ORD-9, which this customer cannot see",
        "drafted with extractive, which declined: nothing answers",
    )


def test_turn_that_looked_for_nothing_says_so() -> None:
    assert tried(BARE) == ("nothing was looked up for this message",)
