"""What is read as a report of the customer's words, and what only sounds like one."""

from __future__ import annotations

import pytest

from agent.reports import Report, report_of


@pytest.mark.parametrize(
    ("sentence", "report"),
    [
        ("You mentioned that the lid was cracked.", Report("said", "the lid was cracked")),
        ("You also told us the lid is loose.", Report("said", "the lid is loose")),
        ("You've said your jar leaks!", Report("said", "your jar leaks")),
        ("You asked about jars.", Report("asked", "about jars")),
        ("You wanted to know how long lids take.", Report("asked", "how long lids take")),
    ],
)
def test_sentence_that_tells_back_is_a_report(sentence: str, report: Report) -> None:
    assert report_of(sentence) == report


@pytest.mark.parametrize(
    "sentence", ["As you said, the lid was cracked.", "You were told that it is free.", "We said so.", "You asked."]
)
def test_what_the_shop_says_itself_is_no_report(sentence: str) -> None:
    assert report_of(sentence) is None
