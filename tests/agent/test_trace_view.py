"""A turn reads in order at any width, and what was cut says why."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agent.actions.proposals import Proposal
from agent.trace_view import TraceView, listed
from agent.types import TurnResult

CLAIM = {
    "text": "Order ORD-1 was delivered on 2026-11-21 to the address that you gave us with the order.",
    "label": "supported",
    "tier": "exact",
    "confidence": 1.0,
    "reason": "Word for word in ORD-1/delivered_on.",
    "owner": "ORD-1",
    "evidence": [{"source": "order", "id": "ORD-1/delivered_on", "trust": "verified", "quote": "Order ORD-1 was …"}],
    "cut": False,
}
CUT = {
    **CLAIM,
    "text": "It is free.",
    "label": "not_enough_info",
    "evidence": [],
    "reason": "nothing near",
    "cut": True,
}
HELLO = {**CLAIM, "text": "Hello!", "label": "not_checkworthy", "tier": None, "owner": None, "evidence": []}
HIT = {"passage_id": "delivery#1", "rerank": 1.25, "fused": 0.0325, "dense": None, "bm25": 2.0}
ITEM = {"label": "E1", "id": "delivery#1", "trust": "retrieved", "score": 0.5, "tokens": 40, "text": "Ten days."}


def turn(**changes: Any) -> TurnResult:
    known = {
        "turn_id": "aa11",
        "conversation_id": "c",
        "customer_id": "C-1",
        "asked_at": "2026-11-30T10:00:00",
        "question": "Was ORD-1 delivered? I have been waiting for it for more than two weeks and nobody answers me.",
        "outcome": "answered_with_cuts",
        "reply": "Order ORD-1 was delivered on 2026-11-21.\n\nI have passed it on.",
        "claims": [HELLO, CLAIM, CUT],
        "handoff": {
            "reason": "unsupported_claim",
            "notice": "I have passed it on.",
            "packet": {
                "missing": "Proof of: “It is free.”",
                "tried": ["searched the articles"],
                "customer_asserted": [{"text": "I have been waiting."}, "an older packet's line"],
                "verified_facts": [],
                "suggested_reply": "Delivered.\n\n[to be confirmed: the fee]",
            },
            "state": {},
        },
        "context": {
            "budget": 100,
            "used": 60,
            "items": [ITEM],
            "dropped": [{"id": "x#1", "reason": "below the floor"}],
        },
        "timings_ms": {"draft": 1.5},
        "why": "1 of 3 sentences were cut",
        "route": {"kind": "question", "about_one_order": True, "order_ids": ["ORD-1"]},
        "searched": [
            {"query": "ord-1", "also": ["delivered"], "hits": [HIT] * 7, "allowed": 76, "reranker": "reranker-1"}
        ],
        "draft": {"drafter": "test", "text": "Hello! It is free."},
        "decision": {"decision": {"outcome": "refused", "rule": "refund-1"}},
        "notes": ["A note."],
        "models": {"embedder": "tiny"},
        "made_with": {"index": "s1"},
    }
    return TurnResult.model_validate({**known, **changes})


def read(result: TurnResult, width: int | None = None) -> str:
    return "\n".join(TraceView(width).lines(result))


@pytest.mark.parametrize("width", [40, 60, 80])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    assert max(len(line) for line in TraceView(width).lines(turn())) <= width


@pytest.mark.parametrize("width", [60, 80])
def test_any_width_holds_the_same_words(width: int) -> None:
    assert read(turn(), width).split() == read(turn()).split()


def test_stages_stand_in_the_order_in_which_they_happened() -> None:
    titles = [line for line in TraceView().lines(turn()) if line and not line.startswith(" ")]
    assert titles == [
        "turn aa11, 2026-11-30T10:00:00, C-1",
        "asked",
        "routed",
        "looked for",
        "shown",
        "drafted by test, unverified",
        "claims",
        "decided",
        "sent",
        "handed over: unsupported_claim",
        "took",
        "with",
    ]


PROPOSAL: dict[str, Any] = {
    "kind": "refund",
    "conversation_id": "c",
    "customer_id": "C-1",
    "order_id": "ORD-1",
    "order_seen": "0",
    "asked_on": "2026-11-30",
    "currency": "USD",
    "amount": "9.00",
    "whole": True,
}
PLACE = {
    "line1": "[address]",
    "city": "Berlin",
    "state": None,
    "postcode": "[address]",
    "country": "DE",
}


@pytest.mark.parametrize(
    ("kept", "changes", "said"),
    [
        ("A-3f9c01d2ab", {"kind": "address", "address": PLACE}, "put before a person as A-3f9c01d2ab: waiting"),
        ("", {"kind": "address", "address": PLACE}, "put before a person: waiting"),
        ("", {}, f"put before a person as {Proposal.model_validate_json(json.dumps(PROPOSAL)).reference}: waiting"),
    ],
)
def test_reference_is_the_one_that_was_kept_and_never_made_of_a_street_that_is_gone(
    kept: str, changes: dict[str, Any], said: str
) -> None:
    approval = {"proposal": {**PROPOSAL, **changes}, "state": "waiting", "expires_on": "2026-12-14"}
    found = read(turn(decision={"proposal": approval["proposal"], "approval": approval, "reference": kept}))
    assert f"{said}, until 2026-12-14" in found


def test_claim_has_its_verdict_its_reason_and_the_words_of_its_evidence() -> None:
    assert list(TraceView().claims(turn(claims=[HELLO, CUT, CLAIM]))) == [
        "",
        "claims",
        "  1. not checkworthy",
        "     Hello!",
        "     because Word for word in ORD-1/delivered_on.",
        "  2. CUT, not enough info, by the exact tier, score 1, of ORD-1",
        "     It is free.",
        "     because nothing near",
        "  3. supported, by the exact tier, score 1, of ORD-1",
        f"     {CLAIM['text']}",
        "     because Word for word in ORD-1/delivered_on.",
        "     see ORD-1/delivered_on (verified): “Order ORD-1 was …”",
    ]


def test_searches_orders_rules_and_the_packet_are_all_told() -> None:
    printed = read(turn())
    for part in (
        "question, about one order, order ORD-1",
        "“ord-1”, “delivered”: 7 found of 76 passages, reranker-1",
        "1. delivery#1, rerank 1.250, fused 0.033, bm25 2.000",
        "and 2 more",
        "A note.",
        "E1 delivery#1 (retrieved), score 0.500, 40 tokens",
        "dropped x#1: below the floor",
        "60 of 100 tokens",
        "Gatekeeper: refused by rule refund-1",
        "missing: Proof of: “It is free.”",
        "tried: searched the articles",
        "the customer says, not verified: I have been waiting.",
        "the customer says, not verified: an older packet's line",
        "[to be confirmed: the fee]",
        "draft 1.5 ms",
        "embedder tiny, index s1",
    ):
        assert part in printed


def test_turn_that_ended_early_shows_only_what_there_was() -> None:
    bare = turn(
        claims=[], context={}, draft={}, searched=[], notes=[], handoff=None, decision=None, route={}, timings_ms={}
    )
    titles = [line for line in TraceView().lines(bare) if line and not line.startswith(" ")]
    assert titles[1:] == ["asked", "shown", "claims", "decided", "sent", "with"]
    assert "No claim was made." in read(bare)


def test_part_of_a_sentence_and_a_change_to_the_draft_are_shown() -> None:
    part = {**CUT, "sentence": "It is blue and free."}
    edit = {"start": 0, "end": 0, "text": " Only for members.", "why": "a condition was left out"}
    printed = read(turn(claims=[part], grounding={"edits": [edit]}))
    assert "part of: It is blue and free." in printed
    assert "changed in the draft\n  a condition was left out: “Only for members.”" in printed


def test_draft_that_was_declined_says_why() -> None:
    assert "declined: nothing answers" in read(
        turn(draft={"drafter": "test", "text": "", "declined": "nothing answers"})
    )


def test_list_has_two_lines_a_turn_and_shortens_the_question() -> None:
    row = {
        "turn_id": "aa11",
        "asked_at": "2026-11-30T10:00:00.000+00:00",
        "outcome": "handed_off",
        "handoff": "no_evidence",
        "question": "How long will\nmy refund take?",
    }
    assert list(listed([row])) == [
        "aa11  2026-11-30 10:00  handed_off (no_evidence)",
        "  How long will my refund take?",
    ]
    assert list(listed([row], width=12))[1] == "  How long…"
    assert next(listed([{**row, "handoff": None}])).endswith("handed_off")
