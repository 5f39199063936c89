"""Words that mean the same are one, and what names no subject is told from what does."""

from __future__ import annotations

import pytest

from agent.grounding.subjects import generic, heading_words, subject_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Refunds are sent.", "A refund is shipped."),
        ("Send your product back.", "The item is returned."),
        ("We give you your money back.", "We refund you."),
        ("We take mugs back.", "Mugs can be returned."),
        ("A parcel came back.", "A parcel was returned."),
        ("Refunds are paid.", "We pay a refund."),
        ("It takes 5 business days after delivery.", "It takes 5 days."),
        ("Write to help@harbour.example.", "Write to team@harbour.example."),
    ],
)
def test_two_ways_to_say_it_have_one_subject(one: str, other: str) -> None:
    assert subject_words(one) - generic() == subject_words(other) - generic()


def test_names_of_two_cases_differ() -> None:
    assert subject_words("Card refunds") != subject_words("PayPal refunds")


def test_text_of_common_words_has_no_subject() -> None:
    assert subject_words("It is what it is, and that is all.") == frozenset()


def test_heading_that_names_a_topic_is_told_from_one_that_names_a_product() -> None:
    assert not subject_words("Shipping and returns FAQ") - heading_words()
    assert subject_words("Espresso machines") - heading_words()
