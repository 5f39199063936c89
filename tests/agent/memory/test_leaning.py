"""Which messages lean on a past conversation, and which only sound like it."""

from __future__ import annotations

import pytest

from agent.memory.leaning import lean_of, topic_of

ASKS = [
    "What did I ask you last time?",
    "what was my last question",
    "When did I last contact you?",
    "Did I already ask about this before?",
    "Do you remember what I asked?",
    "Have I contacted you about the lamp already?",
    "Can you recall our last conversation?",
    "When did I write to you?",
]
TAKES_UP = [
    "As I told you, the bowl is broken.",
    "I already told your colleague about the lamp",
    "I asked about this last week and nobody has got back to me",
    "Last time you said it would arrive on Friday",
    "The other day we spoke about my refund",
    "Your colleague was going to look into it",
    "I've already contacted you twice about the kettle",
    "Following up on my parcel",
    "Is there any news on my complaint?",
    "Still no reply about the missing towel",
    "I haven't heard back about the refund",
    "my previous message was about the blue lamp",
    "someone promised to call me",
    "You told me to send photos, here they are",
]
HINTS = [
    "The lamp is broken again",
    "It's the same problem with the scale",
    "My parcel is still not here",
    "Third time my order is late",
]
NEITHER = [
    "How long will my refund take to show on my card?",
    "Where is my parcel?",
    "Can I return a gift card?",
    "What should I do before I open the parcel?",
    "Do you ship to Norway?",
    "How do I contact you?",
    "My harvest box arrived warm yesterday.",
    "I ordered a lamp last week, when does it come?",
    "What is the last day to return it?",
    "Please call me Mia.",
    "Is the warranty valid if I bought it a year ago?",
    "Can I talk to a person?",
    "I paid twice",
    "",
]


@pytest.mark.parametrize("message", ASKS)
def test_message_that_asks_after_the_past(message: str) -> None:
    assert lean_of(message) == "asks"


@pytest.mark.parametrize("message", TAKES_UP)
def test_message_that_takes_a_past_conversation_up(message: str) -> None:
    assert lean_of(message) == "takes_up"


@pytest.mark.parametrize("message", HINTS)
def test_message_that_may_lean_on_the_past(message: str) -> None:
    assert lean_of(message) == "hints"


@pytest.mark.parametrize("message", NEITHER)
def test_message_that_stands_on_its_own(message: str) -> None:
    assert lean_of(message) is None


@pytest.mark.parametrize(
    ("message", "topic"),
    [("What did I ask you last time?", ""), ("Did I already ask about the copper kettle before?", "copper kettle")],
)
def test_topic_is_what_is_left_without_the_leaning(message: str, topic: str) -> None:
    assert topic_of(message) == topic


def test_long_message_is_read_in_no_time() -> None:
    assert lean_of("did i " * 20_000) is None
    assert topic_of("the other day " * 10_000) == ""
