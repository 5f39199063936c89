"""Small orders, built in the open: a test says only what it is about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ADDRESS = {
    "line1": "1 Pier Road",
    "city": "Portland",
    "state": "OR",
    "postcode": "97205",
    "country": "US",
}


def customer(customer_id: str = "C-1", **changes: Any) -> dict[str, Any]:
    known = {"customer_id": customer_id, "name": "Ada Moor", "email": "ada@example.com", "postcode": "97205"}
    return {**known, **changes}


def item(**changes: Any) -> dict[str, Any]:
    known = {"sku": "A-1", "name": "Linen apron", "quantity": 1, "unit_price": "34.00", "category": "home"}
    return {**known, **changes}


def order(order_id: str = "ORD-99107", **changes: Any) -> dict[str, Any]:
    known = {
        "order_id": order_id,
        "customer_id": "C-1",
        "status": "pending",
        "placed_on": "2026-11-16",
        "currency": "USD",
        "shipping_fee": "5.95",
        "address": ADDRESS,
        "items": [item()],
    }
    return {**known, **changes}


def write_orders(path: Path, orders: list[dict[str, Any]], customers: list[dict[str, Any]] | None = None) -> Path:
    document = {
        "format": "grounded-support/orders@1",
        "customers": [customer()] if customers is None else customers,
        "orders": orders,
    }
    path.write_text(json.dumps(document), "utf-8")
    return path
