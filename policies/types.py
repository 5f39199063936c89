"""What the Gatekeeper is asked, and what it answers. All values are frozen."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

OrderStatus = Literal[
    "pending",
    "processed",
    "shipped",
    "partially_shipped",
    "delivered",
    "cancelled",
    "return_requested",
    "exchange_requested",
    "returned",
    "refunded",
]

RefundReason = Literal["changed_mind", "damaged", "faulty", "not_arrived", "other"]

PersonalData = Literal["orders", "refunds", "addresses", "payments"]

DecisionOutcome = Literal["certified", "approval_needed", "refused"]

ActionKind = Literal["refund", "cancel", "address", "resend"]
"""What can be done to an order: money back, cancelled, sent to another address, items sent again."""


class PolicyValue(BaseModel):
    """Base of the package's values: frozen, strict about types and unknown fields."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class RefundLine(PolicyValue):
    """One order line that the refund is asked for."""

    name: str
    category: str
    """As the shop writes it; compared without regard to case, spaces, hyphens and underscores."""
    final_sale: bool = False
    personalised: bool = False


class RefundRequest(PolicyValue):
    """A refund somebody asked for, with the verified state of its order."""

    order_id: str
    placed_on: date | None
    """Decides which rule is in force; None where the order does not say."""
    delivered_on: date | None
    status: OrderStatus
    currency: str
    """ISO 4217 code of the order, of `amount` and of the other sums."""
    amount: Decimal
    """What is asked for now."""
    order_total: Decimal
    """What was paid for the whole order, shipping included."""
    already_refunded: Decimal = Field(ge=0)
    """Sum of the refunds made on this order before."""
    lines: tuple[RefundLine, ...]
    earlier: tuple[ActionKind, ...] = ()
    """What was done to this order before, by the records."""
    reason: RefundReason
    reported_on: date
    """The day on which the customer first asked, as the shop recorded it."""
    identity_verified: bool
    today: date


class Decision(PolicyValue):
    """What the rules say about one action."""

    outcome: DecisionOutcome
    rule: str
    """Id of the rule that decided."""
    reason: str
    """One plain sentence that may be shown to a person."""
    limit: Decimal | None = None
    """Largest sum refunded without a person, in the rules' currency; None where no rule was in force."""
    window_ends: date | None = None
    """Last day, included, on which the refund could be asked for; None where it cannot be known."""
    confirm: bool = False
    """Whether the rule wants the customer asked once more before a certified action is done."""
