"""A turn becomes a case that wants what was proved and forbids what was cut."""

from __future__ import annotations

from datetime import date
from typing import Any

from agent.as_case import as_case, expected
from agent.cases import Expect, Turn
from agent.types import Message, TurnResult


def turn(**changes: Any) -> TurnResult:
    known = {
        "turn_id": "aa11",
        "conversation_id": "c",
        "customer_id": "C-1",
        "asked_at": "2026-11-30T10:00:00",
        "today": "2026-11-29",
        "question": "Was it sent?",
        "outcome": "answered_with_cuts",
        "reply": "According to our Delivery article › Times:\nIt was sent.\n\nI passed it on.",
        "why": "1 of 2 sentences were cut",
        "claims": [
            {"text": "It was sent.", "label": "supported", "cut": False},
            {"text": "Also, it is blue.", "label": "supported", "cut": False},
            {"text": "It is free.", "label": "refuted", "cut": True},
            {"text": "Hello!", "label": "not_checkworthy", "cut": True},
            {"text": "It was  SENT.", "label": "not_enough_info", "cut": True},
        ],
        "citations": [
            {"article": "delivery", "heading_path": ["Delivery", "Times"], "passage_id": "delivery#1"},
            {"article": "delivery", "heading_path": ["Delivery", "Times"], "passage_id": "delivery#2"},
        ],
        "handoff": {"reason": "unsupported_claim", "notice": "I passed it on.", "packet": {}, "state": {}},
    }
    return TurnResult.model_validate({**known, **changes})


def test_expectations_are_what_was_answered() -> None:
    assert expected(turn()) == Expect(
        outcome="answered_with_cuts",
        contains=("It was sent.",),
        not_contains=("It is free.",),
        cites=("delivery › Times",),
        handoff="unsupported_claim",
    )


def test_part_of_a_sentence_stands_for_the_sentence() -> None:
    whole = "It was sent and it is free."
    parts = [
        {"text": "It was sent.", "sentence": whole, "label": "supported", "cut": False},
        {"text": "It is free.", "sentence": whole, "label": "refuted", "cut": True},
    ]
    found = expected(turn(claims=parts))
    assert (found.contains, found.not_contains) == ((), (whole,))


def test_customer_lines_up_to_the_turn_are_said_again() -> None:
    before = [Message(role="customer", text="Hi"), Message(role="assistant", text="Hello!")]
    case = as_case(turn(use_knowledge=False), before)
    assert case.turns == (Turn(say="Hi"), Turn(say="Was it sent?", expect=expected(turn())))
    assert (case.customer, case.today, case.articles, case.name) == ("C-1", date(2026, 11, 29), False, "Was it sent?")
    assert "aa11" in case.why


def test_long_question_makes_a_short_name_and_an_empty_one_the_turns() -> None:
    assert len(as_case(turn(question="word " * 50), ()).name) <= 60
    assert as_case(turn(question=" "), ()).name == "turn aa11"
