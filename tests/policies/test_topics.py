"""Topics that always go to a person are found by their trigger words."""

from __future__ import annotations

import pytest

from policies.rules import load_rules
from policies.topics import TopicGuard


def topic(text: str) -> str | None:
    found = TopicGuard(load_rules()).find(text)
    return found.id if found else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My LAWYERS will write to you", "legal"),
        ("the power bank's battery   is swollen", "safety"),
        ("This looks like fraudulent activity", "fraud"),
        ("I am a journalist and would like a comment", "press"),
        ("I don’t want to live like this", "distress"),
    ],
)
def test_trigger_words_hand_the_topic_over(text: str, expected: str) -> None:
    assert topic(text) == expected


@pytest.mark.parametrize("text", ["What pressure does the pan take?", "My name is Sue", "Where is my tissue box?", ""])
def test_words_that_only_look_like_triggers_do_not(text: str) -> None:
    assert topic(text) is None


def test_most_urgent_topic_is_taken_when_two_match() -> None:
    assert topic("I want to die and my lawyer knows") == "distress"
