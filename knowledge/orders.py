"""The order store: every customer's orders in one SQLite file of their own."""

from __future__ import annotations

import glob
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pydantic import ValidationError

from knowledge.errors import OrderStoreError
from knowledge.open_files import OpenFiles, log_file
from knowledge.order_changes import ACTIONS_TABLE, OrderChanges
from knowledge.order_files import read_order_file
from knowledge.order_ids import find_order_ids, normalise_order_id
from knowledge.order_types import Customer, Order
from knowledge.types import Value

if TYPE_CHECKING:
    from sqlite_utils import Database

__all__ = ["LoadReport", "OrderStore", "find_order_ids", "normalise_order_id"]

SCHEMA_VERSION = 1
"""Kept in `PRAGMA user_version`; 0 is a file without tables."""

_SCHEMA = (
    "CREATE TABLE customers (customer_id TEXT PRIMARY KEY, body TEXT NOT NULL)",
    "CREATE TABLE orders (order_id TEXT PRIMARY KEY, customer_id TEXT NOT NULL, body TEXT NOT NULL)",
    "CREATE INDEX orders_of_customer ON orders (customer_id)",
    ACTIONS_TABLE,
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)

Record = TypeVar("Record", Customer, Order)


class LoadReport(Value):
    """What a load did; orders that were neither replaced nor unchanged are new."""

    customers: int
    """In the file."""
    orders: int
    """In the file."""
    replaced: int
    """Orders that were in the store with other content."""
    unchanged: int
    """Orders that were in the store with the same content."""


