"""Nearness of sections and their sentences to a question."""

from __future__ import annotations

import pytest

from agent.likely_sections import likely_sections
from agent.types import Evidence
from tests.agent.shop import word_embedder


def section(text: str, *path: str) -> Evidence:
    return Evidence(
        evidence_id="a#0", source="article", trust="retrieved", text=text, heading_path=path or ("Help",), article="a"
    )


def sentences_of(text: str) -> list[str]:
    return [
        one for likely in likely_sections(word_embedder(), "a question", [section(text)]) for one in likely.sentences
    ]


def test_code_and_apologies_answer_nothing() -> None:
    assert sentences_of("We are sorry.\nStop the shop.\n    rm -r cache\n    - Start it again.") == [
        "Stop the shop.",
        "- Start it again.",
    ]


def test_section_that_states_nothing_is_left_out() -> None:
    found = likely_sections(word_embedder(), "sorry", [section("We are sorry."), section("Parcels leave at noon.")])
    assert [one.sentences for one in found] == [["Parcels leave at noon."]]


def test_no_section_in_nothing_out() -> None:
    assert likely_sections(word_embedder(), "a question", []) == []


def test_nearness_is_the_mean_of_the_best_sentence_and_the_whole() -> None:
    (one,) = likely_sections(word_embedder(), "choose a password", [section("Choose a password. Parcels leave.")])
    assert one.nearness == pytest.approx((max(one.in_place) + one.whole) / 2)
    assert list(one.similarity) == ["Choose a password.", "Parcels leave."]
