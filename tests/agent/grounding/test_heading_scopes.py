"""What holds only under a heading is sent with it, or not at all."""

from __future__ import annotations

from datetime import date

import pytest

from agent.build import Parts, build_grounder
from agent.grounding.grounder import Grounded
from agent.grounding.nli import NliTier
from agent.types import Evidence

TODAY = date(2026, 11, 30)
FREE = "Shipping is free."
LABELS = "Labels cost 5 USD."
CITED = "According to our Shipping article › For members only: "


def passage(text: str, *path: str, number: int = 0) -> Evidence:
    return Evidence(
        evidence_id=f"shipping#{number}",
        source="article",
        trust="retrieved",
        text=text,
        heading_path=path,
        article="shipping",
    )


def grounded(parts: Parts, draft: str, *evidence: Evidence) -> Grounded:
    return build_grounder(parts.settings, parts.embedder, NliTier(), TODAY).ground(draft, evidence, TODAY)


MEMBERS = passage(f"{FREE} {LABELS}", "Shipping", "For members only")


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        (FREE, f"{CITED}{FREE}"),
        (f"{FREE} {LABELS}", f"{CITED}{FREE} {LABELS}"),
        (f"- {FREE}\n- {LABELS}", f"- {CITED}{FREE}\n- {LABELS}"),
    ],
)
def test_section_is_named_once_before_what_holds_only_there(quick: Parts, draft: str, said: str) -> None:
    assert grounded(quick, draft, MEMBERS).cut.text == said


def test_section_that_the_draft_names_is_not_named_again(quick: Parts) -> None:
    draft = f"{CITED}{FREE}"
    found = grounded(quick, draft, MEMBERS)
    assert (found.cut.text, found.edits) == (draft, ())


def test_statement_of_another_section_ends_what_a_name_counts_for(quick: Parts) -> None:
    other = passage("Boxes are grey.", "Shipping", "Boxes", number=1)
    found = grounded(quick, f"{CITED}{FREE} Boxes are grey. {LABELS}", MEMBERS, other)
    assert found.cut.text == f"{CITED}{FREE} Boxes are grey. {CITED}{LABELS}"


def test_statement_that_stands_elsewhere_without_a_limit_needs_none(quick: Parts) -> None:
    found = grounded(quick, FREE, MEMBERS, passage(FREE, "Shipping", "Prices", number=1))
    assert (found.cut.text, found.edits) == (FREE, ())


def test_every_claim_falls_where_the_heading_cannot_be_named(quick: Parts) -> None:
    found = grounded(quick, f"{FREE} {LABELS}", passage(f"{FREE} {LABELS}", "Shipping", "Over 75.50 USD"))
    assert found.cut.text == ""
    assert [one.why for one in found.objections] == [
        "shipping#0 says it under “Over 75.50 USD”, which the draft does not name"
    ] * 2