@dataclass(frozen=True)
class OrderStore:
    """Orders and customers in the SQLite file `path`, which is created when it is missing.

    Each call has a connection of its own, so that one store serves several threads and processes.
    Every method raises OrderStoreError when the file is damaged, locked for more than 5 seconds, or written by a
    newer version of this program.
    """

    path: Path
    files: OpenFiles = field(default_factory=OpenFiles, compare=False, repr=False)
    """Where connections wait between calls; without one that keeps them, each call opens and closes its own."""

    def load(self, path: Path) -> LoadReport:
        """Add the orders of a file, replacing those with the same id; all of them or, on any error, none."""
        file = read_order_file(path)
        rows = {order.order_id: (order.customer_id, order.model_dump_json()) for order in file.orders}
        people = [(customer.customer_id, customer.model_dump_json()) for customer in file.customers]
        with self._open() as db, _writing(db):
            before = {key: _body(db, key) for key in rows}
            db.conn.executemany("INSERT OR REPLACE INTO customers VALUES (?, ?)", people)
            db.conn.executemany("INSERT OR REPLACE INTO orders VALUES (?, ?, ?)", [(k, *v) for k, v in rows.items()])
        unchanged = sum(before[key] == body for key, (_, body) in rows.items())
        replaced = sum(body is not None for body in before.values()) - unchanged
        return LoadReport(customers=len(people), orders=len(rows), replaced=replaced, unchanged=unchanged)

    def customer(self, customer_id: str) -> Customer | None:
        """Return one customer; None where there is none of exactly this id."""
        found = self._read(Customer, "SELECT body FROM customers WHERE customer_id = ?", customer_id)
        return found[0] if found else None

    def customer_ids(self) -> tuple[str, ...]:
        """Return the ids of all customers, sorted."""
        with self._open() as db:
            rows = db.execute("SELECT customer_id FROM customers ORDER BY customer_id").fetchall()
        return tuple(row[0] for row in rows)

    def orders_of(self, customer_id: str) -> tuple[Order, ...]:
        """Return the orders of one customer, newest first; the only way in for agent code."""
        orders = self._read(Order, "SELECT body FROM orders WHERE customer_id = ? ORDER BY order_id", customer_id)
        newest_first = sorted(orders, key=lambda order: str(order.placed_on or ""), reverse=True)
        return tuple(newest_first)

    def find(self, order_id: str) -> Order | None:
        """Return an order whoever it belongs to, its id written in any form.

        For the operator's command line only, as it does not check who is asking. Agent code must use
        `orders_of` with the id of the verified customer.
        """
        found = self._read(Order, "SELECT body FROM orders WHERE order_id = ?", normalise_order_id(order_id))
        return found[0] if found else None

    @contextmanager
    def changing(self) -> Iterator[OrderChanges]:
        """One transaction that takes the write lock at once: all that is done inside it happens, or none of it."""
        with self._open() as db, _writing(db):
            yield OrderChanges(db)

    def action(self, key: str) -> str | None:
        """Return the record of an action by its key, or None."""
        with self._open() as db:
            return OrderChanges(db).action(key)

    def actions_of(self, customer_id: str) -> tuple[str, ...]:
        """Return the records of what was done to one customer's orders, oldest first."""
        query = "SELECT body FROM actions WHERE customer_id = ? ORDER BY rowid"
        with self._open() as db:
            return tuple(str(row[0]) for row in db.execute(query, [customer_id]).fetchall())

    def erase(self, customer_id: str) -> int:
        """Delete a customer, all their orders and what was done to these, and overwrite the freed pages.

        Returns the number of records deleted: the orders, and one for the customer.
        """
        with self._open() as db:
            db.execute("PRAGMA secure_delete = ON")
            with _writing(db):
                orders = db.execute("DELETE FROM orders WHERE customer_id = ?", [customer_id]).rowcount
                db.execute("DELETE FROM actions WHERE customer_id = ?", [customer_id])
                people = db.execute("DELETE FROM customers WHERE customer_id = ?", [customer_id]).rowcount
            # The write-ahead log still holds the deleted rows until it is folded back and cut to nothing.
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return orders + people

    def _read(self, model: type[Record], query: str, key: str) -> list[Record]:
        with self._open() as db:
            bodies = [row[0] for row in db.execute(query, [key]).fetchall()]
        try:
            return [model.model_validate_json(body) for body in bodies]
        except ValidationError as error:
            raise self._unusable(f"a record of {key} that cannot be read") from error

    @contextmanager
    def _open(self) -> Iterator[Database]:
        try:
            if not self.path.exists():
                _create(self.path)
            with self.files.open(self.path, self._connect) as db:
                self._check_version(db)
                yield db
        except (sqlite3.DatabaseError, OSError) as error:
            raise self._failed(error) from error

    def _connect(self) -> Database:
        db = _connected(self.path)
        try:
            self._check_version(db)
            db.execute("PRAGMA synchronous = FULL")
            db.execute(ACTIONS_TABLE)  # files of before it was kept have none
        except BaseException:
            db.close()
            raise
        return db

    def _check_version(self, db: Database) -> None:
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        if version > SCHEMA_VERSION:
            raise OrderStoreError(
                f"The order store {self.path} has schema version {version}, "
                f"this program reads versions up to {SCHEMA_VERSION}. "
                "Upgrade grounded-support, or name another --home and run `support orders load FILE`."
            )
        if version < SCHEMA_VERSION:
            tables = ", ".join(db.table_names()[:3])
            raise self._unusable(f"a file of another program (tables: {tables or 'none'})")

    def _failed(self, error: sqlite3.Error | OSError) -> OrderStoreError:
        # The driver raises the base class itself only for a file that is damaged or no database at all.
        if type(error) is sqlite3.DatabaseError:
            return self._unusable(f"a damaged file ({error})")
        if "locked" in str(error):
            remedy = "Another process held it for more than 5 seconds: try again once that process is done."
        else:
            remedy = "Check the free space and the permissions of its folder, then try again."
        return OrderStoreError(f"The order store {self.path} could not be opened, read or written: {error}. {remedy}")

    def _unusable(self, found: str) -> OrderStoreError:
        return OrderStoreError(
            f"The order store {self.path} cannot be used: found {found}, wanted an SQLite file that this program "
            "wrote. Move it away, then run `support orders load FILE`."
        )


def _create(path: Path) -> None:
    """Make the store beside its place and move it there, so that no other process meets it half made."""
    from filelock import FileLock

    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{path}.lock", timeout=10):
        if path.exists():
            return
        unfinished = path.with_name(f"{path.name}.new")
        for leftover in path.parent.glob(f"{glob.escape(unfinished.name)}*"):  # of a process that was killed here
            leftover.unlink()
        with closing(_connected(unfinished)) as db:
            db.enable_wal()
            for statement in _SCHEMA:
                db.execute(statement)
        log_file(path).unlink(missing_ok=True)  # of a file that was moved away without it
        unfinished.replace(path)


def _connected(path: Path) -> Database:
    from sqlite_utils import Database

    return Database(sqlite3.connect(path, check_same_thread=False), execute_plugins=False)


@contextmanager
def _writing(db: Database) -> Iterator[None]:
    """One transaction that takes the write lock at once, so that it cannot fail half-way for want of it."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.rollback()
        raise
    db.commit()


def _body(db: Database, order_id: str) -> str | None:
    row = db.execute("SELECT body FROM orders WHERE order_id = ?", [order_id]).fetchone()
    return row[0] if row else None
