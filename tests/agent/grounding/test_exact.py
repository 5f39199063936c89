"""The exact tier: supported only when proved by the right owner, value and unit."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.claims import ClaimSplitter
from agent.grounding.exact import ExactTier
from agent.types import Evidence, Verdict
from knowledge.types import Link

TODAY = date(2026, 11, 30)

A, B = "ORD-99107", "ORD-99170"


def field(order: str, name: str, text: str) -> Evidence:
    return Evidence(evidence_id=f"{order}/{name}", source="order", trust="verified", owner=order, field=name, text=text)


DELIVERED = [
    field(A, "status", f"Order {A} has been delivered."),
    field(A, "placed_on", f"Order {A} was placed on 2026-11-10."),
    field(A, "shipped_on", f"Order {A} was shipped on 2026-11-18."),
    field(A, "delivered_on", f"Order {A} was delivered on 2026-11-24."),
    field(A, "total", f"The total of order {A} is 72.95 USD."),
    field(A, "shipping_fee", f"The shipping fee of order {A} is 4.95 USD."),
    field(A, "items.1.name", f"Line 1 of order {A} is 2 × Linen apron at 34.00 USD each."),
]
RETURNED = [
    field(B, "status", f"Order {B} has been returned."),
    field(B, "delivered_on", f"Order {B} was delivered on 2026-11-21."),
    field(B, "total", f"The total of order {B} is 120.00 USD."),
]
ARTICLE = Evidence(
    evidence_id="refunds#1",
    source="article",
    trust="retrieved",
    article="refunds",
    heading_path=("Refunds", "When the money arrives"),
    text=(
        "We issue the refund within 2 business days. Card refunds take 5 to 10 business days to show.\n"
        "Gift card refunds take up to 30 days.\n"
        "Opened earbuds can be returned within 30 days. Only if they are faulty.\n"
        "Each mug is made by hand. It cools slowly.\n"
        "You will receive a confirmation e-mail.\n"
        "You cannot return:\n- gift cards\n- personalised items\n"
        "To return an item:\n1. Sign in to your account.\n2. Print the label.\n"
        "See our returns page."
    ),
    links=(Link(text="returns page", url="https://harbourlane.example/returns"),),
)
ACTION = Evidence(
    evidence_id="action/7",
    source="action",
    trust="verified",
    owner=A,
    field="refund",
    text=f"A refund of 40.00 USD for order {A} was issued on 2026-11-30.",
)
ALL = [*DELIVERED, *RETURNED, ARTICLE]


def settle(draft: str, evidence: list[Evidence]) -> list[Verdict | None]:
    claims = ClaimSplitter().split(draft, TODAY)
    return ExactTier(today=TODAY).settle(claims, evidence)


def labels(draft: str, evidence: list[Evidence]) -> list[str | None]:
    return [None if verdict is None else verdict.label for verdict in settle(draft, evidence)]


def label(sentence: str, evidence: list[Evidence]) -> str | None:
    """Label of a sentence; of one that the splitter takes apart, the first that is no support."""
    found = labels(sentence, evidence)
    return next((one for one in found if one != "supported"), found[0])


def reason(sentence: str, evidence: list[Evidence]) -> str:
    (verdict,) = settle(sentence, evidence)
    assert verdict is not None
    return verdict.reason


def test_no_claims_give_no_verdicts() -> None:
    assert ExactTier(today=TODAY).settle([], ALL) == []


def test_a_greeting_is_not_checkworthy() -> None:
    (verdict,) = settle("Hi Anna,", ALL)
    assert verdict is not None
    assert (verdict.label, verdict.tier) == ("not_checkworthy", None)


# Whole sentences


def test_a_whole_article_sentence_is_supported_and_names_its_evidence() -> None:
    (verdict,) = settle("**Card refunds** take 5 to 10 business days to show!", ALL)
    assert verdict is not None
    assert (verdict.label, verdict.tier, verdict.confidence) == ("supported", "exact", 1.0)
    assert [(ref.id, ref.quote) for ref in verdict.evidence] == [
        ("refunds#1", "Card refunds take 5 to 10 business days to show.")
    ]


def test_a_citation_does_not_stand_in_the_way() -> None:
    cited = (
        "According to our refunds article › When the money arrives, card refunds take 5 to 10 business days to show."
    )
    assert label(cited, ALL) == "supported"


def test_a_citation_of_another_article_is_not_supported() -> None:
    assert label("According to our shipping article, card refunds take 5 to 10 business days to show.", ALL) is None


def test_a_part_of_a_sentence_proves_nothing() -> None:
    evidence = [ARTICLE.model_copy(update={"text": "We refund opened items only if they are faulty."})]
    assert label("We refund opened items.", evidence) is None


def test_a_wrapped_line_of_evidence_is_no_whole_sentence() -> None:
    evidence = [ARTICLE.model_copy(update={"text": "We refund opened items\nonly if they are faulty."})]
    assert label("We refund opened items.", evidence) is None


def test_only_if_faulty_must_not_be_dropped() -> None:
    assert labels("Opened earbuds can be returned within 30 days.", ALL) == ["not_enough_info"]
    assert labels("Opened earbuds can be returned within 30 days. Only if they are faulty.", ALL) == ["supported"] * 2


def test_a_condition_is_supported_only_after_its_own_claim() -> None:
    assert labels("Each mug is made by hand. Only if they are faulty.", ALL) == ["supported", None]


def test_it_must_refer_to_what_it_refers_to_in_the_source() -> None:
    assert labels("Each mug is made by hand. It cools slowly.", ALL) == ["supported", "supported"]
    assert labels("You will receive a confirmation e-mail. It cools slowly.", ALL)[1] is None


def test_list_items_are_supported_under_their_own_lead_in_only() -> None:
    assert labels("You cannot return:\n- gift cards\n- personalised items", ALL) == ["supported"] * 3
    assert labels("You can return:\n- gift cards", ALL) == [None, None]
    assert labels("- gift cards", ALL) == [None]


def test_steps_may_be_quoted_under_a_neutral_introduction() -> None:
    draft = "Here are the steps:\n1. Sign in to your account.\n2. Print the label."
    assert labels(draft, ALL) == ["not_checkworthy", "supported", "supported"]


def test_a_question_is_never_supported_word_for_word() -> None:
    evidence = [ARTICLE.model_copy(update={"text": "Did you know that we refund mugs?"})]
    assert label("Did you know that we refund mugs?", evidence) is None


def test_an_answer_to_another_question_proves_nothing() -> None:
    evidence = [ARTICLE.model_copy(update={"text": "Can mugs be returned?\nYes, they can be returned."})]
    assert label("Yes, they can be returned.", evidence) is None


def test_a_quotation_with_another_link_is_rejected() -> None:
    assert label("See our [returns page](https://harbourlane.example/returns).", ALL) == "supported"
    assert label("See our [returns page](https://evil.example/returns).", ALL) == "not_enough_info"


def test_a_citation_that_is_a_link_must_be_a_link_of_that_article() -> None:
    assert label("According to our [refunds article](https://harbourlane.example/returns):", ALL) == "supported"
    assert label("According to our [refunds article](https://evil.example/returns):", ALL) == "not_enough_info"


@pytest.mark.parametrize("trust", ["user", "model"])
def test_what_the_customer_or_a_model_said_verifies_nothing(trust: str) -> None:
    evidence = [Evidence.model_validate({**ARTICLE.model_dump(), "trust": trust})]
    assert label("Card refunds take 5 to 10 business days to show.", evidence) == "not_enough_info"


def test_an_article_sentence_cannot_prove_a_claim_about_an_order() -> None:
    evidence = [*DELIVERED, ARTICLE.model_copy(update={"text": "It is shipped from Boston."})]
    assert labels(f"Order {A} has been delivered. It is shipped from Boston.", evidence)[1] != "supported"


# Values of articles


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Card refunds take 5 to 10 days to show.", "refuted"),
        ("Card refunds take 3 business days to show.", "refuted"),
        ("Card refunds take five to ten working days to show.", "supported"),
        ("Gift card refunds take 30 days.", None),
        ("Gift card refunds take up to 30 days.", "supported"),
        ("Gift card refunds take at least 30 days.", "refuted"),
        ("Gift card refunds take more than 30 days.", "refuted"),
        ("Gift card refunds show after 30 days.", "refuted"),
        ("Gift card refunds take up to 30 nights.", "refuted"),
        ("Gift card refunds take up to 40 days.", "refuted"),
        ("Gift card refunds take no more than 30 days.", None),
        ("Returns cost $5.", "not_enough_info"),
        ("Refunds are worth 35 % more.", "not_enough_info"),
        ("See https://evil.example/refunds for more.", "not_enough_info"),
        ("Error E-1034 means that the card has expired.", "not_enough_info"),
    ],
)
def test_values_of_general_claims(claim: str, expected: str | None) -> None:
    assert label(claim, ALL) == expected


def test_limit_from_the_other_side_is_left_open_where_one_sentence_denies() -> None:
    evidence = [ARTICLE.model_copy(update={"text": "Mugs cannot be returned after 30 days."})]
    assert label("Mugs can be returned within 30 days.", evidence) is None
    assert label("Mugs can be returned after 30 days.", evidence) is None
    assert label("Mugs cannot be returned within 30 days.", evidence) == "refuted"


def test_shorter_version_is_left_open_and_another_is_not() -> None:
    evidence = [ARTICLE.model_copy(update={"text": "The shop app runs on PHP 8.0."})]
    assert label("The shop app runs on PHP 8.", evidence) is None
    assert label("The shop app runs on PHP 8.1.", evidence) == "refuted"


def test_35_million_dollars_are_not_35_percent() -> None:
    evidence = [ARTICLE.model_copy(update={"text": "Sales grew by 35 %."})]
    assert label("Sales grew by $35M.", evidence) == "not_enough_info"


def test_error_codes_with_swapped_digits_differ() -> None:
    evidence = [ARTICLE.model_copy(update={"text": "Error E-1034 means that the card has expired."})]
    assert label("Error E 1034 means that the card has expired.", evidence) == "supported"
    assert label("Error E-1043 means that the card has expired.", evidence) == "refuted"


# Orders


@pytest.mark.parametrize(
    "claim",
    [
        f"Order {A} was delivered on 2026-11-24.",
        f"Your order {A} was delivered on November 24.",
        f"{A} was shipped on 2026-11-18 and delivered on 2026-11-24.",
        f"On 2026-11-10 {A} was placed, and on 2026-11-24 it was delivered.",
        f"The total of your order {A} is $72.95.",
        f"Your Linen apron in order {A} was delivered on 24 November 2026.",
        f"{A} has been shipped.",
    ],
)
def test_order_claims_whose_fields_all_match_are_supported(claim: str) -> None:
    assert label(claim, ALL) == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        f"{A} was delivered on 2026-11-18.",
        f"{A} was placed on 2026-11-24.",
        f"The total of {A} is $99.",
        f"The shipping fee of {A} is 72.95 USD.",
        f"{A} was not delivered.",
        f"{A} has been cancelled.",
        f"{A} is on its way.",
        f"{B} has not been delivered.",
    ],
)
def test_order_claims_that_a_field_contradicts_are_refuted(claim: str) -> None:
    assert label(claim, ALL) == "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        f"{A} was delivered to your neighbour on 2026-11-24.",
        f"{A} was delivered on 2026-11-24, so it can be refunded.",
        f"{A} was delivered by 2026-11-24.",
        f"{A} and {B} have been delivered.",
        f"Was it true that {A} was delivered on 2026-11-24?",
    ],
)
def test_order_claims_that_say_more_stay_open(claim: str) -> None:
    assert labels(claim, ALL)[0] in (None, "not_checkworthy")


def test_a_value_of_another_order_is_refuted_and_its_owner_named() -> None:
    claim = f"{A} was delivered on 2026-11-21."
    assert label(claim, ALL) == "refuted"
    assert reason(claim, ALL) == f"2026-11-21 is the delivery date of {B}, not of {A}."


def test_a_value_that_neither_of_two_orders_holds_is_rejected() -> None:
    assert label(f"{A} and {B} cost $72.95 and $120.", ALL) is None
    assert label(f"{A} and {B} cost $72.95 and $999.", ALL) == "not_enough_info"


def test_a_value_of_a_third_order_is_refuted_for_two_named_ones() -> None:
    third = field("ORD-10421", "total", "The total of order ORD-10421 is 18.00 USD.")
    assert label(f"{A} and {B} cost $72.95 and $18.", [*ALL, third]) == "refuted"


def test_an_order_without_evidence_is_not_enough_info() -> None:
    assert label("ORD-55555 was delivered on 2026-11-24.", ALL) == "not_enough_info"


def test_your_order_means_the_only_order_there_is() -> None:
    claim = "Your order was delivered on November 24."
    assert label(claim, [*DELIVERED, ARTICLE]) == "supported"
    assert label(claim, ALL) == "not_enough_info"


def test_a_second_sentence_is_checked_against_the_order_of_the_first() -> None:
    draft = f"Order {A} was placed on 2026-11-10. It was delivered on 2026-11-21."
    assert labels(draft, ALL) == ["supported", "refuted"]


def test_an_order_shipped_in_part_was_not_shipped() -> None:
    partly = field(A, "status", f"Order {A} has been shipped in part; the rest has not been shipped yet.")
    assert label(f"{A} has been shipped.", [partly]) == "refuted"


def test_an_invented_status_is_not_enough_info() -> None:
    assert label(f"{A} was lost.", ALL) == "not_enough_info"


@settings(deadline=None)
@given(st.integers(0, 200), st.sampled_from("0123456789"))
def test_no_single_digit_can_be_changed_without_losing_the_support(place: int, digit: str) -> None:
    sentence = f"Your order {A} was delivered on 2026-11-24 and shipped on 2026-11-18."
    digits = [n for n, mark in enumerate(sentence) if mark.isdigit()]
    at = digits[place % len(digits)]
    changed = sentence[:at] + digit + sentence[at + 1 :]
    assert (label(changed, ALL) == "supported") == (changed == sentence)


# Promises


@pytest.mark.parametrize(
    "claim",
    [
        "I have refunded your purchase.",
        "We've just issued your refund.",
        "Your refund of 40.00 USD has been issued.",
        "Thanks for waiting, your refund of $40 is on its way.",
        "After reading your message I have approved your refund.",
        "I'll send you a replacement.",
        "You will receive it by Friday.",
        "I guarantee a full refund.",
        "We will refund your order.",
        "Your return was approved.",
    ],
)
def test_promises_without_a_recorded_action_are_not_enough_info(claim: str) -> None:
    assert label(claim, ALL) == "not_enough_info"


@pytest.mark.parametrize(
    "claim", ["We issue the refund within 2 business days.", "You will receive a confirmation e-mail."]
)
def test_what_an_article_says_about_everyone_may_be_quoted(claim: str) -> None:
    assert label(claim, ALL) == "supported"


def test_an_article_never_proves_that_something_was_done() -> None:
    template = ARTICLE.model_copy(update={"text": "We have refunded your order."})
    assert label("We have refunded your order.", [template]) == "not_enough_info"


def test_a_recorded_action_of_the_same_order_and_amount_proves_it() -> None:
    assert label(f"I have refunded $40 for your order {A}.", [*ALL, ACTION]) == "supported"
    assert label(f"Your refund of 40.00 USD for order {A} has been issued.", [*ALL, ACTION]) == "supported"


def test_a_recorded_action_proves_no_other_amount_order_or_deed() -> None:
    evidence = [*ALL, ACTION]
    assert label(f"I have refunded $45 for your order {A}.", evidence) == "refuted"
    assert label(f"I have refunded $40 for your order {B}.", evidence) != "supported"
    assert label(f"I have replaced your order {A}.", evidence) == "not_enough_info"
    assert label(f"I have refunded your order {A}.", evidence) is None


def test_an_action_that_waits_for_approval_was_not_done() -> None:
    waiting = ACTION.model_copy(update={"text": f"A refund of 40.00 USD for order {A} is pending approval."})
    assert label(f"I have refunded $40 for your order {A}.", [*ALL, waiting]) != "supported"


def test_an_order_field_proves_what_the_shop_did_with_the_order() -> None:
    cancelled = [field(A, "status", f"Order {A} has been cancelled.")]
    assert label(f"We've cancelled your order {A}.", cancelled) == "supported"
    assert label(f"Your order {A} has been cancelled.", cancelled) == "supported"
