"""Two passages that disagree are told apart from two that only look alike, and are never averaged."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from agent.grounding.conflicts import ConflictReview
from agent.grounding.grounder import Objection
from agent.grounding.passage_statements import disagreement, statements_of
from agent.types import Claim, Evidence, EvidenceRef, Verdict
from tests.agent.grounding.conflict_pairs import (
    ATTACKED_CONFLICTS,
    ATTACKED_LOOK_ALIKES,
    COMPATIBLE,
    CONFLICTS,
    FRESH_COMPATIBLE,
    FRESH_CONFLICTS,
    Passage,
)

TODAY = date(2026, 11, 30)
DAYS_30 = "The return window is 30 days after delivery."
DAYS_14 = "The return window is 14 days."


def passage(name: str, text: str, path: str = "Returns", **known: Any) -> Evidence:
    return Evidence(
        evidence_id=f"{name}#0",
        source="article",
        trust="retrieved",
        article=name,
        text=text,
        heading_path=tuple(path.split(" › ")),
        **known,
    )


def disagree(one: Passage, other: Passage) -> bool:
    ones = statements_of(passage("one", one[1], one[0]), TODAY)
    others = list(statements_of(passage("other", other[1], other[0]), TODAY))
    return any(disagreement(a, b) for a in ones for b in others)


@pytest.mark.parametrize(("one", "other"), CONFLICTS + ATTACKED_CONFLICTS)
def test_passages_that_disagree_are_found_from_either_side(one: Passage, other: Passage) -> None:
    assert (disagree(one, other), disagree(other, one)) == (True, True)


@pytest.mark.parametrize(("one", "other"), COMPATIBLE + ATTACKED_LOOK_ALIKES)
def test_passages_that_can_both_hold_are_left_alone(one: Passage, other: Passage) -> None:
    assert (disagree(one, other), disagree(other, one)) == (False, False)


def test_pairs_written_after_the_rules_were_fixed_are_mostly_told_apart() -> None:
    found = [disagree(one, other) for one, other in FRESH_CONFLICTS]
    raised = [disagree(one, other) for one, other in FRESH_COMPATIBLE]
    assert sum(found) >= 10
    assert sum(raised) == 0


def objections(text: str, proof: Evidence, *others: Evidence) -> list[Objection]:
    claim = Claim(index=0, text=text, start=0, end=len(text), leads=())
    ref = EvidenceRef(source="article", id=proof.evidence_id, trust="retrieved", quote=proof.text)
    verdict = Verdict(claim=claim, label="supported", tier="exact", confidence=1.0, reason="", evidence=(ref,))
    return ConflictReview(TODAY).review(text, [verdict], [proof, *others])


def test_conflict_that_no_precedence_settles_names_both_passages() -> None:
    (found,) = objections(DAYS_30, passage("returns", DAYS_30), passage("faq", DAYS_14, "FAQ"))
    assert (found.reason, found.label) == ("conflict", "not_enough_info")
    assert [ref.id for ref in found.evidence] == ["returns#0", "faq#0"]
    assert found.why == ("faq#0 and returns#0 do not agree (“30 days” against “14 days”), and neither takes precedence")


def test_claim_of_the_passage_with_precedence_stands() -> None:
    assert objections(DAYS_30, passage("returns", DAYS_30, authority=30), passage("faq", DAYS_14, "FAQ")) == []


def test_claim_of_the_passage_without_precedence_is_refuted_by_the_other() -> None:
    (found,) = objections(DAYS_14, passage("faq", DAYS_14, "FAQ", authority=10), passage("returns", DAYS_30))
    assert (found.label, found.reason, found.evidence[0].id) == ("refuted", "unsupported_claim", "returns#0")
    assert found.why.endswith("returns#0 is believed: its authority is 20, the other's 10")


def test_newer_version_refutes_what_the_older_one_proves() -> None:
    old = passage("old", DAYS_14, effective_from=date(2025, 1, 1))
    new = passage("new", DAYS_30, effective_from=date(2026, 9, 1))
    assert [one.label for one in objections(DAYS_14, old, new)] == ["refuted"]
    assert objections(DAYS_30, new, old) == []


def test_second_passage_that_says_the_same_lends_its_authority() -> None:
    policy = passage("policy", DAYS_30, "Return rules", authority=30)
    assert objections(DAYS_30, passage("returns", DAYS_30), passage("faq", DAYS_14, "FAQ"), policy) == []


def next_passage(text: str) -> Evidence:
    return passage("returns", text).model_copy(update={"evidence_id": "returns#1"})


def test_section_that_says_two_things_of_one_subject_contradicts_itself() -> None:
    (found,) = objections(DAYS_14, passage("returns", DAYS_14), next_passage("The return window is 30 days."))
    assert (found.reason, [ref.id for ref in found.evidence]) == ("conflict", ["returns#0", "returns#1"])


@pytest.mark.parametrize(
    "rest",
    [
        "The return window for lamps is 30 days.",
        DAYS_14,
        "It is 30 days.",
        "Product: lamps; return window: 30 days.",
    ],
)
def test_next_passage_of_a_section_is_read_as_its_author_wrote_it(rest: str) -> None:
    assert objections(DAYS_14, passage("returns", DAYS_14), next_passage(rest)) == []


def test_one_passage_does_not_contradict_itself() -> None:
    assert objections(DAYS_14, passage("returns", f"{DAYS_14} The return window is 30 days.")) == []


@pytest.mark.parametrize("days", [{"effective_to": date(2026, 8, 31)}, {"effective_from": date(2027, 1, 1)}])
def test_passage_that_is_not_in_force_proves_nothing_even_alone(days: dict[str, date]) -> None:
    (found,) = objections(DAYS_14, passage("returns", DAYS_14, **days))
    assert (found.reason, found.label) == ("unsupported_claim", "not_enough_info")
    assert found.why.startswith("no passage that says so is in force: returns#0 from ")


def test_passage_that_was_searched_as_of_an_earlier_day_proves_what_held_then() -> None:
    then = passage("returns", DAYS_14, effective_to=date(2026, 8, 31), as_of=date(2026, 7, 6))
    assert objections(DAYS_14, then) == []


def test_lead_in_belongs_to_what_an_item_says() -> None:
    refunded = passage("refunds", "These are refunded:\n- opened earbuds", "Refunds")
    kept = passage("hygiene", "These are not refunded:\n- opened earbuds", "Refunds")
    first, second = (list(statements_of(one, TODAY)) for one in (refunded, kept))
    assert [disagreement(a, b) for a in first for b in second] == ["one denies what the other says"]


def test_words_of_a_customer_contradict_no_article() -> None:
    said = Evidence(evidence_id="message/1", source="customer", trust="user", text=DAYS_14)
    assert objections(DAYS_30, passage("returns", DAYS_30), said) == []
