"""The order store: every customer's orders in one SQLite file of their own, or on a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from knowledge.open_files import OpenFiles
from knowledge.order_changes import OrderChanges
from knowledge.order_files import read_order_file
from knowledge.order_ids import find_order_ids, normalise_order_id
from knowledge.order_rows import open_order_rows, unusable
from knowledge.order_types import Customer, Order
from knowledge.server_tables import Rows, ServerTables, overwriting, writing
from knowledge.types import Value

__all__ = ["LoadReport", "OrderStore", "find_order_ids", "normalise_order_id"]

_WRITE_CUSTOMER = "INSERT INTO customers VALUES (?, ?) ON CONFLICT (customer_id) DO UPDATE SET body = excluded.body"
_WRITE_ORDER = (
    "INSERT INTO orders VALUES (?, ?, ?) "
    "ON CONFLICT (order_id) DO UPDATE SET customer_id = excluded.customer_id, body = excluded.body"
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
    """Orders and customers in the SQLite file `path`, which is created when it is missing, or on a server.

    Each call has a connection of its own, so that one store serves several threads and processes.
    Every method raises OrderStoreError when the file is damaged, locked for more than 5 seconds, or written by a
    newer version of this program, or when the server is away.
    """

    path: Path | ServerTables
    files: OpenFiles = field(default_factory=OpenFiles, compare=False, repr=False)
    """Where connections wait between calls; without one that keeps them, each call opens and closes its own."""

    def load(self, path: Path) -> LoadReport:
        """Add the orders of a file, replacing those with the same id; all of them or, on any error, none."""
        file = read_order_file(path)
        rows = {order.order_id: (order.customer_id, order.model_dump_json()) for order in file.orders}
        people = [(customer.customer_id, customer.model_dump_json()) for customer in file.customers]
        with self._open() as db, writing(db):
            before = {key: _body(db, key) for key in rows}
            for person in people:
                db.execute(_WRITE_CUSTOMER, person)
            for order_id, order in rows.items():
                db.execute(_WRITE_ORDER, (order_id, *order))
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

    def bodies_of_others(self, customer_id: str) -> list[str]:
        """Everything that is held of all customers but one, as JSON; for whoever has to tell what is theirs alone."""
        with self._open() as db:
            query = "SELECT body FROM {} WHERE customer_id != ?"
            found = (db.execute(query.format(table), [customer_id]).fetchall() for table in ("customers", "orders"))
            return [str(body) for rows in found for (body,) in rows]

    @contextmanager
    def changing(self) -> Iterator[OrderChanges]:
        """One transaction that takes the write lock at once: all that is done inside it happens, or none of it."""
        with self._open() as db, writing(db):
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
        with self._open() as db, overwriting(db), writing(db):
            orders = db.execute("DELETE FROM orders WHERE customer_id = ?", [customer_id]).rowcount
            db.execute("DELETE FROM actions WHERE customer_id = ?", [customer_id])
            people = db.execute("DELETE FROM customers WHERE customer_id = ?", [customer_id]).rowcount
        return int(orders + people)

    def _read(self, model: type[Record], query: str, key: str) -> list[Record]:
        with self._open() as db:
            bodies = [row[0] for row in db.execute(query, [key]).fetchall()]
        try:
            return [model.model_validate_json(body) for body in bodies]
        except ValidationError as error:
            raise unusable(self.path, f"a record of {key} that cannot be read") from error

    def _open(self) -> AbstractContextManager[Rows]:
        return open_order_rows(self.path, self.files)


def _body(db: Rows, order_id: str) -> str | None:
    row = db.execute("SELECT body FROM orders WHERE order_id = ?", [order_id]).fetchone()
    return row[0] if row else None
