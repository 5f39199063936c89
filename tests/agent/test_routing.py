"""What a message needs is decided by its words; topics that people decide come first."""

from __future__ import annotations

from time import perf_counter

import pytest

from agent.routing import Route, Router
from agent.types import Message
from policies.rules import load_rules
from policies.topics import TopicGuard

ROUTER = Router(TopicGuard(load_rules()))


def routed(message: str, *before: str) -> Route:
    return ROUTER.route(message, tuple(Message(role="customer", text=text) for text in before))


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("", "empty"),
        ("😀 👍 …", "empty"),
        ("Good morning!", "greeting"),
        ("ok, thanks a lot", "thanks"),
        ("hello, where is my parcel?", "question"),
        ("thanks, but where is my parcel?", "question"),
        ("Let me talk to a person", "person"),
        ("Can I speak with a real human please", "person"),
        ("i'd like a human being", "person"),
        ("I need an agent now!", "person"),
        ("have someone from support call me", "person"),
        ("please connect me with customer service", "person"),
        ("is there someone at home needed", "question"),
        ("does a person have to sign for the parcel?", "question"),
        ("I need an agent number for customs", "question"),
        ("can I give a gift card to another person", "question"),
        ("My lawyer will write to you", "topic"),
        ("How do I return a bowl?", "question"),
    ],
)
def test_message_is_sorted(message: str, kind: str) -> None:
    assert routed(message).kind == kind


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("I will sue you over this refund", "policy_topic"),
        ("The power bank caught fire", "policy_topic"),
        ("I want to die. Where is ORD-99107?", "distress"),
        ("Get me a person or I take legal action", "policy_topic"),
        ("let me talk to someone", "customer_asked"),
    ],
)
def test_people_take_over_with_the_reason(message: str, reason: str) -> None:
    assert routed(message).handoff == reason


def test_topic_brings_the_words_of_the_rules() -> None:
    topic = next(topic for topic in load_rules().topic if topic.id == "safety")
    assert routed("it caught fire").notice == topic.notice


@pytest.mark.parametrize("message", ["Was ORD-99107 delivered?", "was ord 99107 delivered?", "order number 99107?"])
def test_order_is_named_in_any_form(message: str) -> None:
    route = routed(message)
    assert (route.order_ids, route.needs_orders) == (("ORD-99107",), True)


def test_follow_up_is_searched_with_the_question_before_it() -> None:
    route = routed("And how long does that take?", "I want to return a bowl")
    assert route.search_query == "I want to return a bowl And how long does that take?"


def test_follow_up_speaks_of_the_order_before_it() -> None:
    assert routed("When was it shipped?", "Was ORD-99107 delivered?").order_ids == ("ORD-99107",)


def test_question_that_stands_alone_leaves_the_history_out() -> None:
    route = routed("How much is express shipping to Spain?", "Was ORD-99107 delivered?")
    assert (route.search_query, route.order_ids) == ("How much is express shipping to Spain?", ())


@pytest.mark.parametrize(
    "message", ["Please refund ORD-99107", "I want a refund for my bowl", "Give me my money back!"]
)
def test_wish_for_a_refund_is_noticed(message: str) -> None:
    assert routed(message).wants == "refund"


@pytest.mark.parametrize(
    "message",
    [
        "How long will my refund take to show on my card?",
        "How do I get a refund?",
        "Can I get a refund on a gift card?",
        "What is your refund policy?",
    ],
)
def test_question_about_refunds_asks_for_none(message: str) -> None:
    route = routed(message)
    assert (route.wants, route.about_one_order) == (None, False)


@pytest.mark.parametrize("piece", ["my ", "order ", "where is my ", "speak ", "refund ", "ORD-", "thanks ", "hi! "])
def test_long_message_takes_no_time(piece: str) -> None:
    begin = perf_counter()
    routed(piece * (8_000 // len(piece)))
    assert perf_counter() - begin < 2.0
