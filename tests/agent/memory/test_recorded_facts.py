"""What the shop's own records say about a customer."""

from __future__ import annotations

from agent.memory.recorded_facts import recorded_facts
from knowledge.order_types import Customer, Order
from tests.knowledge.orders_data import customer, order


def test_language_and_first_order_name_their_record() -> None:
    who = Customer.model_validate({**customer("C-1"), "language": "de-AT"})
    orders = [Order.model_validate(order(f"ORD-{n}", placed_on=f"2026-0{n}-02")) for n in (5, 3)]
    assert list(recorded_facts(who, orders)) == [
        ("preferred_language", "de", "customer/C-1"),
        ("customer_since", "2026-03-02", "ORD-3/placed_on"),
    ]


def test_no_record_says_nothing() -> None:
    assert list(recorded_facts(None, [])) == []
