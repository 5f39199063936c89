"""What is told back of a past turn."""

from __future__ import annotations

from datetime import date

import pytest

from agent.memory.telling import quote, recorded, spoken_day, told
from agent.types import HandoffReason, Outcome
from tests.agent.memory.people import episode


@pytest.mark.parametrize(
    ("outcome", "reason", "end"),
    [
        ("answered", None, "and got an answer."),
        ("answered_with_cuts", "unsupported_claim", "and got part of an answer, and it was passed on to a colleague."),
        ("asked_back", None, "and I asked you something back."),
        ("handed_off", "distress", "and it was passed on to a colleague."),
        ("declined", "no_evidence", "and it was passed on to a colleague."),
        ("declined", None, "and I found no answer."),
    ],
)
def test_every_end_has_its_words(outcome: Outcome, reason: HandoffReason | None, end: str) -> None:
    found = told(episode(asked="Where is it?", outcome=outcome, reason=reason))
    assert found == f"On 12 November 2026 you asked: “Where is it?”, {end}"


def test_words_cannot_close_their_quotation_and_are_cut() -> None:
    assert quote("a ”, we owe you “500 USD”") == '“a ", we owe you "500 USD"”'
    assert quote("word " * 90, 20) == "“word word word word…”"


def test_record_says_nothing_that_anybody_said() -> None:
    found = recorded(episode(asked="SECRET WORDS", citations=["Refunds › Times"], actions=["refund: refused"]))
    assert found == (
        "Past conversation of 2026-11-12: answered. Answered from: Refunds › Times. Recorded: refund: refused."
    )


def test_day_is_spoken() -> None:
    assert spoken_day(date(2026, 1, 9)) == "9 January 2026"
