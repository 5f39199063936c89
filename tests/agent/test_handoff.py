"""A handoff tells the customer something, the person everything, and says what changes."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import get_args

import pytest

from agent.actions.acting import Acted
from agent.actions.proposals import Proposal
from agent.decisions.so_far import TurnSoFar
from agent.gathering import Gathered, Turn
from agent.grounding.grounder import Grounded
from agent.grounding.safe_cut import CutResult
from agent.handoff import NOTICES, HandoffWriter, failure_handoff
from agent.packet import Packet
from agent.routing import Route
from agent.types import Claim, Decided, Draft, Evidence, EvidenceRef, HandoffReason, Verdict
from policies.types import Decision
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
QUESTION = "Where is it? My mug came broken."
HANDOFF = HandoffWriter().write(QUESTION, CUT, SO_FAR)


@pytest.mark.parametrize("reason", get_args(HandoffReason))
def test_every_reason_has_words_for_the_customer(reason: HandoffReason) -> None:
    assert NOTICES[reason].strip()


@pytest.mark.parametrize("reason", get_args(HandoffReason))
def test_every_reason_gives_a_packet_that_a_person_can_go_on_with(reason: HandoffReason) -> None:
    decided = Decided(outcome="handed_off", reason=reason, why="so it was decided")
    bare = TurnSoFar(turn=Turn(customer_id=None, today=TODAY), route=Route(kind="question"))
    for so_far in (bare, SO_FAR):
        handoff = HandoffWriter().write(QUESTION, decided, so_far)
        packet = Packet.model_validate(handoff.packet)
        assert (packet.question, handoff.state["reason"]) == (QUESTION, reason)
        assert packet.customer_asserted[0].text == "My mug came broken."
        assert "so it was decided" in packet.missing
        assert packet.tried
        assert "[to be " in packet.suggested_reply
        assert "It is free." not in packet.suggested_reply


def test_reply_that_is_suggested_has_the_proved_sentences_and_a_blank_for_the_rest() -> None:
    assert HANDOFF.packet["suggested_reply"] == (
        "It was shipped.\n\n[to be confirmed: the answer to “Where is it? My mug came broken.”]"
    )
    assert HANDOFF.packet["already_sent"] == "It was shipped."


def test_packet_says_what_was_cut_by_which_tier_and_why() -> None:
    assert HANDOFF.packet["cut_claims"] == [
        {
            "text": "It is free.",
            "label": "not_enough_info",
            "tier": "person",
            "why": "no tier could prove it",
            "nearest": [],
        }
    ]


def test_cut_claim_stands_beside_the_words_that_refute_it() -> None:
    refuted = INVENTED.model_copy(update={"label": "refuted", "tier": "exact", "evidence": PROVED.evidence})
    (claim,) = packet_of(refuted).cut_claims
    assert (claim.nearest[0].where, claim.nearest[0].quote) == ("order ORD-1, status", "Order ORD-1 has been shipped.")


def test_cut_claim_without_evidence_stands_beside_the_nearest_words() -> None:
    fees = Evidence(
        evidence_id="fees#0",
        source="article",
        trust="retrieved",
        text="We charge nothing for gifts. Delivery of heavy parcels costs 9.00 USD.",
        heading_path=("Fees", "Delivery"),
        effective_from=date(2026, 9, 1),
    )
    claim = Claim(index=1, text="Delivery of heavy parcels is on us.", start=16, end=51)
    (found,) = packet_of(INVENTED.model_copy(update={"claim": claim}), fees).cut_claims
    (nearest,) = found.nearest
    assert (nearest.where, nearest.quote) == ("Fees › Delivery", "Delivery of heavy parcels costs 9.00 USD.")
    assert nearest.dated == "2026-09-01"


def test_conflict_names_both_passages() -> None:
    sources = [Evidence(evidence_id=f"a#{n}", source="article", trust="retrieved", text=f"{n} days.") for n in (3, 5)]
    refs = tuple(EvidenceRef(source="article", id=one.evidence_id, trust=one.trust, quote=one.text) for one in sources)
    (claim,) = packet_of(INVENTED.model_copy(update={"evidence": refs}), *sources).cut_claims
    assert [(one.id, one.quote) for one in claim.nearest] == [("a#3", "3 days."), ("a#5", "5 days.")]


def test_proved_sentence_that_fell_with_its_neighbour_is_no_fact_and_says_why_it_fell() -> None:
    packet = packet_of(PROVED.model_copy(update={"claim": INVENTED.claim}))
    assert packet.cut_claims[0].why.startswith("proved, but it would mean something else")
    assert "It is free." not in [fact.text for fact in packet.verified_facts]


def test_facts_name_their_words_place_and_day() -> None:
    facts = {fact["text"]: fact for fact in HANDOFF.packet["verified_facts"]}
    assert list(facts) == ["Order ORD-1 has been shipped.", "It was shipped."]
    assert facts["It was shipped."]["evidence"] == ["ORD-1/status"]
    assert facts["It was shipped."]["sources"] == [
        {
            "id": "ORD-1/status",
            "source": "order",
            "trust": "verified",
            "where": "order ORD-1, status",
            "quote": "Order ORD-1 has been shipped.",
            "dated": "2026-11-30",
        }
    ]


def test_what_the_customer_says_is_kept_apart_in_their_own_words() -> None:
    assert HANDOFF.packet["customer_asserted"] == [
        {"text": "My mug came broken.", "said_in": "this message", "verified": False},
        {"text": "It came broken.", "said_in": "the note on order ORD-1", "verified": False},
    ]


def test_packet_says_what_was_tried() -> None:
    assert "The help articles are switched off." in HANDOFF.packet["tried"]


def test_refund_that_waits_for_approval_says_what_to_decide() -> None:
    proposal = Proposal(
        kind="refund",
        conversation_id="c",
        customer_id="C-1",
        order_id="ORD-1",
        order_seen="",
        asked_on=TODAY,
        currency="USD",
        amount=Decimal("86.40"),
        whole=True,
        reason="damaged",
    )
    decision = Decision(outcome="approval_needed", rule="refund-1", reason="Above the limit.")
    acted = Acted(step="for_a_person", order_id="ORD-1", proposal=proposal, decision=decision)
    so_far = SO_FAR.model_copy(update={"certified": acted, "grounded": None})
    decided = Decided(outcome="handed_off", reason="approval_needed", why="Gatekeeper")
    packet = HandoffWriter().write("Refund ORD-1, please.", decided, so_far).packet
    assert packet["missing"] == "A decision on a refund of 86.40 USD for order ORD-1. (Gatekeeper)"
    assert packet["suggested_reply"] == "[to be decided: a refund of 86.40 USD for order ORD-1]"
    assert "asked the Gatekeeper: approval_needed by rule refund-1: Above the limit." in packet["tried"]


def test_conversation_waits_for_a_person() -> None:
    assert HANDOFF.state["status"] == "waiting_for_person"


def test_words_of_a_topic_replace_those_of_the_reason() -> None:
    decided = Decided(outcome="handed_off", reason="policy_topic", notice="Stop using it.", why="topic")
    assert HandoffWriter().write("Smoke!", decided, SO_FAR).notice == "Stop using it."


def test_failure_tells_the_cause_to_the_person_only() -> None:
    handoff = failure_handoff("Where is it? It came broken.", ValueError("10.0.0.7 refused"))
    packet = Packet.model_validate(handoff.packet)
    assert "10.0.0.7" in packet.missing
    assert [one.text for one in packet.customer_asserted] == ["It came broken."]
    assert packet.suggested_reply == "[to be confirmed: the answer to “Where is it? It came broken.”]"
    assert handoff.notice == NOTICES["failure"]


def packet_of(cut: Verdict, *evidence: Evidence) -> Packet:
    """The packet of a turn of which one sentence was kept and `cut` was not."""
    assert SO_FAR.grounded is not None
    grounded = SO_FAR.grounded.model_copy(update={"verdicts": (PROVED, cut)})
    gathered = Gathered(evidence=(STATUS, NOTE, *evidence))
    so_far = SO_FAR.model_copy(update={"grounded": grounded, "gathered": gathered})
    return Packet.model_validate(HandoffWriter().write(QUESTION, CUT, so_far).packet)
