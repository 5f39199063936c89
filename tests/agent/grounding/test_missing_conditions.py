"""An exception of the section that proves a claim is put in word for word, or the claim is not sent."""

from __future__ import annotations

from datetime import date

import pytest

from agent.build import Parts, build_grounder
from agent.grounding.grounder import Grounded
from agent.grounding.nli import NliTier
from agent.types import Evidence

TODAY = date(2026, 11, 30)
RETURNS = "You can return items within 30 days."
GIFT_CARDS = "Gift cards cannot be returned."


def article(text: str, name: str = "returns") -> Evidence:
    return Evidence(
        evidence_id=f"{name}#0", source="article", trust="retrieved", text=text, article=name, heading_path=("Returns",)
    )


def grounded(parts: Parts, draft: str, *texts: str) -> Grounded:
    grounder = build_grounder(parts.settings, parts.embedder, NliTier(), TODAY)
    return grounder.ground(draft, [article(text, f"a{n}") for n, text in enumerate(texts)], TODAY)


@pytest.mark.parametrize(
    ("section", "statement", "added"),
    [
        (f"{RETURNS} {GIFT_CARDS}", RETURNS, GIFT_CARDS),
        (f"{RETURNS} This does not apply to food.", RETURNS, "This does not apply to food."),
        (f"{RETURNS} The item must be unopened.", RETURNS, "The item must be unopened."),
        ("Delivery is free. Only above 75 USD.", "Delivery is free.", "Only above 75 USD."),
        (
            "Fresh food cannot be returned. There is one exception. Spoiled food is refunded.",
            "Fresh food cannot be returned.",
            "There is one exception. Spoiled food is refunded.",
        ),
    ],
)
def test_condition_that_is_left_out_is_put_in_as_the_section_has_it(
    quick: Parts, section: str, statement: str, added: str
) -> None:
    found = grounded(quick, statement, section)
    assert found.cut.text == f"{statement} {added}"
    assert [edit.text for edit in found.edits] == [f" {added}"]


def test_sentence_that_is_put_in_is_a_claim_of_its_own(quick: Parts) -> None:
    found = grounded(quick, RETURNS, f"{RETURNS} {GIFT_CARDS}")
    assert [(one.claim.text, one.label, one.tier) for one in found.verdicts] == [
        (RETURNS, "supported", "exact"),
        (GIFT_CARDS, "supported", "exact"),
    ]
    assert found.verdicts[1].evidence[0].quote == GIFT_CARDS


def test_condition_that_the_draft_has_is_not_put_in_again(quick: Parts) -> None:
    draft = f"{GIFT_CARDS} {RETURNS}"
    found = grounded(quick, draft, f"{RETURNS} {GIFT_CARDS}")
    assert (found.cut.text, found.edits, found.objections) == (draft, (), ())


def test_sentence_about_another_subject_is_not_put_in(quick: Parts) -> None:
    claim = "Card refunds take 5 to 10 business days."
    found = grounded(quick, claim, f"{claim} Gift cards are never refunded.")
    assert (found.cut.text, found.edits) == (claim, ())


def test_condition_of_another_section_is_not_put_in(quick: Parts) -> None:
    assert grounded(quick, RETURNS, RETURNS, GIFT_CARDS).cut.text == RETURNS


def test_condition_is_put_in_once_for_two_claims(quick: Parts) -> None:
    second = "You can return items by post."
    found = grounded(quick, f"{RETURNS} {second}", f"{RETURNS} {second} {GIFT_CARDS}")
    assert found.cut.text.count(GIFT_CARDS) == 1
    assert {one.label for one in found.verdicts} == {"supported"}


LIST = "There are exceptions:\n- gift cards;\n- fresh food."
MANY = "- mugs\n- jars\n- cups\n- tins\n- pots\n- pans"


@pytest.mark.parametrize("between", [" ", "\n\n", " A label is in the box.\n\n"])
def test_short_list_of_exceptions_is_put_in_with_the_line_that_opens_it(quick: Parts, between: str) -> None:
    found = grounded(quick, RETURNS, f"{RETURNS}{between}{LIST}")
    assert found.cut.text == f"{RETURNS}\n\n{LIST}"
    assert {one.label for one in found.verdicts} == {"supported"}


@pytest.mark.parametrize(
    "exceptions",
    [
        f"These cannot be returned:\n{MANY}",
        "Gift cards cannot be returned. Plants cannot be returned. Fish cannot be returned.",
    ],
)
def test_claim_falls_where_its_exceptions_are_too_many(quick: Parts, exceptions: str) -> None:
    found = grounded(quick, RETURNS, f"{RETURNS} {exceptions}")
    assert (found.cut.text, found.edits) == ("", ())
    assert {one.label for one in found.verdicts} == {"not_enough_info"}


def test_objection_names_the_passage_and_what_was_left_out(quick: Parts) -> None:
    (objection,) = grounded(quick, RETURNS, f"{RETURNS}\n\nThese cannot be returned:\n{MANY}").objections
    assert objection.reason == "unsupported_claim"
    assert objection.why == (
        "a0#0 adds “These cannot be returned: - mugs - jars - cups - tins - pots - pans”, which the draft leaves out"
    )
    assert {ref.id for ref in objection.evidence} == {"a0#0"}


def test_condition_in_the_next_passage_of_the_section_is_put_in(quick: Parts) -> None:
    rest = article(GIFT_CARDS).model_copy(update={"evidence_id": "returns#1"})
    grounder = build_grounder(quick.settings, quick.embedder, NliTier(), TODAY)
    found = grounder.ground(RETURNS, [rest, article(RETURNS)], TODAY)
    assert found.cut.text == f"{RETURNS} {GIFT_CARDS}"
    assert found.verdicts[1].evidence[0].id == "returns#1"


def test_footnote_is_put_in_after_its_mark(quick: Parts) -> None:
    found = grounded(quick, "Labels are free*.", "Labels are free*. We print them.\n\n* In the US only.")
    assert found.cut.text == "Labels are free*. In the US only."


def test_whole_section_is_quoted_as_it_is(quick: Parts) -> None:
    section = f"{RETURNS} There are exceptions:\n- gift cards\n- fresh food"
    found = grounded(quick, section, section)
    assert (found.cut.text, found.objections) == (section, ())


def test_claim_about_an_order_has_no_conditions_of_an_article(quick: Parts) -> None:
    field = Evidence(
        evidence_id="ORD-1/status",
        source="order",
        trust="verified",
        owner="ORD-1",
        field="status",
        text="Order ORD-1 has been delivered.",
    )
    grounder = build_grounder(quick.settings, quick.embedder, NliTier(), TODAY)
    found = grounder.ground(field.text, [field, article(f"{RETURNS} {GIFT_CARDS}")], TODAY)
    assert (found.cut.text, found.edits) == (field.text, ())
