"""The customer's own words, told back as theirs."""

from __future__ import annotations

import pytest

from agent.grounding.told_back import wrote


@pytest.mark.parametrize(
    ("said", "statement"),
    [
        ("My mug arrived cracked.", "your mug arrived cracked"),
        ("Hello, the lid was loose, sadly.", "the lid was loose"),
        ("I ordered two jars and one came open.", "one came open"),
        ("My parcel has not arrived yet.", "your parcel has not arrived"),
        ("I want my jar today", "you want your jar"),
    ],
)
def test_same_words_in_the_same_order_were_written(said: str, statement: str) -> None:
    assert wrote(statement, [said])


@pytest.mark.parametrize(
    ("said", "statement"),
    [
        ("My neighbour says the parcel that came last year was open.", "your parcel came open"),
        ("I wonder whether my parcel came late.", "your parcel came late"),
        ("If the lid was loose, what then.", "the lid was loose"),
        ("The lid was not loose.", "the lid was loose"),
        ("The lid was loose, but only at the rim.", "the lid was loose"),
        ("Was the lid loose?", "the lid was loose"),
        ("The courier stole the parcel of my neighbour.", "the courier stole the parcel"),
        ("", "the lid was loose"),
    ],
)
def test_other_words_another_order_a_hedge_or_a_question_were_not(said: str, statement: str) -> None:
    assert not wrote(statement, [said])


def test_question_counts_only_as_a_question() -> None:
    assert wrote("Do we ship to Malta?", ["Do we ship to Malta?"], asked=True)
    assert not wrote("Do you ship to Malta?", ["You ship to Malta."], asked=True)
