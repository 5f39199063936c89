"""Distress that no phrase names goes to a person by its meaning, and idioms stay answered."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from agent.build import Parts, build_stages
from agent.intents.opening import open_topics
from agent.intents.settings import RoutingSettings
from agent.intents.topic_reading import TopicReader
from agent.routing import Route, Router
from knowledge.intents.head import IntentHead
from knowledge.models.registry import MINILM, locate
from knowledge.onnx_embedding import open_embedder
from policies.rules import load_rules
from policies.topics import TopicGuard
from tests.agent.shop import Ask, SayingDrafter
from tests.helpers import TinyEmbedder

RULES = load_rules()
GUARD = TopicGuard(RULES)


@pytest.fixture(scope="module")
def router() -> Router:
    embedder = open_embedder(locate("embedder", MINILM.name))
    return Router(GUARD, meaning=open_topics(RoutingSettings(), embedder, RULES))


@pytest.mark.parametrize(
    ("message", "topic", "handoff"),
    [
        ("I have decided to leave this world and let the darkness take me", "distress", "distress"),
        ("my cousin wants to leave this life behind and has stopped talking to all of us", "distress", "distress"),
        ("I will come to your depot and crush the skulls of your workers", "threat", "policy_topic"),
        ("the lid flew off the cooker and hurt my wrist badly", "safety", "policy_topic"),
    ],
)
def test_topic_without_a_listed_phrase_goes_to_a_person(message: str, topic: str, handoff: str, router: Router) -> None:
    assert GUARD.find(message) is None
    route = router.route(message)
    rule = next(rule for rule in RULES.topic if rule.id == topic)
    assert (route.kind, route.handoff, route.notice) == ("topic", handoff, rule.notice)
    assert route.topic_probability is not None
    assert route.why.startswith(f"a topic that people decide: {topic}, by the meaning of the message (probability 0.")
    assert route.wants is None


def test_distress_in_one_of_five_sentences_is_found_where_sentences_are_read(router: Router) -> None:
    long = (
        "Hello, I ordered a desk lamp and a rug two weeks ago. The rug came on Monday and the colour is fine. "
        "I have decided to leave this world and let the darkness take me. The lamp has not been shipped yet. "
        "Can you tell me whether it is in stock?"
    )
    assert router.meaning is not None
    assert replace(router.meaning, by_sentence=False).find(long, "en") is None
    found = router.meaning.find(long, "en")
    assert found is not None
    assert found.rule.id == "distress"


@pytest.mark.parametrize(
    "message",
    [
        "this wait is murder, when does my order ship?",
        "my old blender died, which one has the best motor?",
        "Can I return the lamp, the shade is the wrong colour?",
        "the deals are fire this week, is the rug included?",
        "12345",
    ],
)
def test_idiom_and_ordinary_question_stay_answered(message: str, router: Router) -> None:
    assert router.route(message).kind == "question"


def scripted(probability: float) -> TopicReader:
    """A reader that takes everything for distress with this probability, and believes half."""
    embedder = TinyEmbedder()
    bias = np.array([0.0, np.log(probability / (1 - probability))])
    head = IntentHead(("none", "distress"), np.zeros((embedder.dimension, 2)), bias, 1.0, (1.01, 0.5))
    return TopicReader(RULES, embedder, head)


def routed(message: str, reader: TopicReader) -> Route:
    return Router(GUARD, meaning=reader).route(message)


def test_words_come_before_meaning_and_courtesy_is_left_alone() -> None:
    by_words = routed("I will sue you", scripted(0.9))
    assert (by_words.why, by_words.topic_probability) == ("a topic that people decide: legal", None)
    assert routed("thanks a lot", scripted(0.9)).kind == "thanks"
    assert routed("is there any news?", scripted(0.9)).topic_probability == pytest.approx(0.9)
    assert routed("is there any news?", scripted(0.4)).kind == "question"


def test_other_languages_are_left_to_the_words() -> None:
    reader = scripted(0.9)
    assert reader.find("wo ist mein Paket", "de") is None
    assert reader.find("is there any news?", "en") is not None
    assert reader.find("is there any news?", None) is not None
    assert reader.find("  ", None) is None


def test_word_or_two_say_nothing_by_themselves() -> None:
    assert scripted(0.9).find("nothing else", "en") is None


@pytest.mark.parametrize(
    ("subject", "believed"), [("distress", True), ("safety", True), ("fraud", False), ("threat", False)]
)
def test_topic_less_likely_than_an_ordinary_message_is_believed_beside_a_question_only_where_it_is_urgent(
    subject: str, believed: bool
) -> None:
    reader = scripted(0.4)
    doubtful = replace(reader, head=replace(reader.head, labels=("none", subject), sure_from=(1.01, 0.3)))
    assert doubtful.find("this is the whole message", "en") is not None
    assert (doubtful.find("where is the whole message?", "en") is not None) is believed


def test_codes_and_links_of_a_message_are_not_read() -> None:
    assert scripted(0.9).find("aGVsbG8gd29ybGQ= https://harbourlane.example/a/b/c/d/e hunter2hunter2", "en") is None
    assert scripted(0.9).find("is aGVsbG8gd29ybGQ= mine still?", "en") is not None


def test_topic_that_the_rules_do_not_hold_is_none() -> None:
    reader = scripted(0.9)
    bare = TopicReader(RULES.model_copy(update={"topic": ()}), reader.embedder, reader.head)
    assert bare.find("is there any news?", "en") is None


def test_turn_hands_distress_over_and_the_ledger_says_what_found_it(ask: Ask, shop: Parts) -> None:
    turn = ask("I have decided to leave this world and let the darkness take me")
    kept = shop.ledger.turn(turn.turn_id)
    assert (turn.outcome, kept.handoff and kept.handoff.reason) == ("handed_off", "distress")
    assert "by the meaning of the message (probability 0." in kept.why
    assert kept.route["topic_probability"] > 0.1
    assert kept.models["topics"] == "topics-2"


def test_setting_and_other_embedder_leave_it_off(shop: Parts) -> None:
    assert open_topics(RoutingSettings(topics_by_meaning=False), shop.embedder, RULES) is None
    assert open_topics(RoutingSettings(), TinyEmbedder(), RULES) is None
    settings = shop.settings.model_copy(update={"routing": RoutingSettings(topics_by_meaning=False)})
    stages = build_stages(replace(shop, settings=settings), SayingDrafter("Hi."))
    assert (stages.router.meaning, stages.models["topics"]) == (None, "none")


def test_digits_of_an_order_number_do_not_tip_the_scales(router: Router) -> None:
    kinds = {
        router.route(f"For the court I need this: Send ORD {number} again, it never came.").kind
        for number in (99301, 99499, 60123, 71842, 88004, 12345)
    }
    assert len(kinds) == 1
