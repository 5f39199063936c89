"""Changing an order: what one transaction of the order store may read and write."""

from __future__ import annotations

from dataclasses import dataclass

from knowledge.order_types import Order
from knowledge.server_tables import Rows


@dataclass(frozen=True)
class OrderChanges:
    """The order store inside one transaction that holds the write lock; see `OrderStore.changing`."""

    db: Rows

    def order(self, order_id: str) -> Order | None:
        """Return an order as it is now, by its canonical id."""
        row = self.db.execute("SELECT body FROM orders WHERE order_id = ?", [order_id]).fetchone()
        return Order.model_validate_json(row[0]) if row else None

    def write(self, order: Order) -> None:
        """Replace an order that is in the store."""
        self.db.execute("UPDATE orders SET body = ? WHERE order_id = ?", [order.model_dump_json(), order.order_id])

    def action(self, key: str) -> str | None:
        """Return the record written under a key, or None."""
        row = self.db.execute("SELECT body FROM actions WHERE key = ?", [key]).fetchone()
        return str(row[0]) if row else None

    def actions_on(self, order_id: str) -> tuple[str, ...]:
        """Return the records of one order, oldest first."""
        rows = self.db.execute("SELECT body FROM actions WHERE order_id = ? ORDER BY rowid", [order_id]).fetchall()
        return tuple(str(row[0]) for row in rows)

    def record(self, key: str, order_id: str, customer_id: str, body: str) -> None:
        """Write a record; one that stands under the same key is replaced where it stands."""
        self.db.execute(
            "INSERT INTO actions VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body",
            [key, order_id, customer_id, body],
        )
