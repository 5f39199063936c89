"""Orders and the customers they belong to. All values are frozen; money is `Decimal`, never float."""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from knowledge.order_ids import normalise_order_id
from knowledge.types import Value

OrderStatus = Literal[
    "pending",
    "processed",
    "shipped",
    "partially_shipped",
    "delivered",
    "cancelled",
    "return_requested",
    "returned",
    "exchange_requested",
    "refunded",
]

# A date that contradicts the status would become an untrue sentence of evidence, so such an order is refused.
_IMPOSSIBLE_DATES: dict[OrderStatus, tuple[str, ...]] = {
    "pending": ("shipped_on", "delivered_on", "cancelled_on", "refunded_on"),
    "processed": ("shipped_on", "delivered_on", "cancelled_on", "refunded_on"),
    "shipped": ("delivered_on", "cancelled_on", "refunded_on"),
    "partially_shipped": ("delivered_on", "cancelled_on", "refunded_on"),
    "delivered": ("cancelled_on", "refunded_on"),
    "cancelled": ("delivered_on",),
    "return_requested": ("cancelled_on", "refunded_on"),
    "returned": ("cancelled_on",),
    "exchange_requested": ("cancelled_on", "refunded_on"),
    "refunded": (),
}

_DATE_SEQUENCE = (
    ("placed_on", "shipped_on"),
    ("placed_on", "delivered_on"),
    ("placed_on", "cancelled_on"),
    ("placed_on", "refunded_on"),
    ("shipped_on", "delivered_on"),
)


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    if not line.isprintable() or not line:
        raise ValueError("one line of printable text")
    return line


def _exact_money(value: object) -> Decimal:
    if isinstance(value, Decimal):
        return value
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,10}(\.[0-9]{1,2})?", value):
        return Decimal(value)
    raise ValueError('a decimal string such as "45.00"')


def _to_cents(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.01"))


def _iso_date(value: object) -> object:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    if isinstance(value, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return value
    raise ValueError("a date such as 2026-11-21")


Line = Annotated[str, AfterValidator(_one_line)]
"""Text that cannot break the one-sentence-a-line form of evidence."""

Money = Annotated[
    Decimal,
    BeforeValidator(_exact_money),
    Field(ge=0, max_digits=12, decimal_places=2),
    AfterValidator(_to_cents),
]
"""An amount in the order's currency, with two decimals."""

Day = Annotated[date, BeforeValidator(_iso_date)]

OrderId = Annotated[Line, AfterValidator(normalise_order_id)]


class Customer(Value):
    """A customer of the shop."""

    customer_id: Line
    name: Line
    email: Line
    postcode: Line
    language: Line | None = None
    """BCP 47 tag, for example `en`."""


class Address(Value):
    """Where an order is sent."""

    line1: Line
    line2: Line | None = None
    city: Line
    state: Line | None = None
    postcode: Line
    country: Line


class OrderItem(Value):
    """One line of an order."""

    sku: Line
    name: Line
    quantity: int = Field(ge=1, strict=True)
    unit_price: Money
    category: Line
    """The word the refund rules go by, for example `perishable`."""
    options: dict[Line, Line] = Field(default_factory=dict)
    """What was chosen, for example {"color": "blue"}."""
    final_sale: bool = Field(default=False, strict=True)
    personalised: bool = Field(default=False, strict=True)

    @property
    def line_total(self) -> Decimal:
        """Quantity times unit price."""
        return self.quantity * self.unit_price


class Payment(Value):
    """Money that went to the shop, or back to the customer."""

    kind: Literal["payment", "refund"]
    amount: Money
    method: Line
    """For example `credit_card`, `paypal`, `gift_card`; no account or card number."""
    on: Day | None = None


class Order(Value):
    """One order as the shop recorded it."""

    order_id: OrderId
    customer_id: Line
    status: OrderStatus
    placed_on: Day | None = None
    shipped_on: Day | None = None
    delivered_on: Day | None = None
    estimated_delivery: Day | None = None
    cancelled_on: Day | None = None
    refunded_on: Day | None = None
    carrier: Line | None = None
    tracking_number: Line | None = None
    currency: str = Field(pattern=r"^[A-Z]{3}$")
    """ISO 4217."""
    shipping_fee: Money | None
    """None where the source does not record one; the total is then the items alone."""
    note: str | None = Field(default=None, max_length=4000)
    """What the customer wrote; it may be reported back and proves nothing."""
    address: Address
    items: tuple[OrderItem, ...] = Field(min_length=1)
    payments: tuple[Payment, ...] = ()

    @property
    def items_total(self) -> Decimal:
        """Sum of the lines, without shipping."""
        return sum((item.line_total for item in self.items), Decimal("0.00"))

    @property
    def total(self) -> Decimal:
        """Sum of the lines and the shipping fee."""
        return self.items_total + (self.shipping_fee or Decimal("0.00"))

    @model_validator(mode="after")
    def _dates_fit_the_status(self) -> Self:
        for field in _IMPOSSIBLE_DATES[self.status]:
            if found := getattr(self, field):
                raise _refused(field, str(found), f"no such date, as the status is {self.status}")
        return self

    @model_validator(mode="after")
    def _dates_follow_each_other(self) -> Self:
        for earlier, later in _DATE_SEQUENCE:
            first, second = getattr(self, earlier), getattr(self, later)
            if first and second and second < first:
                raise _refused(later, str(second), f"a date not before {earlier} ({first})")
        return self


def _refused(field: str, found: str, wanted: str) -> PydanticCustomError:
    context = {"field": field, "found": found, "wanted": wanted}
    return PydanticCustomError("order_dates", "{field}: found {found}, wanted {wanted}", context)
