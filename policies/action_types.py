"""What the Gatekeeper is asked about actions other than a refund. All values are frozen."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field

from policies.types import ActionKind, OrderStatus, PolicyValue, RefundLine, RefundReason

CancelReason = Literal["no_longer_needed", "ordered_by_mistake", "other"]


class ActionRequest(PolicyValue):
    """Something somebody asked to be done, with the verified state of its order."""

    order_id: str
    placed_on: date | None
    """Decides which rule is in force; None where the order does not say."""
    status: OrderStatus
    currency: str
    """ISO 4217 code of the order and of its sums."""
    amount: Decimal = Field(ge=0)
    """What the rule's limit is compared with: the sum paid back, or the price of what is sent again."""
    already_refunded: Decimal = Field(ge=0)
    """Sum of the refunds made on this order before."""
    earlier: tuple[ActionKind, ...] = ()
    """What was done to this order before, by the records."""
    identity_verified: bool
    reported_on: date
    """The day on which the customer first asked."""
    today: date


class CancelRequest(ActionRequest):
    """The whole order is to be cancelled, and what was paid goes back."""

    reason: CancelReason


class AddressRequest(ActionRequest):
    """The order is to go to another address."""

    abroad: bool
    """Whether the new address is in another country than the one on the order."""


class ResendRequest(ActionRequest):
    """Items are to be sent again."""

    delivered_on: date | None
    reason: RefundReason
    lines: tuple[RefundLine, ...]
