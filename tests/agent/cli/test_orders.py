"""`support orders` loads a file whole or not at all, and shows orders to the operator."""

from __future__ import annotations

import json
from pathlib import Path

from agent.errors import InputError
from knowledge.errors import OrderFileError
from knowledge.sample import orders_file
from tests.agent.shop import run
from tests.knowledge.orders_data import order, write_orders


def test_load_reports_what_it_did(tmp_path: Path) -> None:
    ran = run(tmp_path / "home", "orders", "load", str(orders_file()), "--json")
    assert json.loads(ran.stdout) == {"customers": 12, "orders": 41, "replaced": 0, "unchanged": 0}
    assert "41 unchanged" in run(tmp_path / "home", "orders", "load", str(orders_file())).stdout


def test_file_with_one_bad_order_loads_nothing(tmp_path: Path) -> None:
    file = write_orders(tmp_path / "orders.json", [order("ORD-1001"), order("ORD-1002", status="lost")])
    assert isinstance(run(tmp_path / "home", "orders", "load", str(file)).exception, OrderFileError)
    assert isinstance(run(tmp_path / "home", "orders", "show", "ORD-1001").exception, InputError)


def test_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    ran = run(tmp_path / "home", "orders", "load", str(tmp_path / "none.json"))
    assert "none.json" in str(ran.exception)


def test_order_is_shown_by_its_id_in_any_form(quick_home: Path) -> None:
    shown = json.loads(run(quick_home, "orders", "show", "ord 99107", "--json").stdout)
    assert (shown["order_id"], shown["customer_id"], shown["total"]) == ("ORD-99107", "C-1001", "86.40")


def test_customer_id_shows_all_of_their_orders(quick_home: Path) -> None:
    shown = json.loads(run(quick_home, "orders", "show", "C-1001", "--json").stdout)
    assert {one["order_id"] for one in shown} == {"ORD-99107", "ORD-98231", "ORD-99412", "ORD-99455"}


def test_order_is_printed_with_its_owner_and_fields(quick_home: Path) -> None:
    printed = run(quick_home, "orders", "show", "ORD-99107").stdout
    assert printed.startswith("ORD-99107 of customer C-1001")
    assert "86.40 USD" in printed


def test_unknown_id_names_the_next_command(quick_home: Path) -> None:
    ran = run(quick_home, "orders", "show", "ORD-99999")
    assert isinstance(ran.exception, InputError)
    assert "support orders load FILE" in str(ran.exception)
