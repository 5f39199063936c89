"""Fields and statuses of an order, as the record states them and as a reply may; they stand in `orders.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from knowledge.models.training.generated.slots import VALUES, Slot, one_of
from knowledge.models.training.generated.tables import read_table


@dataclass(frozen=True)
class Field:
    """One field of an order: how the record says it, and how a reply may."""

    name: str
    slot: Slot
    """What fills `{value}`."""
    record: tuple[str, ...]
    claims: tuple[str, ...]

    @property
    def holds_one_value(self) -> bool:
        """False where another value may hold beside the recorded one: such a claim is neutral, not refuted."""
        return self.name not in {"item", "refund", "method"}

    @property
    def is_quiet(self) -> bool:
        """Whether it says nothing about any other field, so that it may stand beside each."""
        return self.name in {"carrier", "total", "placed_on", "item"}


@dataclass(frozen=True)
class Status:
    """A status of an order, in the record's sentences and in a reply's."""

    record: tuple[str, ...]
    claims: tuple[str, ...]


@dataclass(frozen=True)
class OrderTables:
    """What the pairs about orders are made from."""

    fields: tuple[Field, ...]
    statuses: Mapping[str, Status]
    methods: Slot
    """Ways to pay."""


def read_order_tables() -> OrderTables:
    """The fields and statuses of `orders.yaml`, in its order."""
    table = read_table("orders")
    words = {name: Slot(one_of(*values)) for name, values in table["words"].items()}
    slots = {name: Slot(draw) for name, draw in VALUES.items()} | words
    return OrderTables(
        fields=tuple(
            Field(row["name"], slots[row["slot"]], tuple(row["record"]), tuple(row["claims"]))
            for row in table["fields"]
        ),
        statuses={row["name"]: Status(tuple(row["record"]), tuple(row["claims"])) for row in table["statuses"]},
        methods=words["method"],
    )
