"""The same sentence with its values written another way is proved; with one value or word changed it is not."""

from __future__ import annotations

from datetime import date

import pytest

from agent.claims import ClaimSplitter
from agent.grounding.exact import ExactTier
from agent.types import Evidence

TODAY = date(2026, 11, 30)


def label(evidence: str, claim: str) -> tuple[str, str] | None:
    item = Evidence(evidence_id="a#1", source="article", trust="retrieved", text=evidence)
    (verdict,) = ExactTier(today=TODAY).settle(ClaimSplitter().split(claim, TODAY), [item])
    return (verdict.label, verdict.tier or "") if verdict else None


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("We keep the parcel for 14 days.", "We keep the parcel for two weeks."),
        ("We keep the parcel for 14 days.", "We keep the parcel for fourteen days."),
        ("We keep the parcel for 48 hours.", "We keep the parcel for 2 days."),
        ("The label costs 4.50 USD.", "The label costs $4.50."),
        ("The label costs 45.00 USD.", "The label costs 45 USD."),
        ("Prints over 1000 EUR are insured.", "Prints over 1,000 EUR are insured."),
        ("The rule holds from 2026-12-01.", "The rule holds from 1 December 2026."),
        ("The rule holds from 2026-12-01.", "The rule holds from December 1, 2026."),
        ("Orders before 5 pm leave the same day.", "Orders before 17:00 leave the same day."),
        ("Gift cards cannot be refunded.", "Gift cards can't be refunded."),
        ("Gift cards are not refunded.", "Gift cards aren't refunded."),
        ("You will get an e-mail.", "You'll get an e-mail."),
        ("We have a shop in Bergen.", "We've a shop in Bergen."),
        ("Members get 10 % off.", "Members get 10% off."),
        (
            "If a plant arrived damaged, we replace it, but only if you report it within 7 days of delivery.",
            "If a plant arrived damaged, we replace it, but only if you report it within a week of delivery.",
        ),
    ],
)
def test_other_notation_is_proved_exactly(evidence: str, claim: str) -> None:
    assert label(evidence, claim) == ("supported", "exact")


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("We keep the parcel for 14 days.", "We keep the parcel for three weeks."),
        ("We keep the parcel for 14 days.", "We keep the parcel for 14 business days."),
        ("We keep the parcel for 30 days.", "We keep the parcel for a month."),
        ("We keep the parcel for up to 14 days.", "We keep the parcel for two weeks."),
        ("The label costs 4.50 USD.", "The label costs 4.50 EUR."),
        ("The label costs 4.50 USD.", "The label costs $45."),
        ("The rule holds from 2026-12-01.", "The rule holds until 1 December 2026."),
        ("The rule holds from 2026-12-01.", "The rule holds from 12 January 2026."),
        ("Orders before 5 pm leave the same day.", "Orders before 5 am leave the same day."),
        ("Orders before 5 pm leave the same day.", "Orders after 5 pm leave the same day."),
        ("Gift cards cannot be refunded.", "Gift cards can be refunded."),
        ("Gift cards can be refunded.", "Gift cards can't be refunded."),
        ("We keep the parcel for 14 days.", "We keep the parcel for two weeks?"),
        ("We keep 2 parcels for 3 days.", "We keep 3 parcels for 2 days."),
        ("You pay us within 14 days.", "We pay you within two weeks."),
        ("Members get 10 % off.", "Members get 10 off."),
    ],
)
def test_other_value_bound_unit_or_word_is_not(evidence: str, claim: str) -> None:
    found = label(evidence, claim)
    assert found is None or found[0] != "supported"


def test_condition_that_follows_in_the_source_is_still_needed() -> None:
    text = "Lamps are refunded within 14 days. Only if they are unopened."
    found = label(text, "Lamps are refunded within two weeks.")
    assert found is None or found[0] != "supported"


def test_lead_in_that_limits_is_still_needed() -> None:
    found = label("Never refunded:\n- cards older than 14 days", "- cards older than two weeks")
    assert found is None or found[0] != "supported"


def test_what_an_article_says_proves_nothing_of_an_order() -> None:
    found = label("Order ORD-70001 arrives in 14 days.", "Order ORD-70001 arrives in two weeks.")
    assert found is None or found[0] != "supported"
