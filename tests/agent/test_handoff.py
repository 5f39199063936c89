"""A handoff tells the customer something, the person everything, and says what changes."""

from __future__ import annotations

from typing import get_args

import pytest

from agent.deciding import TurnSoFar
from agent.gathering import Gathered, Turn
from agent.grounding.grounder import Grounded
from agent.grounding.safe_cut import CutResult
from agent.handoff import NOTICES, HandoffWriter, failure_handoff
from agent.routing import Route
from agent.types import Claim, Decided, Draft, Evidence, EvidenceRef, HandoffReason, Verdict
from tests.agent.shop import TODAY

STATUS = Evidence(
    evidence_id="ORD-1/status",
    source="order",
    trust="verified",
    owner="ORD-1",
    field="status",
    text="Order ORD-1 has been shipped.",
)
NOTE = Evidence(
    evidence_id="ORD-1/note", source="customer", trust="user", owner="ORD-1", field="note", text="It came broken."
)
PROVED = Verdict(
    claim=Claim(index=0, text="It was shipped.", start=0, end=15),
    label="supported",
    tier="exact",
    confidence=1.0,
    reason="word for word",
    evidence=(EvidenceRef(source="order", id="ORD-1/status", trust="verified", quote=STATUS.text),),
)
INVENTED = Verdict(
    claim=Claim(index=1, text="It is free.", start=16, end=27),
    label="not_enough_info",
    tier="person",
    confidence=0.0,
    reason="no tier could prove it",
)
SO_FAR = TurnSoFar(
    turn=Turn(customer_id="C-1", today=TODAY),
    route=Route(kind="question"),
    gathered=Gathered(evidence=(STATUS, NOTE), notes=("The help articles are switched off.",)),
    draft=Draft(text="It was shipped. It is free.", drafter="test"),
    grounded=Grounded(
        verdicts=(PROVED, INVENTED), cut=CutResult(text="It was shipped.", kept=(0,), cut=(1,), answers=True)
    ),
)
CUT = Decided(outcome="answered_with_cuts", text="It was shipped.", reason="unsupported_claim", why="1 of 2 were cut")
HANDOFF = HandoffWriter().write("Where is it?", CUT, SO_FAR)


@pytest.mark.parametrize("reason", get_args(HandoffReason))
def test_every_reason_has_words_for_the_customer(reason: HandoffReason) -> None:
    assert NOTICES[reason].strip()


def test_packet_holds_all_that_a_person_needs() -> None:
    wanted = {"question", "verified_facts", "customer_asserted", "cut_claims", "tried", "missing", "suggested_reply"}
    assert wanted <= set(HANDOFF.packet)
    assert (HANDOFF.packet["question"], HANDOFF.packet["suggested_reply"]) == ("Where is it?", "It was shipped.")


def test_packet_says_what_was_cut_by_which_tier_and_why() -> None:
    assert HANDOFF.packet["cut_claims"] == [
        {"text": "It is free.", "label": "not_enough_info", "tier": "person", "why": "no tier could prove it"}
    ]


def test_packet_keeps_verified_and_asserted_apart() -> None:
    assert HANDOFF.packet["customer_asserted"] == ["It came broken."]
    facts = [fact["text"] for fact in HANDOFF.packet["verified_facts"]]
    assert facts == ["It was shipped.", "Order ORD-1 has been shipped."]


def test_packet_says_what_was_tried() -> None:
    assert "The help articles are switched off." in HANDOFF.packet["tried"]


def test_conversation_waits_for_a_person() -> None:
    assert HANDOFF.state["status"] == "waiting_for_person"


def test_words_of_a_topic_replace_those_of_the_reason() -> None:
    decided = Decided(outcome="handed_off", reason="policy_topic", notice="Stop using it.", why="topic")
    assert HandoffWriter().write("Smoke!", decided, SO_FAR).notice == "Stop using it."


def test_failure_tells_the_cause_to_the_person_only() -> None:
    handoff = failure_handoff("Where is it?", ValueError("10.0.0.7 refused"))
    assert "10.0.0.7" in handoff.packet["missing"]
    assert handoff.notice == NOTICES["failure"]
