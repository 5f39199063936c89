"""Anger within reason is answered; what goes round in circles is handed over."""

from __future__ import annotations

import pytest

from agent.intents.circling import circling, is_angry
from agent.types import Message


def said(*texts: str) -> list[Message]:
    return [
        line for text in texts for line in (Message(role="customer", text=text), Message(role="assistant", text="…"))
    ]


@pytest.mark.parametrize(
    "text", ["this is ridiculous, where is my order", "WHERE IS MY DAMN ORDER NOW", "worst shop ever", "hello???"]
)
def test_anger_is_noticed(text: str) -> None:
    assert is_angry(text)


@pytest.mark.parametrize(
    "text", ["where is my order?", "it is not bad", "the colour is not terrible", "I love it!!! thanks"]
)
def test_other_messages_are_not_angry(text: str) -> None:
    assert not is_angry(text)


def test_anger_alone_goes_round_nothing() -> None:
    assert circling("this is ridiculous, where is my order", ()) is None
    assert circling("this is ridiculous, where is my order", said("where is my order?")) is None


def test_same_question_for_the_third_time_does() -> None:
    assert circling("Where is my parcel?", said("where is my parcel")) is None
    assert circling("Where is my parcel?", said("where is my parcel", "please, where is my parcel??")) is not None


@pytest.mark.parametrize(
    "text",
    ["you already said that", "That doesn't answer my question", "You keep repeating yourself", "I already told you"],
)
def test_customer_who_says_so_is_believed_after_an_answer(text: str) -> None:
    assert circling(text, said("where is my parcel")) is not None
    assert circling(text, ()) is None


def test_anger_that_an_answer_did_not_end_does() -> None:
    assert circling("this is unacceptable", said("this is ridiculous, where is my order")) is not None


def test_yes_three_times_asks_nothing_three_times() -> None:
    assert circling("yes", said("yes", "yes")) is None
