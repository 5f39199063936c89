"""Splitting a draft into claims."""

from datetime import date

import pytest

from agent.claims import ClaimSplitter, claim_body
from agent.types import Claim

TODAY = date(2026, 11, 30)


def split(draft: str) -> tuple[Claim, ...]:
    return ClaimSplitter().split(draft, TODAY)


@pytest.mark.parametrize(
    "sentence",
    [
        "Hi Anna,",
        "Good morning!",
        "Thank you for your patience.",
        "Thanks for reaching out!",
        "I'm sorry for the inconvenience.",
        "We apologise for the delay.",
        "Would you like me to open a return?",
        "Which order do you mean?",
        "Let me know if you need anything else.",
        "Please let us know.",
        "If you have any questions, just ask.",
        "I can't find that in our articles.",
        "I don't have any information about it.",
        "We cannot confirm this.",
        "Here are the steps:",
        "According to our refunds article › When the money arrives:",
        "Source: Refunds › When the money arrives",
        "Kind regards,",
        "[E1]",
    ],
)
def test_sentences_that_state_nothing_are_not_checkworthy(sentence: str) -> None:
    assert [claim.checkworthy for claim in split(sentence)] == [False]


@pytest.mark.parametrize(
    "sentence",
    [
        "Sorry, your order was delivered on March 3.",
        "Thanks for waiting, your refund of $40 is on its way.",
        "Hi Anna, your refund is approved.",
        "Did you know refunds take 3 days?",
        "Are you aware that we refund opened earbuds?",
        "As you mentioned, your parcel was broken.",
        "You said the parcel was lost, which is correct.",
        "You mentioned that you paid $500.",
        "Let me know within 30 days.",
        "I can't find ORD-99107.",
        "We don't charge for returns.",
        "We don't see any problem with refunding you.",
        "Sign in to your account.",
        "Yes.",
        "Of course!",
        "We refund in full for:",
        "The lamp is made of oak.",
    ],
)
def test_sentences_that_state_something_are_checkworthy(sentence: str) -> None:
    assert [claim.checkworthy for claim in split(sentence)] == [True]


def test_spans_point_exactly_into_the_draft() -> None:
    draft = "Hi Anna,\n\n1. Sign in.  Open *Orders*.\n2. Pay.\n\n| A | B |\n|---|---|\n| c | d |\nBye!"
    claims = split(draft)
    assert [draft[claim.start : claim.end] for claim in claims] == [claim.text for claim in claims]
    assert [claim.index for claim in claims] == list(range(len(claims)))


def test_an_order_named_in_the_sentence_owns_the_claim() -> None:
    assert [claim.owner for claim in split("Order ord 99107 was sent. Mugs are dishwasher safe.")] == [
        "ORD-99107",
        None,
    ]


def test_a_pronoun_and_your_order_inherit_the_order_named_before() -> None:
    draft = "#W2611340 was sent. It was delivered on 2026-11-21. Your parcel was left at the door."
    assert [claim.owner for claim in split(draft)] == ["#W2611340"] * 3


def test_a_sentence_about_two_orders_has_no_owner_and_neither_has_the_next() -> None:
    assert [claim.owner for claim in split("ORD-99107 and ORD-99170 were sent. Your order is late.")] == [None, None]


def test_your_order_inherits_nothing_after_two_orders() -> None:
    owners = [claim.owner for claim in split("ORD-99107 was sent. ORD-99170 was sent. Your order is late.")]
    assert owners == ["ORD-99107", "ORD-99170", None]


def test_a_condition_depends_on_the_claim_before_it() -> None:
    for condition in (
        "Only if unopened.",
        "Unless it is damaged.",
        "This applies only to mugs.",
        "Except for gift cards.",
    ):
        assert [claim.depends_on for claim in split(f"Earbuds can be returned. {condition}")] == [None, 0]


def test_an_exception_that_is_a_full_statement_depends_on_nothing() -> None:
    draft = "We ship daily. Except for gift cards, all items can be returned."
    assert [claim.depends_on for claim in split(draft)] == [None, None]


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("- **Refunds** take 5 days.", "Refunds take 5 days."),
        ("2. [Sign in](https://harbourlane.example/login) first.", "Sign in first."),
        ("However, refunds take 5 days. [E1]", "refunds take 5 days."),
        ("Refunds take 5 days (E2).", "Refunds take 5 days."),
        ("According to our refunds article › When the money arrives, refunds take 5 days.", "refunds take 5 days."),
        ("Refunds take 5 days (according to our refunds article › Timing).", "Refunds take 5 days."),
        ("Also, according to our refunds article, refunds take 5 days.", "refunds take 5 days."),
        ("Thanks for waiting, refunds take 5 days.", "refunds take 5 days."),
        ("Source: Refunds › Timing", ""),
    ],
)
def test_the_body_is_the_statement_alone(text: str, body: str) -> None:
    assert claim_body(text) == body


def test_a_statement_after_a_citation_in_the_middle_is_not_swallowed() -> None:
    text = "Refunds take 5 days, according to our refunds article › Timing, and are free."
    assert claim_body(text) == text


def test_a_link_is_checked_even_in_a_question_or_a_citation() -> None:
    for sentence in (
        "Would you like to read https://harbourlane.example/returns?",
        "According to our [refunds article](https://harbourlane.example/refunds):",
        "Let me know at help@harbourlane.example.",
    ):
        assert [claim.checkworthy for claim in split(sentence)] == [True]
