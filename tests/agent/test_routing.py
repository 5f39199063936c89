"""What a message needs is decided by its words; topics that people decide come first."""

from __future__ import annotations

from time import thread_time

import numpy as np
import pytest

from agent.intents.languages import A_COLLEAGUE_ANSWERS, LanguageReader
from agent.intents.reading import IntentReader
from agent.routing import Route, Router
from agent.types import Message
from knowledge.intents.head import IntentHead
from knowledge.intents.labels import INTENTS
from policies.rules import load_rules
from policies.topics import TopicGuard
from tests.helpers import TinyEmbedder

ROUTER = Router(TopicGuard(load_rules()), LanguageReader())


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
    begin = thread_time()
    routed(piece * (8_000 // len(piece)))
    assert thread_time() - begin < 2.0


def taken_for(label: str, confidence: float = 0.97) -> Router:
    """A router whose head takes every message for the same."""
    bias = np.zeros(len(INTENTS))
    bias[INTENTS.index(label)] = np.log(confidence / (1 - confidence) * (len(INTENTS) - 1))  # type: ignore[arg-type]
    embedder = TinyEmbedder()
    head = IntentHead(INTENTS, np.zeros((embedder.dimension, len(INTENTS))), bias, 1.0, (0.5,) * len(INTENTS))
    return Router(TopicGuard(load_rules()), intents=IntentReader(embedder, head))


def test_message_in_a_language_without_articles_goes_to_a_person_in_its_own_words() -> None:
    route = routed("Wo ist meine Bestellung? Sie sollte gestern ankommen")
    assert (route.kind, route.language, route.handoff) == ("language", "de", "no_evidence")
    assert route.notice == A_COLLEAGUE_ANSWERS["de"]


def test_language_of_the_articles_is_answered() -> None:
    router = Router(TopicGuard(load_rules()), LanguageReader(("en", "de")))
    route = router.route("Wo ist meine Bestellung? Sie sollte gestern ankommen")
    assert (route.kind, route.language) == ("question", "de")


def test_third_time_the_same_question_is_a_loop() -> None:
    assert routed("where is my parcel?", "where is my parcel", "Where is my parcel??").handoff == "loop"


def test_anger_is_noted_and_answered() -> None:
    route = routed("This is ridiculous, where is my order?")
    assert (route.kind, route.tone, route.handoff) == ("question", "angry", None)


@pytest.mark.parametrize("label", INTENTS)
def test_head_alone_opens_no_action_and_no_handoff(label: str) -> None:
    route = taken_for(label).route("the thing from last week")
    assert (route.kind, route.intent, route.wants, route.handoff, route.needs_knowledge) == (
        "question",
        label,
        None,
        None,
        True,
    )


def test_head_adds_the_need_for_orders() -> None:
    assert not Router(TopicGuard(load_rules())).route("any news?").needs_orders
    assert taken_for("order_status").route("any news?").about_one_order


def test_unsure_head_adds_nothing() -> None:
    assert taken_for("order_status", 0.4).route("any news?") == Router(TopicGuard(load_rules())).route("any news?")


def asked_which(*lines: str) -> tuple[Message, ...]:
    """A conversation whose last line asks which of two orders is meant."""
    which = Message(
        role="assistant",
        text="Which of your orders do you mean?",
        orders=("ORD-99107", "ORD-99412"),
        outcome="asked_back",
    )
    return (*(Message(role="customer", text=line) for line in lines), which)


@pytest.mark.parametrize("message", ["the harvest box", "ORD-99412", "99412", "the last one"])
def test_answer_to_which_order_takes_the_wish_from_the_line_before(message: str) -> None:
    route = ROUTER.route(message, asked_which("Refund the apron please"))
    assert (route.wants, route.wish_said) == ("refund", f"Refund the apron please\n{message}")
    assert route.search_query == f"Refund the apron please {message}"
    assert route.order_ids == (("ORD-99412",) if "99412" in message else ())


@pytest.mark.parametrize(
    "message", ["Cancel ORD-99412", "how do I return it?", "I have a question about your shipping prices"]
)
def test_line_that_asks_for_something_itself_is_no_answer_to_which_order(message: str) -> None:
    route = ROUTER.route(message, asked_which("Refund the apron please"))
    assert "apron" not in route.wish_said
    assert route.wants != "refund"


def test_number_of_no_order_of_the_conversation_names_none() -> None:
    assert ROUTER.route("97205", asked_which("refund")).order_ids == ()


@pytest.mark.parametrize("message", ["when", "how long", "until when?", "why not?", "to Germany", "express?"])
def test_few_words_that_ask_on_lean_on_the_line_before(message: str) -> None:
    assert routed(message, "Can I pause a subscription?").search_query == f"Can I pause a subscription? {message}"


@pytest.mark.parametrize("message", ["gift cards", "return policy", "shipping costs"])
def test_few_words_that_name_a_topic_stand_alone(message: str) -> None:
    assert routed(message, "Where is ORD-99107?").search_query == message


def test_follow_up_of_a_follow_up_keeps_what_both_are_about() -> None:
    assert (
        routed("and food?", "Do you ship plants?", "to Sweden").search_query
        == "Do you ship plants? to Sweden and food?"
    )


@pytest.mark.parametrize("message", ["yes", "no, keep it", "Yes please", "sure"])
def test_yes_or_no_that_nothing_asked_for_is_told_so(message: str) -> None:
    told = (Message(role="customer", text="refund it"), Message(role="assistant", text="I have passed it on."))
    assert ROUTER.route(message, told).kind == "yes_or_no"
    asked = (*told[:1], Message(role="assistant", text="Would you like to know the price?"))
    assert ROUTER.route(message, asked).kind == "question"
