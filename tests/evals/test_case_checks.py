"""Each expectation is met by a record that has it, and told with what was got by one that has not."""

from __future__ import annotations

from typing import Any

import pytest

from agent.case_expect import Expect
from agent.types import Citation, Handoff, TurnResult
from evals.case_checks import TurnChecks

PROPOSAL = {"kind": "refund", "order_id": "ORD-1", "amount": "34.00"}
CLAIM = {
    "text": "It takes 5 days.",
    "sentence": "It takes 5 days.",
    "label": "supported",
    "cut": False,
    "evidence": [{"id": "refunds#2"}],
}
CUT = {
    "text": "It takes an hour.",
    "sentence": "It takes an hour.",
    "label": "not_enough_info",
    "cut": True,
    "evidence": [],
}


def turn(**changes: Any) -> TurnResult:
    known: dict[str, Any] = {
        "turn_id": "t1",
        "conversation_id": "c",
        "asked_at": "2026-11-30T10:00:00.000+00:00",
        "question": "How long?",
        "outcome": "answered_with_cuts",
        "reply": "It takes\n5 days.",
        "citations": (Citation(article="refunds", heading_path=("Refunds", "When"), passage_id="refunds#2"),),
        "claims": (CLAIM, CUT),
        "searched": ({"hits": [{"passage_id": "refunds#2"}]},),
        "context": {"used": 900, "items": [{"id": "refunds#2"}, {"id": "ORD-1/status"}]},
        "intake": {"removed": ["card"]},
        "timings_ms": {"ground": 80.0, "gather": 40.0},
        "spent": {"input_tokens": 700, "output_tokens": 50},
        "decision": {"proposal": PROPOSAL, "order_id": "ORD-1", "decision": {"outcome": "certified"}, "step": "asks_yes"},
    }  # fmt: skip
    return TurnResult.model_validate(known | changes)


def missed(expect: dict[str, Any], found: TurnResult | None = None, *, latency: bool = False) -> list[str]:
    checks = TurnChecks(lambda turn, text: None if text == "near" else "0.10", latency)
    return [key for key, _, _ in checks.misses(Expect.model_validate(expect), found or turn())]


MET: list[dict[str, Any]] = [
    {"outcome": "answered_with_cuts"},
    {"outcome": ["answered", "answered_with_cuts"]},
    {"contains": "IT TAKES 5 days"},
    {"matches": r"\d+ days\.$"},
    {"means": "near"},
    {"not_contains": "hour"},
    {"cites": ["refunds", "refunds › When"]},
    {"not_cites": "refund"},
    {"proved_by": ["refunds", "refunds#2"]},
    {"cut": "an hour"},
    {"handoff": "none"},
    {"reply": "It takes\n5 days."},
    {"actions": ["refund of order ORD-1: certified"]},
    {"action": {"kind": "refund", "status": "proposed", "order": "ORD-1", "amount": "34.00"}},
    {"action": "certified"},
    {"retrieved": "refunds", "not_retrieved": "refund"},
    {"shown": ["ORD-1", "ORD-1/status", "refunds#2"], "not_shown": "gifts"},
    {"removed": ["card"]},
    {"tokens": {"context": 900, "model": 750}},
    {"latency_ms": 120},
]

UNMET: list[tuple[str, dict[str, Any]]] = [
    ("outcome", {"outcome": "answered"}),
    ("outcome", {"outcome": ["declined", "asked_back"]}),
    ("contains", {"contains": "6 days"}),
    ("matches", {"matches": "it takes"}),
    ("means", {"means": "far"}),
    ("not_contains", {"not_contains": "5 DAYS"}),
    ("cites", {"cites": "refunds › Who"}),
    ("not_cites", {"not_cites": "refunds"}),
    ("proved_by", {"proved_by": "gifts"}),
    ("cut", {"cut": "5 days"}),
    ("cut", {"cut": "none"}),
    ("handoff", {"handoff": "any"}),
    ("handoff", {"handoff": "distress"}),
    ("reply", {"reply": "It takes 5 days."}),
    ("actions", {"actions": []}),
    ("action", {"action": "executed"}),
    ("action", {"action": "none"}),
    ("action", {"action": {"status": "certified", "amount": "35.00"}}),
    ("retrieved", {"retrieved": "gifts"}),
    ("not_retrieved", {"not_retrieved": "refunds"}),
    ("shown", {"shown": "ORD-2"}),
    ("not_shown", {"not_shown": "ORD-1"}),
    ("removed", {"removed": []}),
    ("tokens.context", {"tokens": {"context": 899}}),
    ("tokens.model", {"tokens": {"model": 749}}),
    ("latency_ms", {"latency_ms": 119}),
]


@pytest.mark.parametrize("expect", MET, ids=lambda one: str(one))
def test_what_is_there_is_met(expect: dict[str, Any]) -> None:
    assert missed(expect, latency=True) == []


@pytest.mark.parametrize(("key", "expect"), UNMET, ids=lambda one: str(one))
def test_what_is_not_there_is_told(key: str, expect: dict[str, Any]) -> None:
    assert missed(expect, latency=True) == [key]


def test_time_is_looked_at_only_where_it_is_asked_for() -> None:
    assert missed({"latency_ms": 1}) == []


def test_reason_of_a_handoff_is_one_of_several() -> None:
    handoff = Handoff(reason="distress", notice="A colleague.", packet={}, state={})
    found = turn(handoff=handoff.model_dump())
    assert missed({"handoff": ["distress", "loop"]}, found) == []
    assert missed({"handoff": "any"}, found) == []
    assert missed({"handoff": "none"}, found) == ["handoff"]


@pytest.mark.parametrize(
    ("decision", "status"),
    [
        ({"record": {"outcome": "done", "reference": "A-1"}}, "executed"),
        ({"record": {"outcome": "refused", "reference": "A-1"}}, "not_done"),
        ({"decision": {"outcome": "refused"}}, "refused"),
        ({"decision": {"outcome": "approval_needed"}}, "approval_needed"),
        ({"step": "left"}, "left"),
        ({"step": "declined"}, "declined"),
    ],
)
def test_status_of_an_action_is_what_was_recorded(decision: dict[str, Any], status: str) -> None:
    found = turn(decision={"proposal": PROPOSAL, "order_id": "ORD-1", **decision})
    assert missed({"action": status}, found) == []
    assert missed({"action": "certified"}, found) == ["action"]


def test_turn_without_an_action_has_none() -> None:
    assert missed({"action": "none", "actions": []}, turn(decision=None)) == []
