"""Retail orders in the shape of tau-bench, turned into the fields of our own order file.

That data set records no dates, no currency and no shipping fee. Amounts are US dollars; a missing date stays
missing.
Source: Yao et al. 2024, https://arxiv.org/abs/2406.12045
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from pydantic import BaseModel

_STEP_IN_BRACKETS = re.compile(r"\s*\(.*\)$")
_ACCOUNT_NUMBER = re.compile(r"_[0-9]+$")


class _Address(BaseModel):
    address1: str
    address2: str = ""
    city: str
    state: str = ""
    zip: str
    country: str


class _Item(BaseModel):
    item_id: str
    name: str
    price: Decimal
    options: dict[str, str] = {}


class _Fulfilment(BaseModel):
    tracking_id: list[str] = []


class _Transaction(BaseModel):
    transaction_type: str
    amount: Decimal
    payment_method_id: str


class TauOrder(BaseModel):
    """One value of tau-bench's `orders.json`; fields we have no use for are passed over."""

    order_id: str
    user_id: str
    status: str
    address: _Address
    items: list[_Item]
    fulfillments: list[_Fulfilment] = []
    payment_history: list[_Transaction] = []


class _Name(BaseModel):
    first_name: str
    last_name: str


class TauUser(BaseModel):
    """One value of tau-bench's `users.json`; the keys of that file are the user ids."""

    name: _Name
    email: str
    address: _Address


def is_tau_orders(raw: object) -> bool:
    """Say whether parsed JSON looks like tau-bench's `orders.json`: orders by id, each with a user."""
    if not isinstance(raw, dict) or not raw or "format" in raw:
        return False
    return all(isinstance(order, dict) and "user_id" in order for order in raw.values())


def customer_fields(user_id: str, user: TauUser) -> dict[str, Any]:
    """Return the fields of a `Customer`."""
    return {
        "customer_id": user_id,
        "name": f"{user.name.first_name} {user.name.last_name}",
        "email": user.email,
        "postcode": user.address.zip,
    }


def order_fields_of(order: TauOrder) -> dict[str, Any]:
    """Return the fields of an `Order`; `pending (item modified)` becomes `pending`."""
    tracking = [number for part in order.fulfillments for number in part.tracking_id]
    return {
        "order_id": order.order_id,
        "customer_id": order.user_id,
        "status": _STEP_IN_BRACKETS.sub("", order.status.strip()).replace(" ", "_"),
        "tracking_number": ", ".join(tracking) or None,
        "currency": "USD",
        "shipping_fee": None,
        "address": _address_fields(order.address),
        "items": [_item_fields(item) for item in order.items],
        "payments": [_payment_fields(transaction) for transaction in order.payment_history],
    }


def _address_fields(address: _Address) -> dict[str, Any]:
    return {
        "line1": address.address1,
        "line2": address.address2 or None,
        "city": address.city,
        "state": address.state or None,
        "postcode": address.zip,
        "country": address.country,
    }


def _item_fields(item: _Item) -> dict[str, Any]:
    return {
        "sku": item.item_id,
        "name": item.name,
        "quantity": 1,
        "unit_price": _cents(item.price),
        "category": "general",
        "options": item.options,
    }


def _payment_fields(transaction: _Transaction) -> dict[str, Any]:
    return {
        "kind": transaction.transaction_type,
        "amount": _cents(transaction.amount),
        "method": _ACCOUNT_NUMBER.sub("", transaction.payment_method_id),
    }


def _cents(amount: Decimal) -> Decimal:
    """Round to cents: sums in that data set were made with binary floats (1130.2800000000002)."""
    return amount.quantize(Decimal("0.01"))
