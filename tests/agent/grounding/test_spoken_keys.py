"""Two lines have one key where only spelling and the notation of values differ."""

from __future__ import annotations

from datetime import date

import pytest

from agent.grounding.spoken_keys import SpokenKey, spoken_key, words_around
from agent.grounding.values import find_values

TODAY = date(2026, 11, 30)


def key(body: str) -> SpokenKey:
    return spoken_key(body, find_values(body, TODAY))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We cannot ship to these addresses:", "We can't ship to these addresses:"),
        ("We refund it within two business days.", "We refund it within 2 business days"),
        ("It is kept for 48 hours.", "It is kept for two days."),
        ("The label costs 45.00 USD.", "The label costs $45."),
        ("From 2026-12-01 on:", "From 1 December 2026 on:"),
        ("Orders before 5 pm:", "Orders before 17:00:"),
        ("| Item | Send back |", "Item | send back"),
        ("", ""),
    ],
)
def test_other_spelling_is_the_same_line(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We cannot ship there:", "We can ship there:"),
        ("It is kept for 2 days.", "It is kept for 2 business days."),
        ("It is kept for 2 days.", "It is kept for 3 days."),
        ("Orders before 5 pm:", "Orders after 5 pm:"),
        ("Orders before 5 pm:", "Orders before 5 am:"),
        ("The label costs 4.50 USD.", "The label costs 4.50 EUR."),
        ("| Item | Send back |", "| Item send back |"),
        ("Is it free?", "Is it free"),
        ("We keep 2 mugs for 3 days.", "We keep 3 mugs for 2 days."),
        ("It weighs 5 kg.", "It weighs 5%."),
    ],
)
def test_other_value_bound_or_word_is_another_line(one: str, other: str) -> None:
    assert key(one) != key(other)


def test_values_stand_as_one_word() -> None:
    body = "It costs $4.50 for 2 days"
    assert words_around(body, find_values(body, TODAY)) == ["it", "costs", "valuestandshere", "for", "valuestandshere"]
