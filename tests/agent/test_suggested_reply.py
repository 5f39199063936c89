"""A suggested reply has blanks where something is open, and never a value that was cut."""

from __future__ import annotations

import pytest

from agent.suggested_reply import QUESTION_CHARS, suggested_reply, topic_of
from agent.types import Claim
from tests.agent.shop import TODAY

QUESTION = "How long will my refund take to show on my card?"


def claim(text: str, owner: str | None = None) -> Claim:
    return Claim(index=0, text=text, start=0, end=len(text), owner=owner)


@pytest.mark.parametrize(
    ("text", "owner", "topic"),
    [
        ("Card refunds take 3 days.", None, "how long it takes (card, refund)"),
        ("The total is 99.99 USD.", "ORD-1", "the amount of order ORD-1"),
        ("It arrives on 2026-12-03.", "ORD-1", "the date of order ORD-1"),
        ("You pay 5 USD within 3 days.", None, "the amount and how long it takes"),
        ("It is free.", None, f"the answer to “{QUESTION}”"),
        ("It is free.", "ORD-1", f"the answer to “{QUESTION}”, about order ORD-1"),
    ],
)
def test_blank_says_what_was_asked_for_and_not_what_was_claimed(text: str, owner: str | None, topic: str) -> None:
    assert topic_of(claim(text, owner), QUESTION, TODAY) == topic


def test_proved_sentences_come_first_and_equal_blanks_once() -> None:
    cut = [claim("Card refunds take 3 days."), claim("Card refunds take 4 days."), claim("You pay 9 USD.")]
    assert suggested_reply("unsupported_claim", QUESTION, "We issue refunds daily.", cut, TODAY) == (
        "We issue refunds daily.\n\n[to be confirmed: how long it takes (card, refund)]\n[to be confirmed: the amount]"
    )


def test_what_a_person_decides_is_the_blank() -> None:
    found = suggested_reply("approval_needed", QUESTION, "", [], TODAY, "the change to order ORD-1")
    assert found == "[to be decided: the change to order ORD-1]"


def test_long_question_is_shortened_and_an_empty_one_left_out() -> None:
    assert len(suggested_reply("no_evidence", "word " * 100, "", [], TODAY)) < QUESTION_CHARS + 50
    assert suggested_reply("no_evidence", "", "", [], TODAY) == "[to be confirmed: the answer]"
