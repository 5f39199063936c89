"""Headings that say for whom or when are told from those that name a topic."""

from __future__ import annotations

import pytest

from agent.grounding.limiting_headings import cited, is_named, limiting_heading
from agent.types import Evidence

FREE = "Shipping is free."


@pytest.mark.parametrize(
    "heading",
    [
        "Orders above 100 USD",
        "For members only",
        "Online customers only",
        "Customers in the US",
        "Gold members",
        "Students",
        "In the EU",
        "Orders to Hawaii",
        "Shipping to Hawaii",
        "Items bought on sale",
        "Orders without a receipt",
        "Parcels over 20 kg",
        "If an order comes in several parcels",
    ],
)
def test_heading_that_says_for_whom_or_when_limits(heading: str) -> None:
    assert limiting_heading(("Shipping", heading), FREE) == heading


@pytest.mark.parametrize(
    "heading",
    [
        "Methods, times and prices",
        "Where we cannot ship",
        "How long it takes for members",
        "Orders in several parcels",
        "Our customers",
        "Your account",
        "Return to your cart",
        "Order from the app",
        "Refunds and lost cards",
        "Is it only for members?",
    ],
)
def test_heading_that_names_a_topic_limits_nothing(heading: str) -> None:
    assert limiting_heading(("Shipping", heading), FREE) is None


def test_innermost_limit_counts() -> None:
    assert limiting_heading(("Shipping", "For members", "In the EU", "Prices"), FREE) == "In the EU"


def test_fault_in_a_heading_does_not_limit_the_steps_that_mend_it() -> None:
    path = ("Lamps", "If the lamp flickers")
    assert limiting_heading(path, "Unplug the lamp.") is None
    assert limiting_heading(path, "2. You can unplug the lamp.") is None
    assert limiting_heading(path, "You can have it repaired.") == "If the lamp flickers"
    assert limiting_heading(("If the lamp flickers",), "You can have it repaired.") is None


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [
        ("Orders above 100 USD", "Orders above 100 USD ship free."),
        ("For members only", "Members get free shipping."),
        ("Customers in the US", "In the US shipping is free."),
        ("For members only", "According to our Shipping article › For members only: It is free."),
    ],
)
def test_heading_is_named_by_its_words_or_by_a_citation(heading: str, sentence: str) -> None:
    assert is_named(heading, sentence)


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [
        ("Orders above 100 USD", "Orders above 50 USD ship free."),
        ("Customers in the US", "Customers tell us that shipping is free."),
        ("For members only", "Shipping is free."),
    ],
)
def test_other_number_or_place_names_no_heading(heading: str, sentence: str) -> None:
    assert not is_named(heading, sentence)


def under(*path: str) -> Evidence:
    return Evidence(evidence_id="a#0", source="article", trust="retrieved", text="x", heading_path=path)


def test_section_is_cited_as_a_reply_names_its_sources() -> None:
    assert cited(under("Shipping", "In the EU")) == "According to our Shipping article › In the EU: "


def test_heading_that_a_citation_cannot_hold_is_not_cited() -> None:
    assert cited(under("Shipping", "Over 75.50 USD")) is None
