"""What holds when a conversation is over: the orders, the memory, the people who took over, and that nothing leaked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.actions.opening import open_book
from agent.actions.proposals import refunded
from agent.case_expect import Finally, MemoryExpected
from agent.case_types import Case
from agent.memory.facts import current
from agent.stores import Stores
from agent.types import TurnResult
from evals.case_checks import Miss, plain
from evals.case_leaks import LeakReader
from evals.case_shops import CaseShop
from knowledge.order_types import Order


@dataclass(frozen=True)
class FinalChecks:
    """Holds a case's data folder against what is expected of it at the end."""

    case: Case
    shop: CaseShop
    stores: Stores

    def misses(self, expect: Finally, turns: Sequence[TurnResult]) -> Iterator[Miss]:
        """Every expectation that is not met."""
        for order_id, fields in expect.orders.items():
            yield from self._order(order_id, fields)
        if expect.memory is not None:
            yield from self._memory(expect.memory)
        reader = LeakReader(self.case, self.shop)
        for named in expect.no_leak:
            yield from (
                ("no_leak", f"nothing of {named!r}", f"{word!r} in {at}") for word, at in reader.leaks(named, turns)
            )
        yield from self._people(expect, turns)

    def _order(self, order_id: str, fields: dict[str, str | None]) -> Iterator[Miss]:
        order = self.stores.orders.find(order_id)
        for field, wanted in fields.items():
            got = field_of(order, field) if order else "no such order"
            if got != wanted:
                yield f"orders.{order_id}.{field}", str(wanted), str(got)

    def _memory(self, expect: MemoryExpected) -> Iterator[Miss]:
        customers = dict.fromkeys(
            one for one in (self.case.customer, *(turn.customer for turn in self.case.turns)) if one
        )
        facts = {one.key: one.value for customer in customers for one in current(self.stores.memory.facts_of(customer))}
        for key, wanted in expect.facts.items():
            if facts.get(key) != wanted:
                yield f"memory.facts.{key}", str(wanted), str(facts.get(key))
        kept = [
            one.episode.model_dump_json() for customer in customers for one in self.stores.memory.episodes_of(customer)
        ]
        held = plain(" ".join([*kept, *(f"{key} {value}" for key, value in facts.items())]))
        yield from (
            ("memory.holds", text, "it is nowhere in the memory") for text in expect.holds if plain(text) not in held
        )
        yield from (
            ("memory.lacks", f"not {text!r}", "it is in the memory") for text in expect.lacks if plain(text) in held
        )

    def _people(self, expect: Finally, turns: Sequence[TurnResult]) -> Iterator[Miss]:
        reasons = tuple(turn.handoff.reason for turn in turns if turn.handoff)
        got = ", ".join(reasons) or "none"
        if isinstance(expect.handoffs, int) and expect.handoffs != len(reasons):
            yield "handoffs", str(expect.handoffs), f"{len(reasons)} ({got})"
        if isinstance(expect.handoffs, tuple) and expect.handoffs != reasons:
            yield "handoffs", ", ".join(expect.handoffs) or "none", got
        if expect.approvals is not None:
            waiting = open_book(self.stores).approvals(waiting=True)
            if len(waiting) != expect.approvals:
                yield "approvals", str(expect.approvals), str(len(waiting))


def finals_of(case: Case, shop: CaseShop, home: Path) -> FinalChecks:
    """The checks of a case's data folder."""
    return FinalChecks(case, shop, Stores(home))


def field_of(order: Order, field: str) -> str | None:
    """A field of an order as text: `status`, `address.city`, `items.1.quantity`, `refunded`; None where it has none."""
    if field == "refunded":
        return f"{refunded(order):.2f}"
    found: Any = order.model_dump(mode="json")
    for part in field.split("."):
        if isinstance(found, list):
            found = found[int(part) - 1] if part.isdigit() and 0 < int(part) <= len(found) else None
        else:
            found = found.get(part) if isinstance(found, dict) else None
    return None if found is None else str(found)
