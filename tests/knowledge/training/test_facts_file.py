"""The shape of `facts.yaml`, from which the reranker learns to tell an answer from a passage about the same thing."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from typing import Any

import pytest
import yaml


@pytest.fixture(scope="module")
def topics() -> list[dict[str, Any]]:
    text = files("knowledge.models.training.generated").joinpath("facts.yaml").read_text(encoding="utf-8")
    read: list[dict[str, Any]] = yaml.safe_load(text)
    return read


@pytest.fixture(scope="module")
def facts(topics: list[dict[str, Any]]) -> list[dict[str, list[str]]]:
    return [fact for topic in topics for fact in topic["facts"]]


def test_thirty_topics_have_eleven_or_twelve_facts_each(topics: list[dict[str, Any]]) -> None:
    assert len({topic["topic"] for topic in topics}) == len(topics) == 30
    assert all(topic.keys() == {"topic", "facts"} for topic in topics)
    assert {len(topic["facts"]) for topic in topics} == {11, 12}


def test_a_fact_is_said_twice_and_asked_three_times(facts: list[dict[str, list[str]]]) -> None:
    assert all(fact.keys() == {"says", "asks"} for fact in facts)
    assert {(len(fact["says"]), len(fact["asks"])) for fact in facts} == {(2, 3)}


def test_no_text_stands_twice(facts: list[dict[str, list[str]]]) -> None:
    seen = Counter(text.casefold() for fact in facts for text in (*fact["says"], *fact["asks"]))
    assert [text for text, count in seen.items() if count > 1] == []


def test_statements_are_whole_sentences(facts: list[dict[str, list[str]]]) -> None:
    assert [text for fact in facts for text in fact["says"] if not (text[0].isupper() and text.endswith("."))] == []


def test_questions_have_fewer_than_25_words(facts: list[dict[str, list[str]]]) -> None:
    assert [text for fact in facts for text in fact["asks"] if not 0 < len(text.split()) < 25] == []
