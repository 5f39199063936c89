"""A tier's verdict beyond what it may settle is told apart from one within."""

from __future__ import annotations

import pytest

from agent.grounding.remits import overstepped, states_order_value
from agent.types import Claim, Label, TierName, Verdict


def verdict(label: Label, text: str = "It is free.", owner: str | None = None) -> Verdict:
    claim = Claim(index=0, text=text, start=0, end=len(text), owner=owner)
    return Verdict(claim=claim, label=label, confidence=1.0, reason="test")


@pytest.mark.parametrize(
    ("tier", "allowed"),
    [
        ("exact", {"supported", "refuted", "not_enough_info"}),
        ("embedding", {"supported", "not_enough_info"}),
        ("nli", {"supported", "refuted"}),
        ("judge", {"supported", "refuted", "not_enough_info"}),
        ("person", {"not_enough_info"}),
    ],
)
def test_each_tier_gives_only_the_verdicts_of_its_remit(tier: TierName, allowed: set[Label]) -> None:
    labels: tuple[Label, ...] = ("supported", "refuted", "not_enough_info")
    assert {label for label in labels if overstepped(tier, verdict(label)) is None} == allowed


@pytest.mark.parametrize(
    ("tier", "may"), [("exact", True), ("embedding", True), ("nli", False), ("judge", False), ("person", False)]
)
def test_value_of_an_order_is_proved_only_by_tiers_that_compare_values(tier: TierName, may: bool) -> None:
    about = verdict("supported", "ORD-1 cost 45 USD.", "ORD-1")
    assert (overstepped(tier, about) is None) is may


def test_reason_names_the_tier_and_what_it_tried() -> None:
    assert overstepped("embedding", verdict("refuted")) == "the embedding tier may not settle a claim as refuted"
    about = verdict("supported", "ORD-1 cost 45 USD.", "ORD-1")
    assert overstepped("judge", about) == "the judge tier may not prove a value of an order"


@pytest.mark.parametrize(
    ("text", "owner", "states"),
    [
        ("ORD-1 was delivered.", "ORD-1", False),
        ("ORD-1 was delivered on 3 March.", "ORD-1", True),
        ("Refunds take 5 days.", None, False),
    ],
)
def test_id_of_the_order_is_no_value_of_it(text: str, owner: str | None, states: bool) -> None:
    assert states_order_value(Claim(index=0, text=text, start=0, end=len(text), owner=owner)) is states
