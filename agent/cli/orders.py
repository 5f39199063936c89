"""`support orders`: load and show."""

from __future__ import annotations

from pathlib import Path

import typer

from agent.cli.show import print_json, say
from agent.errors import InputError
from agent.settings import Settings
from agent.stores import stores_of
from knowledge.order_fields import order_fields
from knowledge.order_types import Order
from knowledge.orders import normalise_order_id


def run_load(settings: Settings, file: Path, *, as_json: bool) -> None:
    """Load an order file."""
    report = stores_of(settings).orders.load(file)
    if as_json:
        print_json(report.model_dump(mode="json"))
    else:
        typer.echo(
            f"{report.orders} orders of {report.customers} customers: "
            f"{report.orders - report.replaced - report.unchanged} new, {report.replaced} replaced, "
            f"{report.unchanged} unchanged"
        )


def run_show(settings: Settings, order_id: str, *, as_json: bool) -> None:
    """Show one order, or all of a customer.

    Raises:
        InputError: neither an order nor a customer has this id.
    """
    store = stores_of(settings).orders
    order = store.find(order_id)
    found = (order,) if order else store.orders_of(order_id)
    if not found and store.customer(order_id) is None:
        raise InputError(
            f"The order store {store.path} holds no order {normalise_order_id(order_id)!r} and no customer "
            f"{order_id!r}. Run `support orders load FILE` first, or check the id."
        )
    if as_json:
        shown = [{**one.model_dump(mode="json"), "total": str(one.total)} for one in found]
        print_json(shown[0] if order else shown)
        return
    for one in found:
        _print(one)


def _print(order: Order) -> None:
    say(f"{order.order_id} of customer {order.customer_id}")
    for field in order_fields(order):
        say(f"  {field.field:<20} {field.value}{' ' + field.unit if field.unit and field.unit.isupper() else ''}")
