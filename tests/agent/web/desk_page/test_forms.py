"""What is filled in is bounded, and a blank of the suggestion is not sent."""

from __future__ import annotations

import pytest

from agent.web.desk.forms import MOST_CHARACTERS, name_of, number_of, reply_of
from agent.web.desk.refusing import Refused


def test_name_is_one_line() -> None:
    assert name_of({"name": "  Kim   Lee "}) == "Kim Lee"


@pytest.mark.parametrize("name", ["", "  ", "K" * 81, "Kim\u202eeeL"])
def test_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="your name"):
        name_of({"name": name})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (" \n", "empty"),
        ("x" * (MOST_CHARACTERS + 1), "20001 characters"),
        ("It takes [to be confirmed: how long it takes (refund)].", r"still a blank.*how long it takes"),
        ("[to be written: the answer]", "still a blank"),
        ("[to be decided: a refund]", "still a blank"),
    ],
)
def test_reply_that_cannot_be_sent_is_refused(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        reply_of({"text": text})


def test_reply_may_hold_other_brackets() -> None:
    assert reply_of({"text": " See [our page] to be sure. "}) == "See [our page] to be sure."


@pytest.mark.parametrize("number", ["", "-1", "1e3", "99999", "²", "one"])
def test_number_that_is_none_is_refused(number: str) -> None:
    with pytest.raises(Refused):
        number_of({"number": number})
