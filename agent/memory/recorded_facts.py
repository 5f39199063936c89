"""What the shop's own records say about a customer: their language, and since when they order here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from knowledge.order_types import Customer, Order


def recorded_facts(customer: Customer | None, orders: Sequence[Order]) -> Iterator[tuple[str, str, str]]:
    """Key, value as it is typed in, and the id of the record that says so."""
    if customer is not None and customer.language:
        yield "preferred_language", customer.language.split("-")[0], f"customer/{customer.customer_id}"
    placed = [(order.placed_on, order.order_id) for order in orders if order.placed_on]
    if placed:
        day, order_id = min(placed)
        yield "customer_since", day.isoformat(), f"{order_id}/placed_on"
