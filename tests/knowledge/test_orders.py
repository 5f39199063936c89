import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from knowledge.errors import OrderFileError, OrderStoreError
from knowledge.open_files import OpenFiles
from knowledge.orders import LoadReport, OrderStore
from tests.knowledge.orders_data import customer, order, write_orders
from tests.places import PlaceOf


def two_customers(tmp_path: Path, place: PlaceOf | None = None) -> OrderStore:
    """ORD-1 and ORD-3 of C-1, ORD-2 of C-2."""
    orders = [
        order("ORD-1", placed_on="2026-05-02"),
        order("ORD-2", customer_id="C-2"),
        order("ORD-3", placed_on="2026-11-20"),
    ]
    store = OrderStore(place("orders") if place else tmp_path / "home" / "orders.db")
    store.load(write_orders(tmp_path / "shop.json", orders, [customer("C-1"), customer("C-2")]))
    return store


def test_orders_of_a_customer_are_theirs_alone_and_newest_first(tmp_path: Path, place: PlaceOf) -> None:
    store = two_customers(tmp_path, place)
    assert [found.order_id for found in store.orders_of("C-1")] == ["ORD-3", "ORD-1"]
    assert [found.order_id for found in store.orders_of("C-2")] == ["ORD-2"]
    assert store.orders_of("C-3") == ()


def test_customer_id_must_match_exactly(tmp_path: Path, place: PlaceOf) -> None:
    store = two_customers(tmp_path, place)
    assert [store.orders_of(other) for other in ("c-1", "C-1 ", "C-%", "' OR 1=1 --", "")] == [()] * 5


def test_customers_are_listed_and_found(tmp_path: Path, place: PlaceOf) -> None:
    store = two_customers(tmp_path, place)
    ada = store.customer("C-1")
    assert store.customer_ids() == ("C-1", "C-2")
    assert ada is not None
    assert ada.email == "ada@example.com"
    assert store.customer("C-9") is None


def test_find_takes_an_id_as_people_type_it(tmp_path: Path, place: PlaceOf) -> None:
    found = two_customers(tmp_path, place).find("#ord 2")
    assert found is not None
    assert found.customer_id == "C-2"
    assert two_customers(tmp_path, place).find("ORD-12") is None


def test_order_comes_back_as_it_was_loaded(tmp_path: Path, place: PlaceOf) -> None:
    store = OrderStore(place("orders"))
    store.load(write_orders(tmp_path / "shop.json", [order(note="Ring twice.\nThanks")]))
    assert store.orders_of("C-1")[0].model_dump(mode="json", exclude_none=True)["note"] == "Ring twice.\nThanks"
    assert str(store.orders_of("C-1")[0].total) == "39.95"


def test_loading_twice_changes_nothing(tmp_path: Path, place: PlaceOf) -> None:
    store = OrderStore(place("orders"))
    path = write_orders(tmp_path / "shop.json", [order("ORD-1"), order("ORD-2")])
    assert store.load(path) == LoadReport(customers=1, orders=2, replaced=0, unchanged=0)
    assert store.load(path) == LoadReport(customers=1, orders=2, replaced=0, unchanged=2)


def test_changed_order_is_replaced_and_the_rest_stays(tmp_path: Path, place: PlaceOf) -> None:
    store = OrderStore(place("orders"))
    store.load(write_orders(tmp_path / "one.json", [order("ORD-1"), order("ORD-2")]))
    changed = [order("ORD-1", status="processed"), order("ORD-3")]
    report = store.load(write_orders(tmp_path / "two.json", changed))
    assert report == LoadReport(customers=1, orders=2, replaced=1, unchanged=0)
    assert {found.order_id: found.status for found in store.orders_of("C-1")} == {
        "ORD-1": "processed",
        "ORD-2": "pending",
        "ORD-3": "pending",
    }


def test_faulty_file_loads_nothing(tmp_path: Path, place: PlaceOf) -> None:
    store = two_customers(tmp_path, place)
    with pytest.raises(OrderFileError, match="order ORD-5, field status"):
        store.load(write_orders(tmp_path / "bad.json", [order("ORD-4"), order("ORD-5", status="lost")]))
    assert store.find("ORD-4") is None


def test_write_that_fails_half_way_leaves_the_old_state(tmp_path: Path) -> None:
    store = two_customers(tmp_path)
    connection = sqlite3.connect(store.path)
    connection.execute(
        "CREATE TRIGGER stop BEFORE INSERT ON orders WHEN NEW.order_id = 'ORD-5' "
        "BEGIN SELECT RAISE(ABORT, 'disk full'); END"
    )
    connection.commit()
    connection.close()
    with pytest.raises(OrderStoreError, match="disk full"):
        store.load(write_orders(tmp_path / "more.json", [order("ORD-4"), order("ORD-5")]))
    assert store.find("ORD-4") is None
    assert len(store.orders_of("C-1")) == 2


def test_erase_removes_one_customer_from_the_file(tmp_path: Path) -> None:
    store = OrderStore(tmp_path / "orders.db")
    orders = [order("ORD-1", note="Zanzibar"), order("ORD-2", customer_id="C-2")]
    store.load(write_orders(tmp_path / "shop.json", orders, [customer("C-1"), customer("C-2")]))
    assert store.erase("C-1") == 2
    assert store.customer_ids() == ("C-2",)
    assert store.find("ORD-1") is None
    assert all(b"Zanzibar" not in part.read_bytes() for part in tmp_path.glob("orders.db*"))
    assert store.erase("C-1") == 0


