"""Drafts of which something false is sent; each waits for its mending, and its mark goes when that is done."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache

import pytest

from agent.build import Parts, build_grounder
from agent.gathering import field_evidence, passage_evidence
from agent.grounding.nli import NliTier
from agent.open_models import open_nli
from agent.settings import Settings
from agent.types import Evidence
from knowledge.order_fields import order_fields

TODAY = date(2026, 11, 30)
CARDS = "A gift card is valid for 5 years after purchase. Its validity cannot be extended."
REFUNDS = "Card refunds take 5 to 10 business days."
SHIPPING = "We ship to the United States and to the countries of the European Union."
HOLDS = "Pay again and confirm within 10 minutes. There is no hold."


@cache
def shipped_nli() -> NliTier:
    """As a chat has it by default."""
    return open_nli(Settings())


def article(text: str, *path: str, passage: str = "help#1") -> Evidence:
    return Evidence(
        evidence_id=passage, source="article", trust="retrieved", text=text, heading_path=path, article="help"
    )


def wrote(text: str) -> Evidence:
    return Evidence(evidence_id="message/1", source="customer", trust="user", text=text)


def orders(shop: Parts, *order_ids: str) -> list[Evidence]:
    found = [order for order_id in order_ids if (order := shop.orders.find(order_id))]
    return [field_evidence(field) for order in found for field in order_fields(order)]


def sent(shop: Parts, draft: str, evidence: Sequence[Evidence]) -> str:
    return build_grounder(shop.settings, shop.embedder, shipped_nli(), TODAY).ground(draft, evidence, TODAY).cut.text


# --- Sentences that are not checked because they are said to state nothing ---


@pytest.mark.parametrize("letters", ["🅵🆁🅴🅴 🆁🅴🆃🆄🆁🅽🆂", "Ⓝⓞ ⓡⓔⓣⓤⓡⓝⓢ", "🄰🄻🄻 🅂🄰🄻🄴🅂 🄵🄸🄽🄰🄻", "🇫 🇷 🇪 🇪", "⠋⠗⠑⠑"])
def test_letters_drawn_as_symbols_are_text(shop: Parts, letters: str) -> None:
    assert letters not in sent(shop, f"{REFUNDS}\n\n{letters}", [article(REFUNDS)])


@pytest.mark.parametrize("draft", [f"🙅 {REFUNDS}", f"🤥 {REFUNDS}", f"🛑 {REFUNDS}"])
def test_picture_that_denies_is_no_ornament(shop: Parts, draft: str) -> None:
    assert draft not in sent(shop, draft, [article(REFUNDS)])


@pytest.mark.parametrize(
    "offer",
    [
        "Feel free to plant it in a bigger pot right away.",
        "Feel free to put the earbuds in the dishwasher.",
        "Feel free to throw the broken lamp away.",
        "Just ask us to extend your gift card.",
        "Please ask us to send plants across the border.",
        "Let me know where to post the bonus mug.",
        "Get in touch to turn your gift card into cash.",
        "Reach out to have it shipped to Hawaii.",
        "We are happy to help you extend the validity of your gift card.",
        "I'm glad to help with our lifelong guarantee.",
        "If you need we can help move it upstairs.",
    ],
)
def test_offer_that_allows_or_promises_something_is_checked(shop: Parts, offer: str) -> None:
    assert offer not in sent(shop, f"{CARDS}\n\n{offer}", [article(CARDS)])


@pytest.mark.parametrize(
    "courtesy",
    [
        "We apologise for losing your parcel.",
        "We apologise for our driver dropping your lamp.",
        "We're sorry about the lost parcel.",
        "We understand your lamp broke within its warranty period.",
        "I understand how our driver dropped the parcel.",
        "Thank you for choosing our waterproof lamp.",
        "I appreciate your second purchase of a copper kettle.",
    ],
)
def test_courtesy_that_tells_an_event_is_checked(shop: Parts, courtesy: str) -> None:
    assert courtesy not in sent(shop, f"{CARDS}\n\n{courtesy}", [article(CARDS)])


@pytest.mark.parametrize(
    "abstention",
    [
        "I can't find that order as your payment bounced.",
        "I can't access your order as it was wiped after a data leak.",
        "We couldn't find your order in our system as it never existed.",
        "I cannot confirm it until you post us the original box.",
        "We can't verify that unless you scan your passport first.",
        "I don't know whether our courier has stolen it.",
    ],
)
def test_abstention_with_a_reason_or_a_demand_is_checked(shop: Parts, abstention: str) -> None:
    assert abstention not in sent(shop, f"{CARDS}\n\n{abstention}", [article(CARDS)])


@pytest.mark.parametrize(
    "report",
    [
        "As you said shipping fresh food to Hawaii is possible.",
        "As you mentioned gift cards last forever.",
        "You mentioned that we owe you a new lamp.",
        "You mentioned our driver owes you compensation.",
        "You told us that your neighbour took it.",
        "You asked why our driver kept the parcel.",
    ],
)
def test_report_of_what_the_customer_never_wrote_is_not_sent(shop: Parts, report: str) -> None:
    assert report not in sent(shop, f"{CARDS} {report}", [article(CARDS), wrote("How long is a gift card valid?")])


@pytest.mark.parametrize(
    "question",
    [
        "Did we mention plants travel across every border?",
        "Do you already know gift cards last forever?",
        "Would you like your compensation as a voucher or in cash?",
        "When would you like our engineer to come?",
        "Which of the free gifts do you want?",
        "Shall we extend the validity of your gift card?",
        "Why not simply send a parcel to Hawaii?",
        "Could you throw the damaged item away?",
        "Can you pay again?",
    ],
)
def test_question_that_presumes_or_tells_to_do_something_is_checked(shop: Parts, question: str) -> None:
    assert question not in sent(shop, f"{SHIPPING} {question}", [article(SHIPPING)])


@pytest.mark.parametrize("name", ["Your Gift Cards Never Expire Team", "Fresh Food To Hawaii Service", "Parcel Lost"])
def test_signature_that_states_something_is_checked(shop: Parts, name: str) -> None:
    assert name not in sent(shop, f"{CARDS}\n\nKind regards,\n{name}", [article(CARDS)])


# --- True sentences that the draft makes say something else ---


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Are gift cards refundable?", REFUNDS),
        ("You asked if a fresh box can be sent to Germany.", SHIPPING),
        ("Do plants travel from the US to Germany?", SHIPPING),
        ("You asked whether a repair starts the warranty again.", "A repair takes up to 15 business days."),
    ],
)
def test_yes_to_a_question_that_the_sentence_does_not_answer_is_not_sent(shop: Parts, asked: str, said: str) -> None:
    answer = f"Yes, {said[0].lower()}{said[1:]}"
    assert answer not in sent(shop, f"{asked} {answer}", [article(said)])


@pytest.mark.xfail(strict=True, reason="a sentence of one heading is quoted under a line about another")
@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("You said the payment was made but no confirmation came.", "Pay again and confirm within 10 minutes."),
        ("Do not worry about E-5090.", "There is no hold."),
        ("E-5090 is the code for paid, but no confirmation.", "Pay again and confirm within 10 minutes."),
        ("You mentioned that your billing address did not match.", "There is no hold."),
    ],
)
def test_instruction_for_one_error_code_is_not_given_for_another(shop: Parts, line: str, quoted: str) -> None:
    evidence = [
        article(HOLDS, "Payment errors", "E-1043: confirmation timed out"),
        article("Do not pay again.", "Payment errors", "E-5090: paid, but no confirmation", passage="help#2"),
    ]
    assert quoted not in sent(shop, f"{line} {quoted}", evidence)


NOT_COVERED = "- Wear, scratches and stains.\n- Items that were opened or repaired by someone other than us."


@pytest.mark.xfail(strict=True, reason="a list item needs its lead-in, but not the heading that takes its place")
@pytest.mark.parametrize(
    "draft",
    [
        f"You asked what the warranty covers. Here are the details:\n{NOT_COVERED}",
        "You asked what is covered.\n\n- Wear, scratches and stains.",
        "Here is the answer:\n- Wear, scratches and stains.",
    ],
)
def test_list_under_a_heading_that_denies_is_not_sent_without_it(shop: Parts, draft: str) -> None:
    evidence = [article(NOT_COVERED, "Warranty", "What is not covered")]
    assert "Wear, scratches" not in sent(shop, draft, evidence)


@pytest.mark.xfail(strict=True, reason="steps of one procedure are quoted under a line about another")
def test_steps_of_one_procedure_are_not_given_for_another(shop: Parts) -> None:
    steps = "1. Open the e-mail and follow the link within 60 minutes.\n2. Choose a password of at least 12 characters."
    draft = f"You asked how to delete your account. Here are the steps:\n{steps}"
    assert "Open the e-mail" not in sent(shop, draft, [article(steps, "Your account", "Changing your password")])


@pytest.mark.parametrize("heading", ["Orders above 100 USD", "For members only", "Customers in the US"])
def test_statement_under_a_heading_that_limits_it_is_not_sent_alone(shop: Parts, heading: str) -> None:
    assert sent(shop, "Shipping is free.", [article("Shipping is free.", "Shipping", heading)]) != "Shipping is free."


MEMBERS = "Members of the club:\n- We pay the postage.\n\nEverybody else:\n- You pay the postage."


@pytest.mark.xfail(
    strict=True, reason="a lead-in without a limiting word may be left out, though it says for whom it holds"
)
@pytest.mark.parametrize("draft", ["We pay the postage.", "You pay the postage. We pay the postage."])
def test_item_is_not_sent_without_the_line_that_says_for_whom(shop: Parts, draft: str) -> None:
    assert "We pay the postage." not in sent(shop, draft, [article(MEMBERS)])


CHOICE = (
    "You can choose between a replacement and a refund. A replacement is sent free of charge.\n\n"
    "There are exceptions:\n\n- A final-sale item that arrives damaged is replaced, but it is not refunded."
)
WHO = (
    "You can ask for a refund while your order is inside its return window.\n\n"
    "These are never refunded, whatever the reason:\n\n- gift cards, whether or not they have been used;"
)


@pytest.mark.parametrize(
    ("section", "claim"),
    [
        (CHOICE, "You can choose between a replacement and a refund."),
        (WHO, "You can ask for a refund while your order is inside its return window."),
        ("You can cancel for free. But after packing a fee of 5 USD is due.", "You can cancel for free."),
        ("You get your money back.\n\nThat said, deposits stay with us.", "You get your money back."),
        ("We refund shipping. For damaged items, that is.", "We refund shipping."),
        ("Every item has a warranty of two years. Batteries: none.", "Every item has a warranty of two years."),
        ("Labels are free*.\n\n* In the US only.", "Labels are free*."),
    ],
)
def test_exception_of_the_same_section_is_not_left_out(shop: Parts, section: str, claim: str) -> None:
    assert sent(shop, claim, [article(section, "Damaged")]) != claim


def test_exception_in_the_next_passage_of_the_section_is_not_left_out(shop: Parts) -> None:
    claim = "Items can be returned within 30 days."
    rest = article("Sale items cannot be returned.", "Returns", passage="help#2")
    assert sent(shop, claim, [article(claim, "Returns"), rest]) != claim


@pytest.mark.parametrize(
    ("claim", "rival"),
    [
        ("Refunds take 3 days and cost 5 USD.", "Refunds take 14 days and cost 9 USD."),
        ("Refunds are paid within 3 days.", "It takes us 14 days to pay a refund."),
        ("Mugs can be returned.", "We do not take mugs back."),
    ],
)
def test_passage_that_says_otherwise_in_other_words_is_a_conflict(shop: Parts, claim: str, rival: str) -> None:
    other = Evidence(evidence_id="faq#1", source="article", trust="retrieved", text=rival, article="faq")
    assert claim not in sent(shop, claim, [article(claim), other])


def test_section_that_contradicts_itself_is_a_conflict(shop: Parts) -> None:
    claim = "The return window is 45 days."
    rival = article("The return window is 30 days.", "Returns", passage="help#2")
    assert claim not in sent(shop, claim, [article(claim, "Returns"), rival])


@pytest.mark.parametrize(
    "dates", [{"effective_to": date(2026, 8, 31)}, {"effective_from": date(2027, 1, 1)}], ids=["expired", "to come"]
)
def test_article_that_is_not_in_force_proves_nothing(shop: Parts, dates: dict[str, date]) -> None:
    claim = "The return window is 45 days."
    assert claim not in sent(shop, claim, [article(claim).model_copy(update=dates)])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("My neighbour says the parcel that came last year was open.", "Your parcel came open."),
        ("I wonder whether my parcel came late or early.", "Your parcel came late."),
        ("My sister wants to know who opened the parcel.", "Your sister opened the parcel."),
        ("I heard a story in which the courier stole a parcel.", "The courier stole the parcel."),
        ("I ordered a lamp because the old one makes a sound.", "Your lamp makes a sound."),
    ],
)
def test_reworded_report_says_what_the_customer_said(shop: Parts, words: str, told: str) -> None:
    assert "You mentioned" not in sent(shop, f"{REFUNDS} {told}", [article(REFUNDS), wrote(words)])


# --- Orders ---


@pytest.mark.parametrize(
    "draft",
    [
        "Your whole order ORD-98640 has been refunded.",
        "The entire order ORD-98640 was refunded on 30 September 2026.",
        "We have refunded your whole order ORD-98640.",
    ],
)
def test_part_refund_is_no_refund_of_the_whole_order(shop: Parts, draft: str) -> None:
    assert sent(shop, draft, orders(shop, "ORD-98640")) == ""


@pytest.mark.parametrize(
    "draft",
    ["ORD-99099 was paid by gift card on 13 November 2026.", "You paid for ORD-99099 with your credit card."],
)
def test_order_paid_in_two_ways_was_not_paid_by_one_of_them(shop: Parts, draft: str) -> None:
    assert sent(shop, draft, orders(shop, "ORD-99099")) == ""


@pytest.mark.parametrize(
    "draft",
    [
        "Order ORD-99107 contains a linen apron and it cost 86.40 USD.",
        "You ordered a linen apron in order ORD-99107 and it cost 86.40 USD in total.",
        "Order ORD-99107 includes a linen apron, and it totalled 86.40 USD.",
    ],
)
def test_total_of_the_order_is_not_the_price_of_its_item(shop: Parts, draft: str) -> None:
    assert "86.40" not in sent(shop, draft, orders(shop, "ORD-99107"))


@pytest.mark.parametrize(
    "draft",
    [
        "Order ORD-99107:\n- The stoneware mixing bowl was 52.40 USD.",
        "Order ORD-99107 contains the mixing bowl at 52.40 USD.",
        "Order ORD-99107 includes both linen aprons.",
        "Order ORD-99107 contains linen aprons.",
        "Here are the details of ORD-99107:\n- All the linen aprons were shipped on 17 November 2026.",
        "Order ORD-99107 contains -2 stoneware mixing bowls.",
        "You paid 52.40 USD for the mixing bowl in ORD-99107.",
    ],
)
def test_item_is_said_in_its_number(shop: Parts, draft: str) -> None:
    assert draft not in sent(shop, draft, orders(shop, "ORD-99107"))


@pytest.mark.parametrize(
    "draft",
    [
        "The items total of ORD-99118 is 47.00 USD, including 5.95 USD for shipping.",
        "The items of ORD-99118 come to 47.00 USD including 5.95 USD for shipping.",
        "Order ORD-99118 contains a cotton bathrobe for 47.00 USD, including 5.95 USD shipping.",
    ],
)
def test_shipping_is_not_included_in_the_price_of_the_items(shop: Parts, draft: str) -> None:
    assert draft not in sent(shop, draft, orders(shop, "ORD-99118"))


@pytest.mark.parametrize(
    ("order_id", "draft"),
    [
        ("ORD-99118", "ORD-99118 came to 52.95 USD plus 5.95 USD for shipping."),
        ("ORD-99118", "You paid 52.95 USD for ORD-99118, plus 5.95 USD for shipping."),
        ("ORD-98640", "ORD-98640 was refunded including 9.50 USD for shipping."),
        ("ORD-98231", "The contents of ORD-98231 cost 53.45 USD."),
    ],
)
def test_total_has_the_shipping_in_it_and_the_refund_may_not(shop: Parts, order_id: str, draft: str) -> None:
    assert sent(shop, draft, orders(shop, order_id)) == ""


@pytest.mark.parametrize(
    ("order_id", "draft"),
    [
        ("ORD-99107", "ORD-99107 is now with Coastline Parcel."),
        ("ORD-99107", "ORD-99107 is being carried by Coastline Parcel."),
        ("ORD-99107", "Coastline Parcel is delivering ORD-99107."),
        ("ORD-99107", "ORD-99107 is being sent to Portland."),
        ("ORD-99202", "ORD-99202 is travelling with Noordpost."),
        ("ORD-10499", "Order ORD-10499 is being sent to Chicago."),
        ("ORD-10499", "Order ORD-10499 is going to an address in Chicago."),
    ],
)
def test_order_that_has_arrived_or_was_cancelled_is_not_on_its_way(shop: Parts, order_id: str, draft: str) -> None:
    assert sent(shop, draft, orders(shop, order_id)) == ""


@pytest.mark.parametrize(
    "draft",
    [
        "Order ORD-10499 has been cancelled as you asked.",
        "As requested, order ORD-10499 was cancelled on 19 November 2026.",
    ],
)
def test_who_asked_for_a_cancellation_is_not_recorded(shop: Parts, draft: str) -> None:
    assert sent(shop, draft, orders(shop, "ORD-10499")) == ""


@pytest.mark.parametrize("verb", ["have", "receive"])
def test_estimated_day_is_not_one_on_which_it_can_be_had(shop: Parts, verb: str) -> None:
    assert sent(shop, f"You can {verb} ORD-99455 on 7 December 2026.", orders(shop, "ORD-99455")) == ""


@pytest.mark.parametrize("agent", ["Your carrier", "The carrier"])
def test_carrier_that_is_not_known_yet_expects_nothing(shop: Parts, agent: str) -> None:
    draft = f"{agent} expects to deliver ORD-99455 on 7 December 2026."
    assert sent(shop, draft, orders(shop, "ORD-99455")) == ""


@pytest.mark.parametrize("amount", ["€86.40 USD", "£86.40 USD", "C$86.40 USD"])
def test_amount_in_two_currencies_is_none(shop: Parts, amount: str) -> None:
    assert sent(shop, f"ORD-99107 came to {amount}.", orders(shop, "ORD-99107")) == ""


@pytest.mark.parametrize("adverb", ["now", "now also"])
def test_refund_of_last_week_was_not_made_now(shop: Parts, adverb: str) -> None:
    draft = f"I have {adverb} refunded 96.00 USD for order ORD-10499."
    assert sent(shop, draft, orders(shop, "ORD-10499")) == ""


def test_one_date_is_said_of_both_verbs(shop: Parts) -> None:
    draft = "Order ORD-99107 was shipped and delivered on 21 November 2026."
    assert sent(shop, draft, orders(shop, "ORD-99107")) == ""


def test_return_that_was_requested_has_not_been_received(shop: Parts) -> None:
    assert sent(shop, "The return of ORD-10412 has been received.", orders(shop, "ORD-10412")) == ""


def test_town_of_that_name_in_another_state_is_not_proved(shop: Parts) -> None:
    draft = "Order ORD-99107 was delivered to Portland, Maine."
    assert sent(shop, draft, orders(shop, "ORD-99107", "ORD-98231")) == ""


# --- Articles, links, citations, limits ---


@pytest.mark.xfail(strict=True, reason="letter case is folded, and US reads as us")
def test_us_is_not_the_us(shop: Parts) -> None:
    evidence = [article("The QR code is for the US only.")]
    assert sent(shop, "The QR code is for us only.", evidence) == ""


@pytest.mark.xfail(strict=True, reason="any link that some passage holds may stand behind any words")
def test_link_leads_where_its_words_say(shop: Parts) -> None:
    passages = shop.knowledge.searcher.state.passages
    evidence = [passage_evidence(one, TODAY) for one in passages if one.article in ("gift-cards", "refunds")]
    draft = "See the balance at [harbourlane.example/gift-cards](https://harbourlane.example/account/orders)."
    assert sent(shop, draft, evidence) == ""


def test_source_line_names_the_right_article(shop: Parts) -> None:
    assert "Warranty" not in sent(shop, f"{REFUNDS} Source: Warranty", [article(REFUNDS, "Refunds")])


@pytest.mark.parametrize("span", ["999999999999 days", "99999999 fortnights"])
def test_impossible_number_of_days_is_not_proved(shop: Parts, span: str) -> None:
    assert sent(shop, f"ORD-99455 should arrive in {span}.", orders(shop, "ORD-99455")) == ""


def test_half_of_a_character_is_no_failure(shop: Parts) -> None:
    # A model that runs out of tokens within an emoji may leave one.
    assert "Thanks \ud83d" not in sent(shop, f"{REFUNDS} Thanks \ud83d", [article(REFUNDS)])


# --- What has to be sent as before ---


@pytest.mark.parametrize(
    "line",
    [
        "Feel free to write to us again.",
        "Please let me know if you have any other questions.",
        "Thank you for your patience.",
        "We're sorry about the trouble.",
        "Would you like to know more about this?",
        "Is there anything else I can do for you?",
        "I can't find that order in your account.",
        "Kind regards,\nYour customer support team",
    ],
)
def test_plain_courtesy_stays(shop: Parts, line: str) -> None:
    assert line in sent(shop, f"{CARDS}\n\n{line}", [article(CARDS)])


def test_sentence_behind_a_no_stays_without_it(shop: Parts) -> None:
    rule = "Gift cards are never refunded and cannot be exchanged for cash."
    assert sent(shop, f"Can gift cards be refunded? No, gift{rule[4:]}", [article(rule)]).endswith(rule)


def test_report_of_what_the_customer_wrote_stays(shop: Parts) -> None:
    draft = f"You asked how long a gift card is valid. {CARDS}"
    assert sent(shop, draft, [article(CARDS), wrote("How long is a gift card valid?")]) == draft
