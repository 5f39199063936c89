"""Verdicts on one customer's case are told from rules for everyone."""

from datetime import date

import pytest

from agent.claims import ClaimSplitter
from agent.grounding.advice import is_advice
from agent.grounding.exact import ExactTier
from agent.types import Evidence

TODAY = date(2026, 11, 30)
RULE = "You can return unused items within 30 days."


def label(draft: str, text: str) -> str | None:
    article = Evidence(evidence_id="returns#1", source="article", trust="retrieved", article="returns", text=text)
    found = ExactTier(today=TODAY).settle(ClaimSplitter().split(draft, TODAY), [article])[-1]
    return None if found is None else found.label


@pytest.mark.parametrize(
    "body",
    [
        "You can return it.",
        "You can still return this.",
        "You may exchange it for another size.",
        "You're entitled to a refund.",
        "You are fully eligible for a replacement.",
        "You qualify.",
        "Your order is still within the return window.",
        "Your item is returnable.",
        "It's eligible.",
        "That should be fine.",
        "We can make an exception.",
        "I'd be happy to make an exception.",
        "Go ahead and send it back.",
        "Feel free to return it.",
        "You don't need to return it.",
        "We can waive the fee.",
    ],
)
def test_verdict_on_one_case_is_advice(body: str) -> None:
    assert is_advice(body, personal=False)


@pytest.mark.parametrize(
    "body",
    [
        RULE,
        "Unused items are eligible for a refund.",
        "You are eligible for a refund if the item is faulty.",
        "You can return it as long as it is unused.",
        "Gift cards are not refundable.",
        "This is covered in our returns article.",
        "Open your account page and go ahead and choose a size.",
        "You can track your parcel online.",
        "It is free of charge for members.",
    ],
)
def test_rule_for_everyone_or_with_its_condition_is_none(body: str) -> None:
    assert not is_advice(body, personal=False)


def test_you_means_this_customer_after_a_yes() -> None:
    assert is_advice("You can get a refund.", personal=True)
    assert not is_advice("You can get a refund.", personal=False)


@pytest.mark.parametrize(
    "draft", ["Yes, you can return it.", "You qualify for a refund.", "Sure, go ahead and send it back."]
)
def test_article_does_not_prove_a_verdict_on_this_case(draft: str) -> None:
    assert label(draft, RULE) == "not_enough_info"


@pytest.mark.parametrize("draft", [RULE, f"Yes, {RULE[0].lower()}{RULE[1:]}"])
def test_rule_quoted_with_its_condition_is_supported(draft: str) -> None:
    assert label(draft, RULE) == "supported"


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        ("No, gift cards cannot be refunded.", "supported"),
        ("Yes, gift cards cannot be refunded.", "not_enough_info"),
        ("Gift cards cannot be refunded.", "supported"),
        ("Sure - gift cards cannot be refunded.", "not_enough_info"),
    ],
)
def test_word_of_answer_has_to_go_with_its_sentence(draft: str, expected: str) -> None:
    assert label(draft, "Gift cards cannot be refunded.") == expected


def test_no_before_a_sentence_that_affirms_is_not_supported() -> None:
    assert label("No, mugs are refunded.", "Mugs are refunded.") == "not_enough_info"
    assert label("Yes, mugs are refunded.", "Mugs are refunded.") == "supported"
