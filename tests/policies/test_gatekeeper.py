"""The Gatekeeper certifies, asks a person, or refuses; its boundaries are days and cents."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from policies.gatekeeper import Gatekeeper
from policies.rules import load_rules
from policies.types import Decision, RefundLine, RefundRequest

BOWL = RefundLine(name="Stoneware bowl", category="kitchen")
FOOD = RefundLine(name="Soup box", category="perishable")
PLANT = RefundLine(name="Peace lily", category="plants")


def asked(**changes: Any) -> RefundRequest:
    """Build an eligible request of 20.00 USD, delivered on 2026-11-20, with some fields changed."""
    fields: dict[str, Any] = {
        "order_id": "ORD-500",
        "placed_on": date(2026, 11, 16),
        "delivered_on": date(2026, 11, 20),
        "status": "delivered",
        "currency": "USD",
        "amount": Decimal("20.00"),
        "order_total": Decimal("200.00"),
        "already_refunded": Decimal("0.00"),
        "lines": (BOWL,),
        "reason": "changed_mind",
        "reported_on": date(2026, 11, 22),
        "identity_verified": True,
        "today": date(2026, 11, 30),
    }
    return RefundRequest(**(fields | changes))


def judged(**changes: Any) -> Decision:
    return Gatekeeper(load_rules()).certify_refund(asked(**changes))


def outcome(**changes: Any) -> tuple[str, str]:
    decision = judged(**changes)
    return decision.outcome, decision.rule


def test_small_refund_of_an_eligible_order_is_certified() -> None:
    assert judged() == Decision(
        outcome="certified",
        rule="refund-2026-09",
        reason="The refund is within the limit and inside the window, which ends on 2026-12-20.",
        limit=Decimal("50.00"),
        window_ends=date(2026, 12, 20),
        confirm=True,
    )


def test_exactly_the_limit_is_certified() -> None:
    assert outcome(amount=Decimal("50.00")) == ("certified", "refund-2026-09")


def test_one_cent_above_the_limit_needs_a_person() -> None:
    decision = judged(amount=Decimal("50.01"))
    assert decision.outcome == "approval_needed"
    assert decision.reason == "Refunds of 50.01 USD on one order are above the automatic limit of 50.00 USD."


def test_refund_asked_for_in_slices_needs_a_person() -> None:
    sliced = outcome(amount=Decimal("30.00"), already_refunded=Decimal("20.01"))
    assert sliced == ("approval_needed", "refund-2026-09")


def test_last_day_of_the_window_is_certified() -> None:
    last_day = date(2026, 12, 20)
    assert outcome(reported_on=last_day, today=last_day) == ("certified", "refund-2026-09")


def test_day_after_the_window_is_refused() -> None:
    late = judged(reported_on=date(2026, 12, 21), today=date(2026, 12, 21))
    assert (late.outcome, late.reason) == (
        "refused",
        "The refund window of order ORD-500 ended on 2026-12-20.",
    )


def test_request_made_in_time_stays_in_time_when_judged_later() -> None:
    assert outcome(reported_on=date(2026, 12, 20), today=date(2027, 1, 15))[0] == "certified"


def test_order_placed_on_the_last_day_of_the_old_rule_keeps_its_45_days() -> None:
    delivered, day_45 = date(2026, 9, 4), date(2026, 10, 19)
    old = judged(placed_on=date(2026, 8, 31), delivered_on=delivered, reported_on=day_45)
    assert (old.outcome, old.rule, old.window_ends) == ("certified", "refund-2025", day_45)


def test_order_placed_on_the_first_day_of_the_new_rule_has_30_days() -> None:
    delivered, day_45 = date(2026, 9, 4), date(2026, 10, 19)
    new = judged(placed_on=date(2026, 9, 1), delivered_on=delivered, reported_on=day_45)
    assert (new.outcome, new.rule, new.window_ends) == ("refused", "refund-2026-09", date(2026, 10, 4))


def test_order_older_than_every_rule_goes_to_a_person() -> None:
    assert outcome(placed_on=date(2024, 12, 31)) == ("approval_needed", "no-rule-in-force")


def test_fault_found_after_the_window_goes_to_a_person() -> None:
    late = date(2026, 12, 21)
    assert outcome(reason="faulty", reported_on=late, today=late)[0] == "approval_needed"


def test_fresh_food_is_refused_unless_it_was_damaged() -> None:
    decision = judged(lines=(FOOD,))
    assert (decision.outcome, decision.rule) == ("refused", "fresh-food")
    assert "only if it is damaged" in decision.reason


@pytest.mark.parametrize(("day", "expected"), [(22, "certified"), (23, "refused")])
def test_damaged_fresh_food_must_be_reported_within_two_days(day: int, expected: str) -> None:
    decision = judged(lines=(FOOD,), reason="damaged", reported_on=date(2026, 11, day))
    assert decision.outcome == expected


@pytest.mark.parametrize(("day", "expected"), [(27, "certified"), (28, "refused")])
def test_damaged_plant_must_be_reported_within_seven_days(day: int, expected: str) -> None:
    decision = judged(lines=(PLANT,), reason="damaged", reported_on=date(2026, 11, day))
    assert decision.outcome == expected


def test_late_report_of_damage_names_the_day_it_was_due() -> None:
    decision = judged(lines=(FOOD,), reason="damaged", reported_on=date(2026, 11, 23))
    assert decision.reason == "Soup box had to be reported by 2026-11-22, and was reported on 2026-11-23."
    assert decision.window_ends == date(2026, 11, 22)


@pytest.mark.parametrize("category", ["gift card", "gift_card", "Gift-Cards"])
def test_gift_card_is_refused_even_when_faulty(category: str) -> None:
    card = RefundLine(name="Gift card", category=category)
    assert outcome(lines=(card,), reason="faulty") == ("refused", "gift-cards")


def test_personalised_item_is_refused_even_when_damaged() -> None:
    mug = RefundLine(name="Name mug", category="kitchen", personalised=True)
    assert outcome(lines=(mug,), reason="damaged")[0] == "refused"


def test_final_sale_item_is_refused() -> None:
    lamp = RefundLine(name="Lamp", category="home", final_sale=True)
    assert judged(lines=(lamp,)).reason == "Lamp was a final-sale item."


def test_one_refused_line_refuses_the_whole_request() -> None:
    earbuds = RefundLine(name="Earbuds", category="hygiene")
    assert outcome(lines=(BOWL, earbuds, FOOD)) == ("refused", "fresh-food")


def test_hygiene_item_sent_back_unopened_is_for_a_person_to_see() -> None:
    earbuds = RefundLine(name="Earbuds", category="hygiene")
    assert outcome(lines=(earbuds,)) == ("approval_needed", "hygiene")
    assert outcome(lines=(earbuds,), reason="faulty")[0] == "certified"


def test_hygiene_item_after_the_window_is_refused() -> None:
    earbuds, late = RefundLine(name="Earbuds", category="hygiene"), date(2026, 12, 21)
    assert outcome(lines=(earbuds,), reported_on=late, today=late) == ("refused", "refund-2026-09")


@pytest.mark.parametrize("amount", ["0.00", "-5.00"])
def test_amount_of_nothing_or_less_is_refused(amount: str) -> None:
    assert outcome(amount=Decimal(amount)) == ("refused", "amount")


def test_amount_above_the_order_total_is_refused() -> None:
    decision = judged(amount=Decimal("20.01"), order_total=Decimal("20.00"))
    assert decision.reason == "20.01 USD is more than the 20.00 USD that can still be refunded."


def test_amount_above_what_is_left_is_refused() -> None:
    left = outcome(order_total=Decimal("30.00"), already_refunded=Decimal("10.01"))
    assert left == ("refused", "amount")


def test_order_refunded_in_full_is_refused() -> None:
    assert outcome(already_refunded=Decimal("200.00")) == ("refused", "already-refunded")
    assert outcome(status="refunded") == ("refused", "already-refunded")


def test_other_currency_goes_to_a_person() -> None:
    decision = judged(currency="EUR")
    assert (decision.outcome, decision.rule) == ("approval_needed", "currency")
    assert "paid in EUR" in decision.reason


def test_cancelled_order_is_refused() -> None:
    assert outcome(status="cancelled") == ("refused", "order-state")


@pytest.mark.parametrize("status", ["pending", "processed", "shipped"])
def test_order_on_its_way_is_refused_and_a_lost_one_goes_to_a_person(status: str) -> None:
    assert outcome(status=status, delivered_on=None) == ("refused", "order-state")
    lost = outcome(status=status, delivered_on=None, reason="not_arrived")
    assert lost == ("approval_needed", "order-state")


def test_parcel_marked_delivered_that_did_not_arrive_goes_to_a_person() -> None:
    assert outcome(reason="not_arrived")[0] == "approval_needed"


@pytest.mark.parametrize("status", ["partially_shipped", "return_requested", "exchange_requested", "returned"])
def test_order_in_the_middle_of_something_goes_to_a_person(status: str) -> None:
    assert outcome(status=status) == ("approval_needed", "order-state")


@pytest.mark.parametrize("missing", ["placed_on", "delivered_on"])
def test_missing_date_goes_to_a_person(missing: str) -> None:
    assert outcome(**{missing: None}) == ("approval_needed", "dates")


def test_dates_that_cannot_all_be_true_go_to_a_person() -> None:
    assert outcome(delivered_on=date(2026, 11, 15)) == ("approval_needed", "dates")
    assert outcome(reported_on=date(2026, 12, 1)) == ("approval_needed", "dates")


def test_request_without_lines_goes_to_a_person() -> None:
    assert outcome(lines=()) == ("approval_needed", "lines")


def test_stranger_is_told_the_same_words_for_every_order() -> None:
    here, gone = judged(identity_verified=False), judged(identity_verified=False, status="cancelled")
    assert here.outcome == "refused"
    assert (
        here.reason
        == gone.reason
        == ("Identity comes first: please give your order number and postcode of the delivery address.")
    )


def test_personal_data_is_told_only_to_a_verified_customer() -> None:
    keeper = Gatekeeper(load_rules())
    assert keeper.certify_disclosure("orders", identity_verified=False).outcome == "refused"
    assert keeper.certify_disclosure("orders", identity_verified=True).outcome == "certified"


def test_sum_that_is_not_a_number_is_no_request() -> None:
    with pytest.raises(ValidationError):
        asked(amount=Decimal("NaN"))
