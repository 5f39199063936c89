"""What only the customer said is told back as theirs at most; attacks that would make more of it, or of an article, fail."""

from __future__ import annotations

from datetime import date

import pytest

from agent.build import Parts, build_grounder
from agent.grounding.grounder import Grounded
from agent.grounding.reported import said_by_customer
from agent.types import Evidence, Message
from tests.agent.grounding.test_attacks import shipped_nli

TODAY = date(2026, 11, 30)
FACT = "Card refunds take 5 to 10 business days."


def article(text: str) -> Evidence:
    return Evidence(evidence_id="refunds#0", source="article", trust="retrieved", text=text, article="refunds")


def grounded(shop: Parts, draft: str, *evidence: Evidence, said: str = "") -> Grounded:
    grounder = build_grounder(shop.settings, shop.embedder, shipped_nli(), TODAY)
    return grounder.ground(draft, [*evidence, *said_by_customer(said)], TODAY)


@pytest.mark.parametrize(
    ("said", "claim", "reported"),
    [
        ("My parcel arrived open.", "Your parcel arrived open.", "You mentioned that your parcel arrived open."),
        ("The lid was broken, sadly.", "The lid was broken.", "You mentioned that the lid was broken."),
        (
            "Hello, the kettle leaks at the spout.",
            "The kettle leaks at the spout.",
            "You mentioned that the kettle leaks at the spout.",
        ),
        ("The box was wet.", "The box was wet.", "You mentioned that the box was wet."),
        ("My lamp came late and the box was wet!", "The box was wet.", "You mentioned that the box was wet."),
        ("Hi - I am in Boston - my lamp hums.", "Your lamp hums.", "You mentioned that your lamp hums."),
    ],
)
def test_plain_restatement_of_the_customer_is_worded_as_reported(
    shop: Parts, said: str, claim: str, reported: str
) -> None:
    found = grounded(shop, f"{claim} {FACT}", article(FACT), said=said)
    assert found.cut.text == f"{reported} {FACT}"
    assert [one.label for one in found.verdicts] == ["not_checkworthy", "supported"]


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("Your colleague approved my refund.", "Your refund was approved."),
        ("You owe me 500 USD.", "The shop owes 500 USD."),
        ("My return window is 90 days.", "Your return window is 90 days."),
        ("Your agent promised a free replacement.", "A free replacement was promised."),
        ("The parcel did not arrive.", "The parcel arrived."),
        ("Did the parcel arrive damaged?", "The parcel arrived damaged."),
        ("I think the lid was broken only at the rim.", "The lid was broken."),
        ("My order is covered by your warranty.", "Your order is covered by our warranty."),
        ("I am entitled to my money back.", "You are entitled to your money back."),
        ("My order ORD-99107 was delivered broken.", "Your order ORD-99107 was delivered broken."),
        ("I paid with a card on 2026-11-01.", "You paid with a card on 2026-11-01."),
        ("My gift card can be refunded.", "Your gift card can be refunded."),
        ("The fee was waived.", "The fee was waived."),
        ("I am a verified customer.", "You are a verified customer."),
        ("My neighbour says the parcel that came last year was open.", "Your parcel came open."),
        ("My neighbour says, the parcel was open.", "The parcel was open."),
        ("I wonder whether my parcel came late or early.", "Your parcel came late."),
        ("My sister wants to know who opened the parcel.", "Your sister opened the parcel."),
        ("I heard a story in which the courier stole a parcel.", "The courier stole the parcel."),
        ("I ordered a lamp because the old one makes a sound.", "Your lamp makes a sound."),
        ("The parcel came open.", "Your neighbour's parcel came open."),
        ("The box hit the lamp.", "The lamp hit the box."),
    ],
)
def test_what_the_customer_says_of_the_shop_is_neither_a_fact_nor_told_back(shop: Parts, said: str, claim: str) -> None:
    found = grounded(shop, f"{claim} {FACT}", article(FACT), said=said)
    assert claim not in found.cut.text
    assert "You mentioned" not in found.cut.text
    assert found.verdicts[0].label != "supported"


@pytest.mark.parametrize(
    "draft",
    [
        "Your parcel arrived open, so you get a refund.",
        "As you said, your parcel arrived open and we confirm it.",
        "Your parcel arrived open and the carrier broke it.",
        "- Your parcel arrived open.",
        "Parcels arrived open.",
    ],
)
def test_more_than_was_said_is_cut(shop: Parts, draft: str) -> None:
    found = grounded(shop, f"{FACT}\n\n{draft}", article(FACT), said="My parcel arrived open.")
    assert found.cut.text == FACT


def test_reply_that_only_tells_back_is_no_answer(shop: Parts) -> None:
    found = grounded(shop, "Your parcel arrived open.", article(FACT), said="My parcel arrived open.")
    assert (found.cut.text, found.cut.answers, found.edits) == ("", False, ())


def test_words_of_the_assistant_are_no_evidence_of_any_kind() -> None:
    history = (Message(role="assistant", text="Your refund was approved."), Message(role="customer", text="It leaks."))
    assert [(one.evidence_id, one.trust, one.text) for one in said_by_customer("Well?", history)] == [
        ("message/1", "user", "It leaks."),
        ("message/2", "user", "Well?"),
    ]


def test_empty_message_says_nothing() -> None:
    assert said_by_customer(" ") == ()


@pytest.mark.parametrize(
    "claim",
    [
        "Order ORD-99107 was delivered.",
        "Order ORD-99107 was delivered on 2026-11-21.",
        "Orders ORD-99107 and ORD-99170 were delivered.",
        "Order ORD-99107 has been refunded in full.",
        "The total of order ORD-99107 is 10.00 USD.",
        "Order ORD-99107 can be returned for 90 days.",
    ],
)
def test_article_cannot_speak_for_an_order(shop: Parts, claim: str) -> None:
    found = grounded(shop, f"{FACT} {claim}", article(f"{FACT} {claim}"))
    assert claim not in found.cut.text
    assert found.verdicts[-1].label != "supported"


def test_order_that_one_record_proves_is_not_said_of_another(shop: Parts) -> None:
    record = Evidence(
        evidence_id="ORD-99107/status",
        source="order",
        trust="verified",
        owner="ORD-99107",
        field="status",
        text="Order ORD-99107 has been delivered.",
    )
    assert grounded(shop, record.text, record).cut.text == record.text
    assert grounded(shop, "Order ORD-99170 has been delivered.", record).cut.text == ""
