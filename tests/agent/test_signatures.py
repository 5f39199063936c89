"""Names in greetings and below a goodbye."""

from __future__ import annotations

import pytest

from agent.signatures import is_goodbye, is_name, is_signature


@pytest.mark.parametrize(
    "line",
    [
        "Anna",
        "Anna Berg",
        "The Harbour Lane Team",
        "Your Support Team",
        "Customer Service",
        "Anna from Customer Support",
    ],
)
def test_name_of_a_person_or_a_team_is_a_signature(line: str) -> None:
    assert is_signature(line)


@pytest.mark.parametrize(
    "line",
    [
        "Your Gift Cards Never Expire Team",
        "Fresh Food To Hawaii Service",
        "Parcel Lost",
        "Refund Approved",
        "Free Returns Team",
        "Jars Are Safe",
        "anna berg",
        "Anna 🛑",
    ],
)
def test_line_that_states_something_is_none(line: str) -> None:
    assert not is_signature(line)


@pytest.mark.parametrize(
    ("text", "named"), [("Mr. Silva", True), ("anna", True), ("lifelong members", False), ("A B C", False)]
)
def test_greeting_is_for_at_most_two_names(text: str, named: bool) -> None:
    assert is_name(text) is named


@pytest.mark.parametrize("line", ["Kind regards,", "Yours sincerely", "Cheers!"])
def test_goodbye_takes_leave(line: str) -> None:
    assert is_goodbye(line)
