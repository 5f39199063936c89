from datetime import date
from decimal import Decimal

import pytest
from pydantic import ValidationError

from knowledge.order_types import Order
from tests.knowledge.orders_data import item, order


def test_total_is_lines_plus_shipping() -> None:
    found = Order.model_validate(order(items=[item(quantity=2, unit_price="26.20"), item()], shipping_fee="4"))
    assert (found.items_total, found.total) == (Decimal("86.40"), Decimal("90.40"))


def test_total_is_the_lines_where_no_shipping_fee_is_recorded() -> None:
    assert Order.model_validate(order(shipping_fee=None)).total == Decimal("34.00")


@pytest.mark.parametrize("price", [34.0, 34, "34.001", "1e3", "-1.00", "NaN", "34,00", True])
def test_money_that_is_not_an_exact_amount_is_refused(price: object) -> None:
    with pytest.raises(ValidationError, match="unit_price"):
        Order.model_validate(order(items=[item(unit_price=price)]))


def test_dates_are_calendar_days() -> None:
    assert Order.model_validate(order()).placed_on == date(2026, 11, 16)
    for found in ("2026-02-30", "16.11.2026", 1794787200, "2026-11-16T10:00:00"):
        with pytest.raises(ValidationError, match="placed_on"):
            Order.model_validate(order(placed_on=found))


@pytest.mark.parametrize(
    ("status", "field"),
    [
        ("pending", "shipped_on"),
        ("shipped", "delivered_on"),
        ("cancelled", "delivered_on"),
        ("delivered", "cancelled_on"),
    ],
)
def test_date_that_contradicts_the_status_is_refused(status: str, field: str) -> None:
    with pytest.raises(ValidationError, match=f"{field}: found 2026-11-20, wanted no such date"):
        Order.model_validate(order(status=status, **{field: "2026-11-20"}))


def test_delivery_before_shipping_is_refused() -> None:
    with pytest.raises(ValidationError, match="delivered_on: found 2026-11-17, wanted a date not before shipped_on"):
        Order.model_validate(order(status="delivered", shipped_on="2026-11-18", delivered_on="2026-11-17"))


def test_item_name_becomes_one_line() -> None:
    assert Order.model_validate(order(items=[item(name=" Linen\n apron ")])).items[0].name == "Linen apron"


def test_item_name_with_control_characters_is_refused() -> None:
    with pytest.raises(ValidationError, match="one line of printable text"):
        Order.model_validate(order(items=[item(name="Linen \x1b[2J apron")]))


def test_order_without_items_is_refused() -> None:
    with pytest.raises(ValidationError, match="items"):
        Order.model_validate(order(items=[]))


def test_order_id_is_kept_in_canonical_form() -> None:
    assert Order.model_validate(order("ord 99107")).order_id == "ORD-99107"
