"""Spelling goes, words stay."""

import pytest

from agent.grounding.spoken import spoken_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The lamp can't be returned.", "Lamp cannot be returned"),
        ("You’ll get an e-mail", "you will get e-mail"),
        ("**Only** if it is new", "only if it is new"),
    ],
)
def test_spelling_makes_no_difference(one: str, other: str) -> None:
    assert spoken_words(one) == spoken_words(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a few lamps", "few lamps"),
        ("over 50 USD", "over 5.0 USD"),
        ("< 50", "> 50"),
        ("it's new", "it is new"),
        ("lamp returned", "lamp not returned"),
    ],
)
def test_words_and_signs_do(one: str, other: str) -> None:
    assert spoken_words(one) != spoken_words(other)


@pytest.mark.parametrize("text", ["", "...", "the", " — "])
def test_text_without_words_has_none(text: str) -> None:
    assert spoken_words(text) == []
