"""Only evidence of a proving class and of the claim's own order may prove; the last rung is a person."""

from __future__ import annotations

import pytest

from agent.grounding.tiers import PersonTier, may_prove
from agent.types import Claim, Evidence
from knowledge.types import Trust


def claim(text: str = "It is free.", owner: str | None = None) -> Claim:
    return Claim(index=0, text=text, start=0, end=len(text), owner=owner)


def evidence(trust: Trust = "retrieved", owner: str | None = None) -> Evidence:
    return Evidence(evidence_id="x", source="article", trust=trust, owner=owner, text="It is free.")


@pytest.mark.parametrize(
    ("trust", "proves"),
    [("system", True), ("verified", True), ("retrieved", True), ("user", False), ("model", False)],
)
def test_words_of_a_customer_or_a_model_prove_nothing(trust: Trust, proves: bool) -> None:
    assert may_prove(evidence(trust), claim()) is proves


@pytest.mark.parametrize(
    ("of_evidence", "of_claim", "proves"),
    [("ORD-1", "ORD-1", True), ("ORD-1", "ORD-2", False), (None, "ORD-1", False), ("ORD-1", None, False)],
)
def test_evidence_speaks_for_its_own_order_only(of_evidence: str | None, of_claim: str | None, proves: bool) -> None:
    assert may_prove(evidence(owner=of_evidence), claim(owner=of_claim)) is proves


def test_what_stays_open_waits_for_a_person_and_says_why() -> None:
    (verdict,) = PersonTier("no verifier is installed").settle([claim()], [evidence()])
    assert verdict is not None
    assert (verdict.label, verdict.tier, verdict.confidence) == ("not_enough_info", "person", 0.0)
    assert verdict.reason == "no verifier is installed"


def test_nothing_open_needs_no_person() -> None:
    assert PersonTier("x").settle([], [evidence()]) == []
