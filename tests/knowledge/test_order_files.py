import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from knowledge.errors import OrderFileError
from knowledge.order_files import read_order_file
from tests.knowledge.orders_data import customer, item, order, write_orders

TAU_ADDRESS = {"address1": "9 Elm", "address2": "", "city": "Dallas", "country": "USA", "state": "TX", "zip": "75201"}


def tau_order(order_id: str = "#W2611340", **changes: Any) -> dict[str, Any]:
    known = {
        "order_id": order_id,
        "user_id": "ada_moor_1",
        "address": TAU_ADDRESS,
        "items": [
            {"name": "Bottle", "product_id": "1", "item_id": "11", "price": 47.84, "options": {"color": "blue"}},
            {"name": "Lamp", "product_id": "2", "item_id": "22", "price": 10, "options": {}},
        ],
        "fulfillments": [{"tracking_id": ["357962501027"], "item_ids": ["11", "22"]}],
        "status": "delivered",
        "payment_history": [{"transaction_type": "payment", "amount": 57.84, "payment_method_id": "gift_card_1725971"}],
    }
    return {**known, **changes}


def write_tau(folder: Path, *orders: dict[str, Any]) -> Path:
    users = {
        "ada_moor_1": {
            "name": {"first_name": "Ada", "last_name": "Moor"},
            "address": TAU_ADDRESS,
            "email": "ada@example.com",
            "payment_methods": {},
            "orders": [],
        }
    }
    (folder / "users.json").write_text(json.dumps(users), "utf-8")
    path = folder / "orders.json"
    path.write_text(json.dumps({one["order_id"]: one for one in orders}), "utf-8")
    return path


def problem(path: Path) -> str:
    with pytest.raises(OrderFileError) as caught:
        read_order_file(path)
    return str(caught.value)


def test_own_file_is_read(tmp_path: Path) -> None:
    file = read_order_file(write_orders(tmp_path / "shop.json", [order(), order("ORD-99170")]))
    assert [customer.customer_id for customer in file.customers] == ["C-1"]
    assert [(one.order_id, one.total) for one in file.orders] == [
        ("ORD-99107", Decimal("39.95")),
        ("ORD-99170", Decimal("39.95")),
    ]


def test_folder_stands_for_its_orders_file(tmp_path: Path) -> None:
    write_orders(tmp_path / "orders.json", [order()])
    assert len(read_order_file(tmp_path).orders) == 1


def test_file_without_orders_is_read(tmp_path: Path) -> None:
    assert read_order_file(write_orders(tmp_path / "shop.json", [], [])).orders == ()


def test_money_as_a_number_is_named_with_order_line_and_remedy(tmp_path: Path) -> None:
    path = write_orders(tmp_path / "shop.json", [order(), order("ORD-2", items=[item(), item(unit_price=45.1)])])
    assert problem(path) == (
        f'{path}: order ORD-2, field items.2.unit_price: found 45.1, wanted a decimal string such as "45.00". '
        f"Correct the file, then run `support orders load {path}`."
    )


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"status": "lost"}, "order ORD-99107, field status: found 'lost', wanted 'pending', 'processed', "),
        ({"placed_on": None}, "order ORD-99107, field placed_on: found nothing, wanted a date such as 2026-11-21"),
        ({"shiped_on": "2026-11-17"}, "field shiped_on: found an unknown field, wanted perhaps shipped_on"),
        ({"delivered_on": "2026-11-17"}, "field delivered_on: found 2026-11-17, wanted no such date, as the status"),
        ({"items": [item(quantity=0)]}, "field items.1.quantity: found 0, wanted input should be greater"),
        ({"customer_id": "C-9"}, "order ORD-99107, field customer_id: found 'C-9', wanted the id of a customer"),
    ],
)
def test_faulty_field_is_named_with_what_was_wanted(tmp_path: Path, changes: dict[str, Any], expected: str) -> None:
    assert expected in problem(write_orders(tmp_path / "shop.json", [order(**changes)]))


