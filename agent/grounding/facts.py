"""What a sentence says of an order's fields, and how far it has been read."""

from __future__ import annotations

from dataclasses import dataclass

from agent.grounding.clauses import Part
from agent.grounding.typed import TypedValue


@dataclass(frozen=True)
class Fact:
    """One field that is said to hold one value."""

    owner: str | None
    """The order that the clause names; None for the one that the whole sentence is about."""
    field: str
    """As in `OrderField`; of lines, payments and refunds without its number: `items.unit_price`, `refunds.amount`."""
    value: TypedValue | None = None
    words: str = ""
    """What is said where it is no typed value: a status, a carrier, a way to pay, an item."""
    negative: bool = False
    clause: int = 0
    """Facts of one clause are of one line, one payment or one refund."""
    sole: bool = False
    """Whether it is put as the only one of its kind: "the payment"."""


@dataclass(frozen=True)
class Reading:
    """How far a sentence is read."""

    at: int
    subject: str | None = None
    """Order that the last clause names."""
    topic: str | None = None
    """Order that stands in front of the clause to come, "For ORD-1, …"; that one may name no other."""
    relative: bool = False
    """Whether the clause to come is a relative clause on the order before it."""
    repeats: Part | None = None
    """The last part with a date or an amount: "and ORD-2 on 3 March" says it again of another order."""
    lists: bool = False
    """Whether the last clause listed items, so that more may follow."""
    facts: tuple[Fact, ...] = ()
    clause: int = 0