def test_missing_file_is_created_empty(tmp_path: Path) -> None:
    store = OrderStore(tmp_path / "new" / "orders.db")
    assert store.customer_ids() == ()
    assert store.path.exists()


def test_store_left_half_made_by_a_killed_process_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "orders.db.new").write_bytes(b"half a database")
    (tmp_path / "orders.db.new-wal").write_bytes(b"half a log")
    assert OrderStore(tmp_path / "orders.db").customer_ids() == ()
    assert not list(tmp_path.glob("orders.db.new*"))


def test_store_keeps_a_write_ahead_log(tmp_path: Path) -> None:
    connection = sqlite3.connect(two_customers(tmp_path).path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_store_that_was_moved_away_without_its_log_is_made_empty(tmp_path: Path) -> None:
    path = two_customers(tmp_path).path
    store = OrderStore(path, OpenFiles(keeps=True))
    with store.changing() as changes:
        changes.record("key", "ORD-1", "C-1", "done")
    assert path.with_name("orders.db-wal").stat().st_size > 0
    path.rename(tmp_path / "away.db")
    assert OrderStore(path).customer_ids() == ()
    assert store.customer_ids() == ()
    store.files.close()
    assert OrderStore(path).action("key") is None


def test_store_that_keeps_its_connection_sees_what_another_writes(tmp_path: Path) -> None:
    store = OrderStore(two_customers(tmp_path).path, OpenFiles(keeps=True))
    assert store.customer_ids() == ("C-1", "C-2")
    assert OrderStore(store.path).erase("C-1") == 3
    assert store.customer_ids() == ("C-2",)
    assert b"ORD-1" not in store.path.read_bytes() + store.path.with_name("orders.db-wal").read_bytes()
    store.files.close()


def test_several_threads_may_create_and_load_at_once(tmp_path: Path, place: PlaceOf) -> None:
    path = write_orders(tmp_path / "shop.json", [order("ORD-1")])
    with ThreadPoolExecutor(4) as pool:
        reports = list(pool.map(lambda _: OrderStore(place("orders")).load(path), range(8)))
    assert sum(report.unchanged for report in reports) == 7


def test_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    store = two_customers(tmp_path)
    connection = sqlite3.connect(store.path)
    connection.execute("PRAGMA user_version = 7")
    connection.close()
    with pytest.raises(OrderStoreError, match="schema version 7, this program reads versions up to 1"):
        store.customer_ids()


def test_file_that_is_no_database_is_named_with_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "orders.db"
    path.write_bytes(b"these bytes are not a database" * 100)
    with pytest.raises(OrderStoreError, match="support orders load FILE") as caught:
        OrderStore(path).customer_ids()
    assert str(path) in str(caught.value)


def test_store_that_cannot_be_opened_is_not_called_damaged(tmp_path: Path) -> None:
    (tmp_path / "orders.db").mkdir()
    with pytest.raises(OrderStoreError, match="could not be opened, read or written") as caught:
        OrderStore(tmp_path / "orders.db").customer_ids()
    assert "Move it away" not in str(caught.value)


def test_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "orders.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(OrderStoreError, match="another program \\(tables: bookmarks\\)"):
        OrderStore(path).customer_ids()
    assert path.read_bytes() == before


def test_record_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    store = two_customers(tmp_path)
    connection = sqlite3.connect(store.path)
    connection.execute("UPDATE orders SET body = '{}' WHERE order_id = 'ORD-2'")
    connection.commit()
    connection.close()
    with pytest.raises(OrderStoreError, match="a record of C-2 that cannot be read"):
        store.orders_of("C-2")


def test_change_that_fails_half_way_leaves_the_old_state(tmp_path: Path, place: PlaceOf) -> None:
    store = two_customers(tmp_path, place)

    def fail_half_way() -> None:
        with store.changing() as changes:
            changes.record("key", "ORD-1", "C-1", "done")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()
    assert store.action("key") is None


def test_what_was_done_is_kept_once_by_key_in_its_order(tmp_path: Path, place: PlaceOf) -> None:
    store = two_customers(tmp_path, place)
    with store.changing() as changes:
        for key, body in (("b", "first"), ("a", "second"), ("b", "first, mended")):
            changes.record(key, "ORD-1", "C-1", body)
        assert changes.actions_on("ORD-1") == ("first, mended", "second")
        found = changes.order("ORD-1")
        assert found is not None
        changes.write(found.model_copy(update={"note": "changed"}))
    assert store.actions_of("C-1") == ("first, mended", "second")
    assert (store.actions_of("C-2"), store.action("a")) == ((), "second")
    assert next(one for one in store.orders_of("C-1") if one.order_id == "ORD-1").note == "changed"


def test_those_who_change_come_one_after_the_other(tmp_path: Path, place: PlaceOf) -> None:
    store = two_customers(tmp_path, place)

    def add(_: int) -> None:
        with OrderStore(store.path).changing() as changes:
            before = int(changes.action("sum") or 0)
            time.sleep(0.01)
            changes.record("sum", "ORD-1", "C-1", str(before + 1))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, range(12)))
    assert store.action("sum") == "12"


def test_erased_customer_is_gone_and_others_stay(tmp_path: Path, place: PlaceOf) -> None:
    store = two_customers(tmp_path, place)
    with store.changing() as changes:
        changes.record("key", "ORD-1", "C-1", "done")
    assert [text for text in store.bodies_of_others("C-2") if "ORD-2" in text or '"C-2"' in text] == []
    assert store.erase("C-1") == 3
    assert (store.customer_ids(), store.find("ORD-1"), store.action("key")) == (("C-2",), None, None)
    assert store.erase("C-1") == 0