def test_missing_field_is_named(tmp_path: Path) -> None:
    unpaid = {key: value for key, value in order().items() if key != "shipping_fee"}
    found = problem(write_orders(tmp_path / "shop.json", [unpaid]))
    assert "order ORD-99107, field shipping_fee: found nothing, wanted a value" in found


def test_faulty_customer_is_named(tmp_path: Path) -> None:
    path = write_orders(tmp_path / "shop.json", [], [customer("C-7", email=None)])
    assert "customer C-7, field email: found None" in problem(path)


def test_two_spellings_of_one_order_id_are_refused(tmp_path: Path) -> None:
    path = write_orders(tmp_path / "shop.json", [order("ORD-1"), order("ord 1")])
    assert "order ORD-1, field order_id: found the same id twice" in problem(path)


def test_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "shop.json"
    path.write_text('{"format": "grounded-support/orders@1", "orders": [], "orders": []}', "utf-8")
    assert "the key 'orders' stands 2 times" in problem(path)


def test_broken_json_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "shop.json"
    path.write_text('{"format":\n oops}', "utf-8")
    assert "line 2" in problem(path)


@pytest.mark.parametrize("text", ["[]", "{}", '{"orders": []}', '{"format": "grounded-support/orders@2"}', "3"])
def test_unknown_shape_names_both_formats(tmp_path: Path, text: str) -> None:
    path = tmp_path / "shop.json"
    path.write_text(text, "utf-8")
    found = problem(path)
    assert "grounded-support/orders@1" in found
    assert "tau-bench" in found


def test_missing_file_is_named(tmp_path: Path) -> None:
    assert "nowhere.json: found no such file" in problem(tmp_path / "nowhere.json")


def test_tau_bench_order_is_read(tmp_path: Path) -> None:
    file = read_order_file(write_tau(tmp_path, tau_order()))
    found = file.orders[0]
    assert (file.customers[0].name, file.customers[0].postcode) == ("Ada Moor", "75201")
    assert (found.order_id, found.customer_id, found.status) == ("#W2611340", "ada_moor_1", "delivered")
    assert (found.total, found.placed_on, found.shipping_fee) == (Decimal("57.84"), None, None)
    assert found.items[0].options == {"color": "blue"}
    assert (found.payments[0].method, found.tracking_number) == ("gift_card", "357962501027")


@pytest.mark.parametrize(
    ("tau", "ours"),
    [
        ("pending (item modified)", "pending"),
        ("return requested", "return_requested"),
        ("exchange requested", "exchange_requested"),
        ("processed", "processed"),
    ],
)
def test_tau_bench_status_maps_to_ours(tmp_path: Path, tau: str, ours: str) -> None:
    assert read_order_file(write_tau(tmp_path, tau_order(status=tau))).orders[0].status == ours


def test_tau_bench_float_sums_are_rounded_to_cents(tmp_path: Path) -> None:
    paid = {"transaction_type": "refund", "amount": 1130.2800000000002, "payment_method_id": "paypal_1"}
    file = read_order_file(write_tau(tmp_path, tau_order(payment_history=[paid])))
    assert file.orders[0].payments[0].amount == Decimal("1130.28")


def test_unknown_tau_bench_status_is_named(tmp_path: Path) -> None:
    found = problem(write_tau(tmp_path, tau_order(status="lost")))
    assert "order #W2611340, field status: found 'lost'" in found


def test_tau_bench_order_without_items_field_is_named(tmp_path: Path) -> None:
    broken = {key: value for key, value in tau_order().items() if key != "items"}
    assert "order #W2611340, field items: found nothing" in problem(write_tau(tmp_path, broken))


def test_tau_bench_without_users_names_the_missing_file(tmp_path: Path) -> None:
    path = write_tau(tmp_path, tau_order())
    (tmp_path / "users.json").unlink()
    assert "users.json: found no such file" in problem(path)
