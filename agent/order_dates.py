"""Which day's articles a turn goes by: an order is judged by the rules in force when it was placed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from knowledge.types import Passage, SearchHit, Value

NOTED = 3
"""Orders up to which each has a note of its own."""


class PlacedOrder(Value):
    """An order that a message speaks of, and when it was placed."""

    order_id: str
    placed_on: date | None
    """None where the shop's record does not say."""


class PolicyDays(Value):
    """The days on which an article has to be in force to prove anything in a turn."""

    days: tuple[date, ...]
    """At least one, earliest first; more where the orders of a message were placed on several."""
    notes: tuple[str, ...] = ()
    """For the record of the turn."""

    @property
    def first(self) -> date:
        """The day that is searched."""
        return self.days[0]

    def hold(self, passage: Passage) -> bool:
        """Whether the passage's article is in force on all of the days; one without dates always is."""
        return all(passage.effective_from <= day <= passage.effective_to for day in self.days)

    def of_all(self, hits: Sequence[SearchHit]) -> tuple[SearchHit, ...]:
        """What was found on the first day without what is not in force on the others."""
        return tuple(hit for hit in hits if self.hold(hit.passage))


def policy_days(orders: Iterable[PlacedOrder], today: date) -> PolicyDays:
    """The days for the orders of a turn: when each was placed; today where there is none, or none has a date.

    An order's date never lies ahead: what will be in force proves nothing yet.
    """
    placed = {order.order_id: min(order.placed_on, today) for order in orders if order.placed_on}
    days = tuple(sorted(set(placed.values()))) or (today,)
    return PolicyDays(days=days, notes=_notes(placed))


def _notes(placed: dict[str, date]) -> tuple[str, ...]:
    if len(placed) <= NOTED:
        return tuple(f"Articles as of {day}, when order {order_id} was placed." for order_id, day in placed.items())
    first, last = min(placed.values()), max(placed.values())
    return (f"Articles in force whenever one of {len(placed)} orders was placed, {first} to {last}.",)
