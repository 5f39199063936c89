"""A footnote belongs to its mark, and emphasis is none."""

from __future__ import annotations

import pytest

from agent.grounding.footnotes import footnotes_of, marks_in
from agent.sentences import find_sentences


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Labels are free*.", {"*"}),
        ("Labels¹ are free², too.", {"¹", "²"}),
        ("Labels are free[1].", {"[1]"}),
        ("Labels are **free**.", set()),
        ("**Labels** are free.", set()),
        ("* Labels are free.", set()),
        ("Labels are free.", set()),
    ],
)
def test_mark_at_the_end_of_a_word_is_told_from_emphasis(text: str, marks: set[str]) -> None:
    assert marks_in(text) == marks


def test_footnote_is_the_whole_line_that_starts_with_the_mark() -> None:
    sentences = find_sentences("Labels are free*. We print them.\n\n* In the US only. Until May.\n\n** Never.")
    assert footnotes_of(sentences, 0) == ((2, 3),)
    assert footnotes_of(sentences, 1) == ()


def test_footnote_is_no_footnote_of_its_own() -> None:
    assert footnotes_of(find_sentences("* In the US only*."), 0) == ()
