"""What is proposed to be done to an order, in full; nothing of it comes from a model, an article or a note."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from agent.actions.addresses import one_line
from knowledge.order_types import Address, Order
from knowledge.types import Value
from policies.action_types import CancelReason
from policies.types import ActionKind, RefundReason

SAID_CHARS = 400
"""Of the customer's message, kept for the person who decides."""

Sum = Annotated[Decimal, Field(ge=0, max_digits=12, decimal_places=2)]


class ProposedItem(Value):
    """Pieces of one line of the order."""

    line: int = Field(ge=1)
    """Counted from 1, as the order's fields count."""
    sku: str
    name: str
    quantity: int = Field(ge=1)
    unit_price: Sum


class Proposal(Value):
    """One action on one order of the verified customer."""

    kind: ActionKind
    conversation_id: str
    customer_id: str
    order_id: str
    order_seen: str
    """Digest of the order as it was when this was proposed; see `digest_of`."""
    asked_on: date
    """The day on which the customer asked."""
    currency: str
    amount: Sum
    """Refund and cancel: what goes back to the customer; resend: the price of the items; address: the order's total."""
    whole: bool
    """Whether it is about all that is left of the order."""
    items: tuple[ProposedItem, ...] = ()
    address: Address | None = None
    reason: RefundReason | CancelReason = "other"
    said: str = Field(default="", max_length=SAID_CHARS)
    """The beginning of what the customer wrote."""

    @property
    def key(self) -> str:
        """The idempotency key: the same wish in the same conversation has the same key, whenever it is said."""
        items = [] if self.whole else [(item.line, item.quantity) for item in self.items]
        amount = "" if self.whole or self.kind == "address" else str(self.amount)
        address = one_line(self.address).casefold() if self.address else ""
        content = [self.conversation_id, self.customer_id, self.order_id, self.kind, items, amount, address]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()

    @property
    def reference(self) -> str:
        """What the customer and the person who decides call it, for example `A-3f9c01d2ab`."""
        return f"A-{self.key[:10]}"

    @property
    def money(self) -> str:
        """The amount, as `45.00 USD`."""
        return f"{self.amount:.2f} {self.currency}"


def digest_of(order: Order, done: Iterable[str] = ()) -> str:
    """A name for an order's content and the keys of what was done to it: it changes when anything of these does."""
    return hashlib.sha256("\n".join([order.model_dump_json(), *sorted(done)]).encode()).hexdigest()[:16]


def refunded(order: Order) -> Decimal:
    """The sum of the refunds made on an order."""
    return sum((move.amount for move in order.payments if move.kind == "refund"), Decimal("0.00"))


def paid(order: Order) -> Decimal:
    """The sum of the payments of an order; its total where no payment is recorded."""
    payments = [move.amount for move in order.payments if move.kind == "payment"]
    return sum(payments, Decimal("0.00")) if payments else order.total
