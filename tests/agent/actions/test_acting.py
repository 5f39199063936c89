"""From a wish to a record: proposed, certified, confirmed, carried out once; the order's state is looked at, not the words."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from agent.actions.acting import Acted
from agent.actions.records import sentence
from knowledge.orders import OrderStore
from knowledge.settings import orders_path
from tests.agent.actions.desk import Talk, desk_in, order_in, talk_in
from tests.agent.shop import TODAY


def done_words(acted: Acted | None) -> str:
    assert acted is not None
    assert acted.record is not None
    return sentence(acted.record, with_address=True)


@pytest.mark.parametrize(
    ("order_id", "text", "step", "rule"),
    [
        ("ORD-97713", "Please refund it", "asks_yes", "refund-2026-09"),  # 50.00 USD, delivered 25 days ago
        ("ORD-97730", "Please refund it", "asks_yes", "refund-2025"),  # the last day of the 45-day rule
        ("ORD-97731", "Please refund it", "refused", "refund-2026-09"),  # placed a day later
        ("ORD-99181", "Please refund it", "for_a_person", "refund-2026-09"),  # 57.95 USD
        ("ORD-97001", "Please refund it", "refused", "refund-2025"),  # delivered in May
        ("ORD-99412", "Please refund it", "for_a_person", "fresh-food"),
        ("ORD-99188", "Please refund it", "refused", "refund-2026-09"),  # final sale
        ("ORD-99377", "refund it, the stems are broken", "for_a_person", "refund-2026-09"),
        ("ORD-99402", "refund it, the salmon was spoiled", "refused", "fresh-food"),
        ("ORD-10499", "Please refund it", "refused", "order-state"),
        ("ORD-99455", "cancel it", "asks_yes", "cancel-2025"),
        ("ORD-99333", "cancel it", "for_a_person", "cancel-2025"),  # processed
        ("ORD-99170", "cancel it", "refused", "cancel-2025"),  # shipped
        ("ORD-99107", "cancel it", "refused", "cancel-2025"),  # delivered
        ("ORD-10499", "cancel it", "refused", "already-done"),
        ("ORD-99420", "send the mugs again, they are broken", "asks_yes", "resend-2025"),
        ("ORD-99420", "please send the mugs again", "for_a_person", "resend-2025"),  # no reason given
        ("ORD-99250", "please resend it", "for_a_person", "resend-2025"),  # shipped
        ("ORD-99455", "please resend it", "refused", "resend-2025"),  # not shipped yet
    ],
)
def test_wish_is_judged_by_the_rules_of_the_day_the_order_was_placed(
    home: Path, order_id: str, text: str, step: str, rule: str
) -> None:
    acted = talk_in(home, order_id).say(text)
    assert acted is not None
    assert acted.decision is not None
    assert (acted.step, acted.decision.rule) == (step, rule)


def test_question_says_exactly_what_will_be_done(home: Path) -> None:
    cancel, refund = talk_in(home, "ORD-99455").say("cancel it"), talk_in(home, "ORD-97713").say("refund it")
    assert cancel is not None
    assert refund is not None
    assert cancel.question == ("Cancel order ORD-99455 (1 item, 79.00 USD back to your credit card)? Reply yes or no.")
    assert refund.question == (
        "Refund 50.00 USD of order ORD-97713 (1 × Enamel roasting pan) to your credit card? Reply yes or no."
    )


def test_nothing_is_done_before_the_yes(home: Path) -> None:
    before = order_in(home, "ORD-99455")
    talk_in(home, "ORD-99455", "cancel it")
    assert order_in(home, "ORD-99455") == before


def test_yes_cancels_and_pays_back(home: Path) -> None:
    acted = talk_in(home, "ORD-99455", "cancel it").say("yes")
    order = order_in(home, "ORD-99455")
    assert (order.status, order.cancelled_on) == ("cancelled", TODAY)
    assert [(move.kind, move.amount, move.method, move.on) for move in order.payments[1:]] == [
        ("refund", Decimal("79.00"), "credit_card", TODAY)
    ]
    assert done_words(acted).startswith(
        "Order ORD-99455 was cancelled on 2026-11-30, and 79.00 USD were refunded to your credit card (reference A-"
    )


def test_yes_refunds_in_full_and_the_order_says_so(home: Path) -> None:
    acted = talk_in(home, "ORD-97713", "refund it").say("Yes, please.")
    order = order_in(home, "ORD-97713")
    assert (order.status, order.refunded_on, order.payments[-1].amount) == ("refunded", TODAY, Decimal("50.00"))
    assert done_words(acted).startswith("50.00 USD for order ORD-97713 were refunded to your credit card on 2026-11-30")


def test_part_of_an_order_is_refunded_and_its_status_stays(home: Path) -> None:
    talk = talk_in(home, "ORD-99107", "refund the apron please")
    assert talk.last is not None
    assert talk.last.question.startswith("Refund 34.00 USD of order ORD-99107 (1 × Linen apron)")
    talk.say("yes")
    order = order_in(home, "ORD-99107")
    assert (order.status, order.payments[-1].amount) == ("delivered", Decimal("34.00"))


def test_slices_of_a_large_refund_do_not_pass_the_limit(home: Path) -> None:
    talk = talk_in(home, "ORD-99107", "refund the apron please")
    assert talk.step("yes") == "done"
    assert talk.step("please refund one of the bowls") == "for_a_person"  # 34.00 + 26.20 are above 50.00


def test_address_is_changed_to_what_was_given(home: Path) -> None:
    talk = talk_in(home, "ORD-99455", "change the address to 12 Quay Street, Portland, OR 97205")
    assert talk.last is not None
    assert talk.last.question == (
        "Send order ORD-99455 to 12 Quay Street, Portland, OR 97205, US from now on? Reply yes or no."
    )
    assert "was changed to 12 Quay Street, Portland, OR 97205, US on 2026-11-30" in done_words(talk.say("yes"))
    assert order_in(home, "ORD-99455").address.line1 == "12 Quay Street"


def test_missing_address_is_asked_for_and_taken_from_the_next_message(home: Path) -> None:
    talk = talk_in(home, "ORD-99455")
    assert talk.step("please change the address") == "asks_part"
    assert talk.step("12 Quay Street, Portland, OR 97205") == "asks_yes"
    assert talk.step("yes") == "done"


def test_message_without_the_missing_part_is_answered_as_usual(home: Path) -> None:
    talk = talk_in(home, "ORD-99455", "please change the address")
    assert talk.say("how long does shipping take?") is None
    assert talk.say("12 Quay Street, Portland, OR 97205") is None  # the question before is no longer open


def test_address_abroad_is_for_a_person(home: Path) -> None:
    text = "change the address to Hauptstr. 5, 10115 Berlin, Germany"
    assert talk_in(home, "ORD-99455").step(text) == "for_a_person"


def test_which_item_is_asked_where_the_name_fits_none(home: Path) -> None:
    talk = talk_in(home, "ORD-99107")
    assert talk.step("please refund the teapot") == "asks_part"
    assert talk.step("the apron") == "asks_yes"


def test_single_line_is_taken_out_of_an_order_by_a_person_only(home: Path) -> None:
    assert talk_in(home, "ORD-99301").step("cancel the mugs") == "for_a_person"


def test_items_are_sent_again_once(home: Path) -> None:
    talk = talk_in(home, "ORD-99420", "send the mugs again, they are broken")
    words = done_words(talk.say("yes"))
    assert words.startswith("A replacement for 2 × Speckled mug of order ORD-99420 was ordered on 2026-11-30, free of")
    other = Talk(desk_in(home), "ORD-99420", "C-1010", "another conversation")
    assert other.step("send the mugs again, they are broken") == "refused"


def test_money_back_for_what_was_sent_again_is_for_a_person(home: Path) -> None:
    talk = talk_in(home, "ORD-99420", "send the mugs again, they are broken")
    talk.say("yes")
    assert talk.step("please refund the mugs, they are broken") == "for_a_person"


@pytest.mark.parametrize("answer", ["no", "No, leave it", "no wait, leave it", "don't"])
def test_no_leaves_the_order_as_it_is(home: Path, answer: str) -> None:
    before = order_in(home, "ORD-99455")
    talk = talk_in(home, "ORD-99455", "cancel it")
    assert talk.step(answer) == "left"
    assert talk.say("yes") is None
    assert order_in(home, "ORD-99455") == before


@pytest.mark.parametrize("answer", ["yes but keep one", "what does it cost?", "> yes", "“yes”", "hello", "yes?"])
def test_anything_but_a_plain_yes_does_nothing_and_drops_the_proposal(home: Path, answer: str) -> None:
    before = order_in(home, "ORD-99455")
    talk = talk_in(home, "ORD-99455", "cancel it")
    assert talk.say(answer) is None
    assert talk.say("yes") is None
    assert order_in(home, "ORD-99455") == before


def test_yes_that_names_another_order_is_no_yes(home: Path) -> None:
    assert talk_in(home, "ORD-99455", "cancel it").say("yes, ORD-99107") is None


def test_yes_of_another_customer_does_nothing(home: Path) -> None:
    talk = talk_in(home, "ORD-99455", "cancel it")
    talk.customer_id = "C-1002"
    assert talk.say("yes") is None


def test_yes_after_the_order_changed_does_nothing_and_says_so(home: Path) -> None:
    talk = talk_in(home, "ORD-99455", "cancel it")
    with OrderStore(orders_path(home)).changing() as changes:
        order = order_in(home, "ORD-99455")
        changes.write(order.model_copy(update={"status": "shipped", "shipped_on": TODAY}))
    assert talk.step("yes") == "changed"
    assert order_in(home, "ORD-99455").status == "shipped"


def test_yes_some_days_later_does_nothing_and_says_so(home: Path) -> None:
    talk = talk_in(home, "ORD-99455", "cancel it")
    talk.today = TODAY + timedelta(days=2)
    assert talk.step("yes") == "too_old"
    assert order_in(home, "ORD-99455").status == "pending"


def test_same_wish_again_is_told_what_was_done_and_does_nothing_more(home: Path) -> None:
    talk = talk_in(home, "ORD-97713", "refund it")
    first = talk.say("yes")
    again = talk.say("please refund it")
    assert done_words(again) == done_words(first)
    assert len(order_in(home, "ORD-97713").payments) == 2


def test_same_wish_in_another_conversation_is_refused_by_the_orders_state(home: Path) -> None:
    talk_in(home, "ORD-97713", "refund it").say("yes")
    assert Talk(desk_in(home), "ORD-97713", "C-1009", "another").step("refund it") == "refused"
    assert len(order_in(home, "ORD-97713").payments) == 2


def test_wish_that_waits_for_a_person_is_asked_of_them_once(home: Path) -> None:
    talk = talk_in(home, "ORD-99181", "refund it")
    assert talk.step("please refund it") == "for_a_person"
    assert len(talk.desk.approvals.book.approvals()) == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("customer_id", ["C-1002", "C-9999", None])
def test_order_of_somebody_else_is_never_judged(home: Path, customer_id: str | None) -> None:
    assert Talk(desk_in(home), "ORD-99107", customer_id).say("please refund it") is None


def test_money_goes_back_to_each_method_it_came_from(home: Path) -> None:
    talk = talk_in(home, "ORD-99099")  # 75.00 by gift card, 114.00 by credit card
    acted = talk.say("please refund 80 USD of it")
    assert acted is not None
    assert acted.step == "for_a_person"
    approval = acted.approval
    assert approval is not None
    assert approval.proposal.amount == Decimal("80.00")


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("refund 20 USD for the apron", "asks_yes"),
        ("refund $20.00 please", "asks_yes"),
        ("refund 20 EUR please", "asks_part"),
        ("refund 20 or 30 USD please", "asks_part"),
        ("refund 1,000.00 USD please", "asks_part"),
        ("refund -20 USD please", "asks_part"),
        ("refund 20.005 USD please", "asks_part"),
        ("refund 900 USD please", "refused"),
        ("refund 0 USD please", "refused"),
    ],
)
def test_sum_that_is_asked_for_is_read_strictly(home: Path, text: str, step: str) -> None:
    assert talk_in(home, "ORD-99107").step(text) == step


@pytest.mark.parametrize(
    "text",
    [
        "refund 50% of it",
        "refund me half of it",
        "please refund the delivery cost",
        "refund 20 please",
        "I want a partial refund",
        "refund 500 kr",
        "refund me 12.50",
        "refund me the difference",
    ],
)
def test_part_without_a_sum_is_asked_for_and_never_taken_for_all(home: Path, text: str) -> None:
    talk = talk_in(home, "ORD-97713")
    assert talk.step(text) == "asks_part"
    assert talk.step("I mean the whole order") == "asks_yes"


def test_part_that_is_asked_for_is_not_read_from_words_that_take_the_wish_back(home: Path) -> None:
    talk = talk_in(home, "ORD-99107", "refund the scarf")
    assert talk.say("no, I don't want everything refunded, leave it") is None
    assert desk_in(home).approvals.find("") is None
    assert order_in(home, "ORD-99107").status == "delivered"


def test_address_that_was_changed_back_since_is_not_said_to_be_so(home: Path) -> None:
    text = "change the address to 12 Quay Street, Portland, OR 97205"
    talk = talk_in(home, "ORD-99455", text)
    talk.say("yes")
    order = order_in(home, "ORD-99455")
    with OrderStore(orders_path(home)).changing() as changes:
        changes.write(order.model_copy(update={"address": order.address.model_copy(update={"line1": "1 Old Road"})}))
    again = talk.say(text)
    assert again is not None
    assert (again.step, again.record) == ("for_a_person", None)
