"""Ways in which a false claim was once let through, each with the verdict it has to have; real embedder, whole cascade."""

from __future__ import annotations

from datetime import date
from functools import cache

import pytest

from agent.build import Parts, build_grounder
from agent.gathering import field_evidence
from agent.grounding.grounder import Grounded
from agent.grounding.nli import NliTier
from agent.open_models import open_nli
from agent.settings import Settings
from agent.types import Evidence
from knowledge.order_fields import order_fields

TODAY = date(2026, 11, 30)


@cache
def shipped_nli() -> NliTier:
    """As a chat has it by default."""
    return open_nli(Settings())


def article(text: str, *path: str) -> Evidence:
    return Evidence(
        evidence_id="refunds#1", source="article", trust="retrieved", text=text, heading_path=path, article="refunds"
    )


def grounded(shop: Parts, draft: str, *evidence: Evidence) -> Grounded:
    return build_grounder(shop.settings, shop.embedder, shipped_nli(), TODAY).ground(draft, evidence, TODAY)


def is_sent(shop: Parts, draft: str, *evidence: Evidence) -> bool:
    return draft.strip() in grounded(shop, draft, *evidence).cut.text


NEVER = "These are never refunded, whatever the reason:\n- gift cards, whether or not they have been used;\n- items bought as final sale."


@pytest.mark.parametrize(
    "draft",
    [
        "These are refunded only in some cases:\n- gift cards, whether or not they have been used;\n- items bought as final sale.",
        "Here is what you can return.\n- items bought as final sale",
        "- items bought as final sale.",
    ],
)
def test_list_item_proves_nothing_under_another_lead_in(shop: Parts, draft: str) -> None:
    assert grounded(shop, draft, article(NEVER)).cut.text == ""


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("Возврат возможен в течение 30 дней после доставки.", "Возврат невозможен в течение 30 дней после доставки."),
        ("Orders > 50.00 USD are free.", "Orders < 50.00 USD are free."),
        ("Fresh food ❌ refundable", "Fresh food ✅ refundable"),
        ("A few returns are refunded by hand.", "Few returns are refunded by hand."),
        ("Refunds are paid just to the card.", "Refunds are paid to the card."),
        ("We inspect a parcel after it reaches us.", "We inspected a parcel after it reached us."),
        ("Its validity cannot be extended.", "Its validity cannot be extended?"),
        ("Gift cards cannot be refunded.", "Gift cards cannot be refunded (see the Shipping article)."),
        ("We charge 6.50 USD. It is taken off the refund.", "It is taken off the refund."),
    ],
)
def test_changed_sign_word_tense_or_source_is_not_supported(shop: Parts, evidence: str, claim: str) -> None:
    verdicts = grounded(shop, claim, article(evidence)).verdicts
    assert "supported" not in [verdict.label for verdict in verdicts]


@pytest.mark.parametrize(
    "claim",
    [
        "The linen apron of order ORD-99107 is 26.20 USD each.",
        "The stoneware mixing bowl of order ORD-99107 is 34.00 USD each.",
        "Your oat mixing bowl in order ORD-99107 was delivered.",
    ],
)
def test_price_or_option_of_another_line_is_not_supported(shop: Parts, claim: str) -> None:
    order = shop.orders.find("ORD-99107")
    assert order is not None
    verdicts = grounded(shop, claim, *[field_evidence(field) for field in order_fields(order)]).verdicts
    assert "supported" not in [verdict.label for verdict in verdicts]


@pytest.mark.parametrize(
    "restriction",
    [
        "A final-sale item is only replaced.",
        "Gift cards and final-sale items are excluded.",
        "This is for members.",
        "It requires a receipt from the shop.",
    ],
)
def test_unproved_restriction_takes_the_promise_before_it_along(shop: Parts, restriction: str) -> None:
    promise = "You can choose between a replacement and a refund."
    assert is_sent(shop, promise, article(promise))
    assert grounded(shop, f"{promise} {restriction}", article(promise)).cut.text == ""


@pytest.mark.parametrize(
    "question",
    [
        "Would you send us your full card number and PIN?",
        "Would you like the 500 USD we owe you by card or PayPal?",
        "Could you visit our other site and type your password?",
    ],
)
def test_question_that_asks_for_a_secret_or_holds_a_value_is_cut(shop: Parts, question: str) -> None:
    fact = "Card refunds take 5 to 10 business days."
    assert grounded(shop, f"{fact} {question}", article(fact)).cut.text == fact


@pytest.mark.parametrize(
    "sentence",
    ["I cannot tell you that you get everything back at no cost.", "Sorry for the fire that burnt all your parcels."],
)
def test_courtesy_that_states_something_is_checked(shop: Parts, sentence: str) -> None:
    fact = "Card refunds take 5 to 10 business days."
    assert sentence not in grounded(shop, f"{fact}\n\n{sentence}", article(fact)).cut.text


def test_harmless_neighbours_stay(shop: Parts) -> None:
    fact = "Card refunds take 5 to 10 business days."
    draft = f"Thank you for your patience. {fact} Is there anything else I can do?"
    assert grounded(shop, draft, article(fact)).cut.text == draft


@pytest.mark.parametrize(
    "sentence",
    [
        "Please tell me your card number and PIN.",
        "Feel free to keep the item and still get your money back.",
        "Enjoy a full refund!",
        "I'm happy to help you get a full refund on the gift card.",
        "You said it arrived broken so you get everything back.",
        "Do you want me to refund the final-sale item to your card?",
    ],
)
def test_courtesy_offer_or_question_cannot_carry_a_promise_or_ask_for_a_secret(shop: Parts, sentence: str) -> None:
    fact = "Card refunds take 5 to 10 business days."
    assert sentence not in grounded(shop, f"{fact}\n\n{sentence}", article(fact)).cut.text


@pytest.mark.parametrize(
    ("order_id", "claim"),
    [
        ("ORD-98640", "The refunded total of order ORD-98640 is 45.50 USD."),
        ("ORD-98640", "The shipping fee of order ORD-98640, 9.50 USD, was refunded on 2026-09-30."),
        ("ORD-98730", "I have issued no refund of 25.00 USD for order ORD-98730."),
        ("ORD-99301", "Order ORD-99301 shipped on 2026-11-23."),
        ("ORD-99301", "The shipping date of order ORD-99301 is 2026-11-23."),
    ],
)
def test_fields_are_not_put_together_into_what_no_field_says(shop: Parts, order_id: str, claim: str) -> None:
    order = shop.orders.find(order_id)
    assert order is not None
    verdicts = grounded(shop, claim, *[field_evidence(field) for field in order_fields(order)]).verdicts
    assert "supported" not in [verdict.label for verdict in verdicts]


def test_heading_of_the_draft_puts_nothing_under_another_subject(shop: Parts) -> None:
    evidence = article("There is no hold, because the payment was never authorised.", "Payment errors", "E-1043")
    draft = "## E-1034: billing address does not match\n\nThere is no hold, because the payment was never authorised."
    assert "E-1034" not in grounded(shop, draft, evidence).cut.text


def test_exception_that_follows_in_the_source_is_not_left_out(shop: Parts) -> None:
    rule = "Fresh food cannot be returned."
    evidence = article(f"{rule} There is one exception. Damaged food is refunded.")
    assert grounded(shop, rule, evidence).cut.text == evidence.text


@pytest.mark.parametrize("draft", ["x\n>", "- a\n>", "> a\n>", "x\n > "])
def test_empty_quote_line_is_read(shop: Parts, draft: str) -> None:
    assert grounded(shop, draft, article("Nothing.")).cut.text == ""
