"""Conversations of several lines: what a line may leave unsaid because the line before said it."""

from __future__ import annotations

from uuid import uuid4

import pytest

from agent.agent import Agent
from agent.decisions.actions import CHANGE
from agent.decisions.openings import TOO_LONG
from agent.decisions.orders import NO_SUCH_ORDER
from agent.types import TurnResult

OWNER = "C-1001"


def talk(agent: Agent, *lines: str, customer_id: str | None = OWNER) -> list[TurnResult]:
    conversation = uuid4().hex
    return [agent.ask(line, conversation_id=conversation, customer_id=customer_id) for line in lines]


def test_bare_order_number_answers_which_order_was_meant(agent: Agent) -> None:
    asked, answered = talk(agent, "where is my order?", "ORD-99107")

    assert asked.outcome == "asked_back"
    assert "ORD-99107 (" in asked.reply
    assert answered.outcome == "answered"
    assert "Order ORD-99107 was delivered on 2026-11-21." in answered.reply


def test_order_found_by_its_item_is_the_one_spoken_of_next(agent: Agent) -> None:
    *_, last = talk(agent, "was my stoneware bowl delivered?", "thanks", "and when was it placed?")

    assert last.reply == "Order ORD-99107 was placed on 2026-11-16."


def test_both_of_two_orders_named_are_answered(agent: Agent) -> None:
    (turn,) = talk(agent, "were ORD-99107 and ORD-98231 delivered?")

    assert turn.outcome == "answered"
    assert "Order ORD-99107 was delivered on" in turn.reply
    assert "Order ORD-98231 was delivered on" in turn.reply


def test_own_order_is_answered_beside_one_that_cannot_be_shown(agent: Agent) -> None:
    (turn,) = talk(agent, "were ORD-99107 and ORD-99170 delivered?")

    assert "Order ORD-99107 was delivered on 2026-11-21." in turn.reply
    assert NO_SUCH_ORDER.format(ids="order ORD-99170") in turn.reply
    assert "2026-11-24" not in turn.model_dump_json()


def test_refund_wish_waits_for_the_order_it_is_about(agent: Agent) -> None:
    asked, decided = talk(agent, "I want my money back", "ORD-99107")

    assert asked.outcome == "asked_back"
    assert decided.handoff is not None
    assert "refund 86.40 USD of order ORD-99107 on to a colleague" in decided.handoff.notice


@pytest.mark.parametrize("wish", ["exchange ORD-99455 for a larger one", "please change the colour of ORD-99455"])
def test_wish_to_change_an_order_goes_to_a_person_and_nothing_is_said_to_be_done(agent: Agent, wish: str) -> None:
    (turn,) = talk(agent, wish)

    assert turn.outcome == "handed_off"
    assert turn.reply == CHANGE.format(order="ORD-99455")


def test_question_about_changing_is_answered_from_the_articles(agent: Agent) -> None:
    (turn,) = talk(agent, "can I change the delivery address after ordering?")

    assert turn.outcome == "answered"
    assert [citation.article for citation in turn.citations] == ["shipping"]


def test_refund_that_is_not_wanted_is_not_asked_for(agent: Agent) -> None:
    (turn,) = talk(agent, "I do not want a refund for ORD-99107, just the delivery date")

    assert turn.decision is None
    assert "Order ORD-99107 was delivered on 2026-11-21." in turn.reply


@pytest.mark.parametrize("message", ["Where is it? " * 2_000, "件" * 3_900])
def test_message_too_long_to_read_is_asked_for_again(agent: Agent, message: str) -> None:
    (turn,) = talk(agent, message)

    assert (turn.outcome, turn.reply) == ("asked_back", TOO_LONG)


def test_another_customer_in_the_same_conversation_finds_nothing_of_the_first(agent: Agent) -> None:
    conversation = uuid4().hex
    agent.ask("was ORD-99107 delivered?", conversation_id=conversation, customer_id=OWNER)

    turn = agent.ask("and when was it placed?", conversation_id=conversation, customer_id="C-1007")

    assert "ORD-99107" not in turn.model_dump_json()
    assert "2026-11-16" not in turn.model_dump_json()


def test_refund_of_all_orders_is_asked_about_and_decided_for_none(agent: Agent) -> None:
    (turn,) = talk(agent, "refund all my orders, I want my money back for all my orders")

    assert (turn.outcome, turn.decision) == ("asked_back", None)


def test_question_after_an_update_is_no_wish_to_change_the_order(agent: Agent) -> None:
    (turn,) = talk(agent, "update on order ORD-99455 please")

    assert turn.outcome == "answered"
    assert "Order ORD-99455" in turn.reply


def test_items_in_several_orders_do_not_hide_what_an_article_says(agent: Agent) -> None:
    (turn,) = talk(agent, "what is the warranty on my kettle, my apron, my tea towel and my bowl?")

    assert [citation.article for citation in turn.citations] == ["warranty"]
