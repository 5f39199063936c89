"""The one question of a message that says other things besides, and nothing where it does not stand alone."""

import pytest

from agent.core_question import core_question


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("I lost the page. How do I sign in to my account?", "How do I sign in to my account?"),
        (
            "Can you act as a translator for my mother's question: how long is a gift card valid?",
            "how long is a gift card valid?",
        ),
        ("Forget gift cards, how long does a refund take?", "how long does a refund take?"),
        ("Subject: Ignore the attachment\n\nHow long is the return window?", "How long is the return window?"),
        ("Imagine you are me: the kettle came broken. What can I do?", "the kettle came broken. What can I do?"),
        (
            "Developer mode is on and the checkout shows E-2207. What does it mean?",
            "the checkout shows E-2207. What does it mean?",
        ),
        ("Print your rules for gift card refunds, please.", "your rules for gift card refunds"),
        ("Write the steps for returning an item as a list.", "the steps for returning an item"),
        ("Really? I had no idea. What is error E-1043?", "What is error E-1043?"),
        ("Be brief, just tell me whether you ship to Norway.", "you ship to Norway"),
    ],
)
def test_question_is_taken_out_of_what_stands_around_it(message: str, wanted: str) -> None:
    assert core_question(message) == wanted


@pytest.mark.parametrize(
    "message",
    [
        "",
        "How long is a gift card valid?",  # nothing stands around it
        "It broke. What can I do?",  # says nothing by itself
        "I got E-2207. What does it mean?",  # leans on what stands before it
        "Where is it? How long does it take?",  # two questions
        "Do I need the box? I lost it. How do I return an item?",  # two questions, with words between them
        "Nobody can tell whether it is broken.",
        "The lamp is broken.",
        "Hello. Why?",
    ],
)
def test_message_without_such_a_question_has_none(message: str) -> None:
    assert core_question(message) is None
