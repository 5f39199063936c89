"""What only says that something is not known."""

from __future__ import annotations

import pytest

from agent.abstentions import goes_on_after_abstaining, is_abstention, topic_of_abstention


@pytest.mark.parametrize(
    "clause",
    [
        "I can't find that order in your account",
        "We could not find any information about this in our help articles",
        "I do not know the answer to your question",
        "I'm afraid I cannot confirm that right now",
        "I have no access to your orders",
        "I am not sure about that",
    ],
)
def test_clause_that_says_no_more_is_an_abstention(clause: str) -> None:
    assert is_abstention(clause)


@pytest.mark.parametrize(
    ("clause", "demands"),
    [
        ("I can't find that order as it was lost", False),
        ("I do not know whether our courier stole it", False),
        ("We cannot confirm that until you post the box", True),
        ("We can't verify it unless you scan your passport", True),
    ],
)
def test_reason_or_demand_makes_it_more(clause: str, demands: bool) -> None:
    assert not is_abstention(clause)
    assert goes_on_after_abstaining(clause) is not demands


@pytest.mark.parametrize(
    ("sentence", "topic"),
    [
        ("I couldn't find any information about opened jars in our help articles.", "opened jars"),
        ("We have nothing on wall colours.", "wall colours"),
        ("I found nothing about jars that we recalled.", None),
        ("We have nothing on stock since the fire.", None),
        ("We do not sell jars.", None),
    ],
)
def test_topic_of_an_abstention_is_read_out_of_it(sentence: str, topic: str | None) -> None:
    assert topic_of_abstention(sentence) == topic
