"""What the chat models spent, in one SQLite file that all processes of a data folder share, or on a server.

A call is entered with its upper bound before it is made, and set right by what the provider counted after it, so that
one that was killed in between counts in full. No text is kept here, only numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from agent.errors import BudgetError, StoreError
from agent.llm.exchanges import Role
from knowledge.open_files import OpenFiles
from knowledge.server_tables import Rows, ServerTables, writing
from knowledge.store_tables import StoreTables
from knowledge.types import Value

TABLES = StoreTables(
    what="the tally of what chat models spend in",
    steps=(
        (
            "create table if not exists calls (id integer primary key, turn_id text, day text not null, "
            "asked_at text not null, role text not null, model text not null, input_tokens integer not null, "
            "output_tokens integer not null, cost real not null, estimated integer not null, settled integer not null)",
            "create index if not exists calls_by_day on calls (day)",
            "create index if not exists calls_by_turn on calls (turn_id)",
        ),
    ),
    error=StoreError,
    remedy="to count from nothing",
)
ENTER = (
    "insert into calls (turn_id, day, asked_at, role, model, input_tokens, output_tokens, cost, estimated, settled) "
    "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id"
)
SUMS = "select cast(coalesce(sum(input_tokens + output_tokens), 0) as bigint), coalesce(sum(cost), 0) from calls where "
TURN = """
    select count(*), cast(coalesce(sum(input_tokens), 0) as bigint), cast(coalesce(sum(output_tokens), 0) as bigint),
        coalesce(sum(cost), 0), cast(coalesce(sum(estimated), 0) as bigint), cast(coalesce(sum(1 - settled), 0) as bigint)
    from calls where turn_id = ?
"""


class Limits(Value):
    """How much a turn and a day may take; None for as much as it takes."""

    turn_tokens: int | None = None
    day_tokens: int | None = None
    turn_cost: float | None = None
    day_cost: float | None = None


class Cost(Value):
    """Of one call."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    """In the currency of the prices."""
    estimated: bool = False
    """Whether it is an upper bound, because the provider did not say."""


class Spent(Value):
    """What a turn took."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    estimated: int = 0
    """Calls whose tokens are an upper bound."""
    unsettled: int = 0
    """Calls among them that did not end, because they were given up or killed."""


def utc_now() -> datetime:
    """The time in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Spending:
    """The tally; safe between threads and processes."""

    path: Path | ServerTables
    limits: Limits = field(default_factory=Limits)
    now: Callable[[], datetime] = utc_now
    files: OpenFiles = field(default_factory=OpenFiles, compare=False, repr=False)
    """Where connections wait between calls; without one that keeps them, each call opens and closes its own."""

    def reserve(self, turn_id: str | None, role: Role, model: str, bound: Cost) -> int:
        """Enter a call that is about to be made; its number.

        Raises:
            BudgetError: it might take more than is left of the turn's or of the day's budget. Nothing is entered.
            StoreError: the file cannot be used, so that nothing may be spent.
        """
        moment = self.now()
        day = moment.date().isoformat()
        with self._open() as rows, writing(rows):  # so that no other process spends between the look and the entry
            for of, where, key, tokens, cost in (
                ("turn", "turn_id = ?", turn_id, self.limits.turn_tokens, self.limits.turn_cost),
                ("day", "day = ?", day, self.limits.day_tokens, self.limits.day_cost),
            ):
                spent = rows.execute(SUMS + where, [key]).fetchone()
                _refuse_over(of, spent, bound, tokens, cost)
            row = (turn_id, day, moment.isoformat(timespec="milliseconds"), role, model, *_numbers(bound), 0)
            number = rows.execute(ENTER, row).fetchone()[0]
        return int(number)

    def settle(self, call: int, cost: Cost) -> None:
        """Put what a call took in the place of its bound."""
        sql = "update calls set input_tokens = ?, output_tokens = ?, cost = ?, estimated = ?, settled = 1 where id = ?"
        with self._open() as rows, writing(rows):
            rows.execute(sql, (*_numbers(cost), call))

    def of_turn(self, turn_id: str) -> Spent:
        """What a turn took so far; nothing where no chat model was ever asked."""
        return self._summed(TURN, turn_id)

    def report(self, turn_id: str) -> Spent:
        """What a turn took, for its record; nothing where the file cannot be read, for the turn itself is done."""
        try:
            return self.of_turn(turn_id)
        except StoreError:
            return Spent()

    def of_day(self, day: str) -> Spent:
        """What an ISO date took so far."""
        return self._summed(TURN.replace("turn_id = ?", "day = ?"), day)

    def _summed(self, sql: str, key: str) -> Spent:
        if not self.path.exists():
            return Spent()
        with self._open() as rows:
            found = rows.execute(sql, [key]).fetchone()
            return Spent.model_validate(dict(zip(Spent.model_fields, found, strict=True)))

    def _open(self) -> AbstractContextManager[Rows]:
        return TABLES.open(self.path, self.files)


def _numbers(cost: Cost) -> tuple[int, int, float, int]:
    return cost.input_tokens, cost.output_tokens, cost.cost, int(cost.estimated)


def _refuse_over(of: str, spent: tuple[int, float], bound: Cost, tokens: int | None, cost: float | None) -> None:
    wanted = bound.input_tokens + bound.output_tokens
    if tokens is not None and spent[0] + wanted > tokens:
        raise BudgetError(
            f"Not asked: up to {wanted:,} tokens more than the {spent[0]:,} spent would be over the {tokens:,} of a {of} "
            f"(drafting.max_{of}_tokens)."
        )
    if cost is not None and spent[1] + bound.cost > cost:
        raise BudgetError(
            f"Not asked: up to {bound.cost:.6g} more than the {spent[1]:.6g} spent would be over the {cost:g} of a {of} "
            f"(drafting.max_{of}_cost)."
        )
