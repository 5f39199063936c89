"""Lines fit the terminal whatever the characters, and no word is broken without a sign."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.context.cleaning import visible_text
from agent.line_breaking import GOES_ON, broken, cells, padded, shortened


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one two three", ["one two", "three"]),
        ("one  two three", ["one  two", "three"]),
        ("abcdefghijkl", ["abcdefg\\", "hijkl"]),
        ("to abcdefghijkl", ["to", "abcdefg\\", "hijkl"]),
        ("返金は五日です。", ["返金は五", "日です。"]),
        ("a 👍🎉👍🎉", ["a 👍🎉👍", "🎉"]),
        ("", [""]),
        ("   ", [""]),
    ],
)
def test_lines_of_eight_columns(text: str, lines: list[str]) -> None:
    assert list(broken(text, 8)) == lines


def test_indents_are_part_of_the_width() -> None:
    assert list(broken("one two three", 9, "- ", "  ")) == ["- one two", "  three"]


@given(st.text(), st.integers(min_value=2, max_value=90))
def test_no_line_is_too_wide_and_no_character_is_lost(text: str, width: int) -> None:
    text = visible_text(text).replace("\n", " ").replace("\t", " ").replace(GOES_ON, "")
    lines = list(broken(text, width))
    assert max(map(cells, lines)) <= width
    whole = "".join(line.removesuffix(GOES_ON) for line in lines)
    assert "".join(whole.split()) == "".join(text.split())


@given(st.text(), st.integers(min_value=1, max_value=40))
def test_shortened_text_fits_and_says_that_it_goes_on(text: str, width: int) -> None:
    found = shortened(text, width)
    assert found == text or found.endswith("…")
    assert cells(found) <= width
    assert cells(padded(found, width)) == width
