"""A refund that is asked for is put to the Gatekeeper as the order stands, and only for the customer's own order."""

from __future__ import annotations

from decimal import Decimal

import pytest

from agent.actions.refund_desk import Certified, RefundDesk
from agent.gathering import Turn
from knowledge.order_files import read_order_file
from knowledge.order_types import Order
from knowledge.sample import orders_file
from policies.gatekeeper import Gatekeeper
from policies.rules import load_rules
from tests.agent.shop import TODAY

ORDERS = {order.order_id: order for order in read_order_file(orders_file()).orders}


def orders_of(customer_id: str) -> tuple[Order, ...]:
    return tuple(order for order in ORDERS.values() if order.customer_id == customer_id)


DESK = RefundDesk(Gatekeeper(load_rules()), orders_of)


def certified(order_id: str, customer_id: str | None, message: str = "Please refund it") -> Certified | None:
    return DESK.certify(message, order_id, Turn(customer_id=customer_id, today=TODAY))


def for_owner(order_id: str, message: str = "Please refund it") -> Certified:
    found = certified(order_id, ORDERS[order_id].customer_id, message)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("order_id", "outcome", "rule"),
    [
        ("ORD-97713", "certified", "refund-2026-09"),  # 50.00 USD, delivered 25 days ago
        ("ORD-97730", "certified", "refund-2025"),  # 41 days ago, placed on the last day of the 45-day rule
        ("ORD-97731", "refused", "refund-2026-09"),  # 41 days ago, placed a day later
        ("ORD-99181", "approval_needed", "refund-2026-09"),  # 57.95 USD
        ("ORD-97001", "refused", "refund-2025"),  # delivered in May
        ("ORD-99412", "approval_needed", "fresh-food"),
        ("ORD-99071", "approval_needed", "plants"),
        ("ORD-99188", "refused", "refund-2026-09"),  # final sale
        ("ORD-99260", "refused", "refund-2026-09"),  # personalised
        ("ORD-98450", "refused", "refund-2025"),  # a gift card, delivered in August
        ("ORD-98875", "approval_needed", "hygiene"),
        ("ORD-99319", "refused", "order-state"),  # not shipped
        ("ORD-99301", "approval_needed", "order-state"),  # partially shipped
        ("ORD-10412", "approval_needed", "order-state"),  # a return is under way
        ("ORD-98640", "refused", "already-refunded"),
    ],
)
def test_sample_order_is_judged_by_its_rule(order_id: str, outcome: str, rule: str) -> None:
    decision = for_owner(order_id).decision
    assert (decision.outcome, decision.rule) == (outcome, rule)


@pytest.mark.parametrize("order_id", ["ORD-10499", "ORD-10214", "ORD-99110", "ORD-98117"])
def test_order_that_was_paid_back_in_full_is_refunded_no_more(order_id: str) -> None:
    assert for_owner(order_id).decision.outcome == "refused"


def test_whole_of_what_is_left_is_asked_for() -> None:
    request = for_owner("ORD-98730").request
    assert (request.amount, request.already_refunded) == (Decimal("50.45"), Decimal("25.00"))


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("refund it, it came broken", "damaged"),
        ("refund it, it stopped working", "faulty"),
        ("refund it, it never arrived", "not_arrived"),
        ("refund it, I changed my mind", "changed_mind"),
        ("refund it", "other"),
    ],
)
def test_reason_is_read_from_the_message(message: str, reason: str) -> None:
    assert for_owner("ORD-97713", message).request.reason == reason


def test_damaged_plant_within_a_week_is_for_a_person_above_the_limit() -> None:
    decision = for_owner("ORD-99377", "refund it, the stems are broken").decision
    assert (decision.outcome, decision.limit) == ("approval_needed", Decimal("50.00"))


def test_fresh_food_reported_after_two_days_is_refused() -> None:
    assert for_owner("ORD-99402", "refund it, the salmon was spoiled").decision.rule == "fresh-food"


@pytest.mark.parametrize("customer_id", ["C-1002", "C-9999", None])
def test_order_of_somebody_else_is_never_judged(customer_id: str | None) -> None:
    assert certified("ORD-99107", customer_id) is None


def test_order_that_does_not_exist_is_never_judged() -> None:
    assert certified("ORD-99999", "C-1001") is None
