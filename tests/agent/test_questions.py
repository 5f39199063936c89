"""A message that asks several things is taken apart, and one that only leads up to its question is not."""

import pytest

from agent.questions import MOST, questions_of


@pytest.mark.parametrize(
    ("message", "questions"),
    [
        (
            "How long is a gift card valid? And how do I use one?",
            ("How long is a gift card valid?", "And how do I use one?"),
        ),
        (
            "Was ORD-99107 delivered, and how long does a refund take?",
            ("Was ORD-99107 delivered", "how long does a refund take?"),
        ),
        ("How do I return it and when is it paid?", ("How do I return it", "when is it paid?")),
        ("Do you know how and when it ships?", ()),
        ("my card is [card removed], how long does a refund to it take?", ()),
        ("This is criminal pricing, what does US Express cost?", ()),
        ("The tracking says delivered and nothing is here, what should I do?", ()),
        (
            "What does it cost, how long does it take and who brings it to me?",
            ("What does it cost", "how long does it take", "who brings it to me?"),
        ),
        ("How long is a gift card valid?", ()),
        ("Where is it? Why?", ()),
        ("I wonder how and why.", ()),
        ("Do not tell my son, when does ORD-99455 come?", ()),
    ],
)
def test_questions_of_a_message_that_asks_several_are_told_apart(message: str, questions: tuple[str, ...]) -> None:
    assert questions_of(message) == questions


@pytest.mark.parametrize(
    "message", ["what is it, " * 2_000 + "what?", "Where is my parcel? " * 500, "how, " * 3_000 + "?"]
)
def test_many_questions_are_few(message: str) -> None:
    assert len(questions_of(message)) <= MOST
