"""Invented orders for the support claims: customers' orders of a shop that does not exist."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

from knowledge.order_fields import order_fields
from knowledge.order_types import Address, Order, OrderItem, OrderStatus, Payment

CARRIERS = ("Corvane", "Ostrel Post", "Brindlewing", "Veldspar", "Tamarisk Couriers", "Haukvik Freight")
METHODS = ("Penmark Pay", "Lumo Wallet", "Zestio", "Oakledger", "Norrin card")
CITIES = {
    "Gozo Bay": "Malta",
    "Encamp Alta": "Andorra",
    "Soroca Nord": "Moldova",
    "Runavik": "Faroe Islands",
    "Triesenberg": "Liechtenstein",
    "Serravalle": "San Marino",
}
PRODUCTS = (
    "Fennick lamp",
    "Moorbrook kettle",
    "Tarnby stool",
    "Wendle rucksack",
    "Skerry jacket",
    "Pellow duvet",
    "Kestwick mixer",
    "Ruddock grill",
    "Harrowgill tent",
    "Lichen trousers",
    "Merlin press",
    "Osk toaster",
)
_COLOURS = ("sage", "plum", "oat", "slate blue", "rust")
_SENT = frozenset({"shipped", "partially_shipped", "delivered", "return_requested", "returned", "exchange_requested"})
_ARRIVED = _SENT - {"shipped", "partially_shipped"}


def draw_order(rng: random.Random, status: OrderStatus, needs: Sequence[str], refund: bool = False) -> Order:
    """An order of this status that has the fields that are needed.

    Args:
        rng: drawn from until an order has the fields; the needs must fit the status.
        needs: names of `order_fields`.
        refund: whether a part of the price was paid back.
    """
    while True:
        order = _draw(rng, status, refund)
        if (
            set(needs) <= {field.field for field in order_fields(order)}
            and len(order.items) + order.items[0].quantity > 2
        ):
            return order


def _draw(rng: random.Random, status: OrderStatus, refund: bool) -> Order:
    days = _days(rng, status)
    items = tuple(_item(rng, name) for name in rng.sample(PRODUCTS, rng.choice((1, 2, 3))))
    fee = Decimal(rng.randrange(290, 1490, 10)) / 100
    city = rng.choice(sorted(CITIES))
    carrier = {"carrier": rng.choice(CARRIERS), "tracking_number": _tracking(rng)} if status in _SENT else {}
    return Order(
        order_id=f"ORD-{rng.randrange(40000, 79999)}",
        customer_id=f"C-{rng.randrange(5000, 5999)}",
        status=status,
        currency=rng.choice(("USD", "USD", "EUR")),
        shipping_fee=fee,
        address=Address(line1="1 Sample Lane", city=city, postcode="0000", country=CITIES[city]),
        items=items,
        payments=_payments(rng, items, fee, days, status, refund),
        **days,
        **carrier,
    )


def _days(rng: random.Random, status: OrderStatus) -> dict[str, date]:
    placed = date(2027, 1, 4) + timedelta(days=rng.randrange(330))
    sent = placed + timedelta(days=rng.randint(1, 3))
    days = {"placed_on": placed}
    if status in _SENT:
        days["shipped_on"] = sent
    if status in {"pending", "processed", "shipped", "partially_shipped"}:
        days["estimated_delivery"] = sent + timedelta(days=rng.randint(4, 9))
    if status in _ARRIVED:
        days["delivered_on"] = sent + timedelta(days=rng.randint(2, 8))
    if status in {"cancelled", "refunded"}:
        days[f"{status}_on"] = sent + timedelta(days=rng.randint(10, 20))
    return days


def _item(rng: random.Random, name: str) -> OrderItem:
    return OrderItem(
        sku=f"Q-{rng.randrange(1000, 9999)}",
        name=name,
        quantity=rng.choice((1, 2, 2, 3, 4)),
        unit_price=Decimal(rng.randrange(1150, 18950, 50)) / 100,
        category="home",
        options={"colour": rng.choice(_COLOURS)} if rng.random() < 0.5 else {},
        final_sale=rng.random() < 0.25,
        personalised=rng.random() < 0.25,
    )


def _payments(
    rng: random.Random,
    items: tuple[OrderItem, ...],
    fee: Decimal,
    days: dict[str, date],
    status: OrderStatus,
    refund: bool,
) -> tuple[Payment, ...]:
    total, method = sum((item.line_total for item in items), fee), rng.choice(METHODS)
    paid = Payment(kind="payment", amount=total, method=method, on=days["placed_on"])
    if status == "refunded":
        return paid, Payment(kind="refund", amount=total, method=method, on=days["refunded_on"])
    if not refund:
        return (paid,)
    part = Decimal(rng.randrange(210, 1140, 10)) / 100
    return paid, Payment(
        kind="refund", amount=part, method=method, on=days["delivered_on"] + timedelta(days=rng.randint(2, 12))
    )


def _tracking(rng: random.Random) -> str:
    return "".join(rng.sample("BFHKLQVXZ", 2)) + str(rng.randrange(10_000_000, 99_999_999))
