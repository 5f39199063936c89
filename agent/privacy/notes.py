"""Order notes as a turn sees them: customers write telephone numbers, door codes and more on their orders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent.privacy.redacting import Redactor
from knowledge.order_types import Order

Orders = Callable[[str], tuple[Order, ...]]


@dataclass(frozen=True)
class CleanNotes:
    """Reads a customer's orders with the personal data in their notes taken out."""

    orders_of: Orders
    redactor: Redactor

    def __call__(self, customer_id: str) -> tuple[Order, ...]:
        """The orders; nothing but the notes is changed."""
        return tuple(self._cleaned(order) for order in self.orders_of(customer_id))

    def _cleaned(self, order: Order) -> Order:
        if not order.note:
            return order
        return order.model_copy(update={"note": self.redactor.redact(order.note).text})
