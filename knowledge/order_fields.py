"""What an order says, one field at a time, each with a sentence that is true on its own.

The sentences are evidence and may be sent to the customer word for word, so each names its order and none
says more than the record does. Street, e-mail address and the customer's note are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Literal

from knowledge.order_types import Order, OrderItem, OrderStatus, Payment
from knowledge.types import Value

_STATUS_SENTENCES: dict[OrderStatus, str] = {
    "pending": "Order {id} is pending.",
    "processed": "Order {id} has been processed.",
    "shipped": "Order {id} has been shipped.",
    "partially_shipped": "Order {id} has been shipped in part; the rest has not been shipped yet.",
    "delivered": "Order {id} has been delivered.",
    "cancelled": "Order {id} has been cancelled.",
    "return_requested": "A return has been requested for order {id}.",
    "returned": "Order {id} has been returned.",
    "exchange_requested": "An exchange has been requested for order {id}.",
    "refunded": "Order {id} has been refunded.",
}

_DATE_SENTENCES = {
    "placed_on": "Order {id} was placed on {day}.",
    "shipped_on": "Order {id} was shipped on {day}.",
    "delivered_on": "Order {id} was delivered on {day}.",
    "cancelled_on": "Order {id} was cancelled on {day}.",
    "refunded_on": "Order {id} was refunded on {day}.",
}

_NOT_SHIPPED = frozenset({"pending", "processed"})
_ON_THE_WAY = frozenset({"pending", "processed", "shipped", "partially_shipped"})
"""Statuses in which an estimated delivery date still looks ahead."""

_METHODS = {"paypal": "PayPal"}


class OrderField(Value):
    """One field of one order, as evidence."""

    order_id: str
    field: str
    """`status`, `placed_on`, `items.2.unit_price`, `refunds.1.amount`, …; lines and payments count from 1."""
    value: str
    """Canonical: an ISO date, `45.00`, `delivered`, `yes` or `no`."""
    unit: str | None = None
    """`date`, `count`, the ISO 4217 currency of an amount, or None for words."""
    sentence: str


def order_fields(order: Order) -> tuple[OrderField, ...]:
    """Return every field the shop vouches for; what is not recorded has no field."""
    return (
        *_status(order),
        *_dates(order),
        *_parcel(order),
        *_amounts(order),
        *(field for number, item in enumerate(order.items, 1) for field in _item(order, number, item)),
        *_money_moves(order, "payment"),
        *_money_moves(order, "refund"),
    )


def customer_note(order: Order) -> str | None:
    """Return what the customer wrote on the order: it may be reported back, and proves nothing."""
    return order.note


def _field(order: Order, field: str, value: str, sentence: str, unit: str | None = None) -> OrderField:
    return OrderField(order_id=order.order_id, field=field, value=value, unit=unit, sentence=sentence)


def _status(order: Order) -> Iterator[OrderField]:
    yield _field(order, "status", order.status, _STATUS_SENTENCES[order.status].format(id=order.order_id))
    # A parcel that has its tracking number may have left the warehouse before the status says so.
    if order.status in _NOT_SHIPPED and not order.tracking_number:
        yield _field(order, "shipped", "no", f"Order {order.order_id} has not been shipped yet.")
    if order.status in _ON_THE_WAY:
        yield _field(order, "delivered", "no", f"Order {order.order_id} has not been delivered yet.")


def _dates(order: Order) -> Iterator[OrderField]:
    for field, template in _DATE_SENTENCES.items():
        if day := getattr(order, field):
            if field == "shipped_on" and order.status == "partially_shipped":
                template = "The first part of order {id} was shipped on {day}."
            yield _field(order, field, str(day), template.format(id=order.order_id, day=day), "date")
    if order.estimated_delivery and order.status in _ON_THE_WAY:
        day = str(order.estimated_delivery)
        sentence = f"The estimated delivery date of order {order.order_id} is {day}."
        yield _field(order, "estimated_delivery", day, sentence, "date")


def _parcel(order: Order) -> Iterator[OrderField]:
    named = f"of order {order.order_id} is"
    if order.carrier:
        yield _field(order, "carrier", order.carrier, f"The carrier {named} {order.carrier}.")
    if order.tracking_number:
        sentence = f"The tracking number {named} {order.tracking_number}."
        yield _field(order, "tracking_number", order.tracking_number, sentence)
    city, country = order.address.city, order.address.country
    yield _field(order, "address.city", city, f"The address on order {order.order_id} is in {city}.")
    yield _field(
        order, "address.country", country, f"The country of the address on order {order.order_id} is {country}."
    )


def _amounts(order: Order) -> Iterator[OrderField]:
    count = str(sum(item.quantity for item in order.items))
    noun = "item" if count == "1" else "items"
    yield _field(order, "item_count", count, f"Order {order.order_id} has {count} {noun} in total.", "count")
    yield _amount(order, "items_total", order.items_total, "The items of order {id} come to {money}.")
    if order.shipping_fee is not None:
        yield _amount(order, "shipping_fee", order.shipping_fee, "The shipping fee of order {id} is {money}.")
    yield _amount(order, "total", order.total, "The total of order {id} is {money}.")


def _amount(order: Order, field: str, amount: Decimal, template: str) -> OrderField:
    sentence = template.format(id=order.order_id, money=f"{amount} {order.currency}")
    return _field(order, field, str(amount), sentence, order.currency)


def _item(order: Order, number: int, item: OrderItem) -> Iterator[OrderField]:
    field, line = f"items.{number}", f"line {number} ({item.name}) of order {order.order_id}"
    options = ", ".join(f"{name}: {choice}" for name, choice in item.options.items())
    named = f"{item.name} ({options})" if options else item.name
    price = f"{item.unit_price} {order.currency}"
    whole = f"Line {number} of order {order.order_id} is {item.quantity} × {named} at {price} each."
    yield _field(order, f"{field}.name", item.name, whole)
    quantity = str(item.quantity)
    yield _field(order, f"{field}.quantity", quantity, f"The quantity of {line} is {quantity}.", "count")
    sentence = f"The unit price of {line} is {price}."
    yield _field(order, f"{field}.unit_price", str(item.unit_price), sentence, order.currency)
    if item.quantity > 1:
        total = str(item.line_total)
        sentence = f"The price of {line} is {total} {order.currency} for all {quantity}."
        yield _field(order, f"{field}.line_total", total, sentence, order.currency)
    if item.final_sale:
        yield _field(order, f"{field}.final_sale", "yes", f"The item in {line} was bought as final sale.")
    if item.personalised:
        yield _field(order, f"{field}.personalised", "yes", f"The item in {line} was personalised.")


def _money_moves(order: Order, kind: Literal["payment", "refund"]) -> Iterator[OrderField]:
    moves = [payment for payment in order.payments if payment.kind == kind]
    for number, move in enumerate(moves, 1):
        yield from _move(order, f"{kind}s.{number}", move)
    if kind == "refund" and order.payments and not moves and not order.refunded_on and order.status != "refunded":
        yield _field(order, "refunded", "no", f"No refund is recorded for order {order.order_id}.")


def _move(order: Order, field: str, move: Payment) -> Iterator[OrderField]:
    method = _METHODS.get(move.method, move.method.replace("_", " "))
    money = f"{move.kind} of {move.amount} {order.currency}"
    verb = "made by" if move.kind == "payment" else "issued to"
    sentence = f"A {money} for order {order.order_id} was {verb} {method}."
    yield _field(order, f"{field}.amount", str(move.amount), sentence, order.currency)
    if move.on:
        done = "made" if move.kind == "payment" else "issued"
        sentence = f"The {money} for order {order.order_id} was {done} on {move.on}."
        yield _field(order, f"{field}.on", str(move.on), sentence, "date")
