"""The ledger: every turn as it was, so that any of them can be shown again."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.errors import InputError, LedgerError
from agent.types import TurnResult
from knowledge.open_files import OpenFiles
from knowledge.server_tables import Rows, ServerTables, writing
from knowledge.store_tables import StoreTables
from knowledge.types import Value

READ_STEP = 500
"""Turns read between two calls of the progress function."""

TABLES = StoreTables(
    what="the ledger",
    steps=(
        (
            "create table if not exists turns (turn_id text primary key, conversation_id text, customer_id text, "
            "asked_at text, outcome text, record text)",
        ),
    ),
    error=LedgerError,
    remedy="to start a new one",
)
COLUMNS = ("turn_id", "conversation_id", "customer_id", "asked_at", "outcome", "record")
WRITE = (
    f"insert into turns ({', '.join(COLUMNS)}) values ({', '.join(f':{name}' for name in COLUMNS)}) "
    f"on conflict (turn_id) do update set {', '.join(f'{name} = excluded.{name}' for name in COLUMNS[1:])}"
)

Record = dict[str, Any]
"""A turn as plain JSON."""

Progress = Callable[[int, int], None]
"""Told how many turns of how many are read."""


class Retrievals(Value):
    """What the searches of all recorded turns found."""

    turns: int
    """Turns that searched the articles."""
    since: str | None
    """When the first of them was asked, ISO time in UTC; None where there is none."""
    articles: frozenset[str]
    """Articles of which at least one passage was found, by name."""


@dataclass(frozen=True)
class Ledger:
    """Turns in one SQLite file, or on a server, written through to disk before a reply is handed out.

    Every method raises LedgerError where the file or the server cannot be used.
    """

    path: Path | ServerTables
    files: OpenFiles = field(default_factory=OpenFiles, compare=False, repr=False)
    """Where connections wait between calls; without one that keeps them, each call opens and closes its own."""

    def record(self, result: TurnResult) -> None:
        """Store a turn; storing the same turn again replaces it."""
        row = result.model_dump(include=set(COLUMNS) - {"record"}) | {"record": result.model_dump_json()}
        with self._open() as rows, writing(rows):  # one after the other, so that their numbers are their order
            rows.execute(WRITE, row)

    def turn(self, turn_id: str) -> TurnResult:
        """One turn by its id, or by the beginning of it where only one turn starts so; `last` is the newest.

        Raises:
            InputError: there is no such turn, or several.
        """
        found = self._find(turn_id)
        if len(found) == 1:
            return TurnResult.model_validate(found[0])
        recent = ", ".join(row["turn_id"] for row in self.recent(5)) or "none yet"
        what = f"{len(found)} turns start with" if found else "The ledger holds no turn"
        raise InputError(f"{what} {turn_id!r}. The latest are: {recent}. Run `support trace TURN` with one of them.")

    def recorded(self, turn_id: str) -> TurnResult | None:
        """The turn with exactly this id; None where there is none."""
        found = self._records("select record from turns where turn_id = ?", turn_id)
        return TurnResult.model_validate(found[0]) if found else None

    def _find(self, turn_id: str) -> list[Record]:
        if turn_id == "last":
            return self._records("select record from turns order by asked_at desc, rowid desc limit 1")
        exact = self._records("select record from turns where turn_id = ?", turn_id)
        beginning = "select record from turns where substr(turn_id, 1, ?) = ?"
        return exact or self._records(beginning, len(turn_id), turn_id)

    def recent(self, limit: int) -> list[dict[str, Any]]:
        """The newest turns, newest first: ids, time, customer, question, outcome and the reason of a handoff."""
        found = self._records("select record from turns order by asked_at desc, rowid desc limit ?", limit)
        shown = ("turn_id", "conversation_id", "customer_id", "asked_at", "outcome", "question")
        return [
            {name: turn.get(name) for name in shown} | {"handoff": (turn.get("handoff") or {}).get("reason")}
            for turn in found
        ]

    def before(self, turn: TurnResult) -> list[TurnResult]:
        """The turns of the same conversation before this one, oldest first."""
        sql = (
            "select record from turns where conversation_id = ? and rowid < (select rowid from turns where turn_id = ?) "
            "order by rowid"
        )
        return [TurnResult.model_validate(found) for found in self._records(sql, turn.conversation_id, turn.turn_id)]

    def named(self, turn_ids: Sequence[str]) -> list[Record]:
        """The records of these turns, as many as are there, in no order."""
        marks = ", ".join("?" for _ in turn_ids)
        return self._records(f"select record from turns where turn_id in ({marks})", *turn_ids) if turn_ids else []

    def of_customer(self, customer_id: str) -> list[Record]:
        """The records of the turns in which this customer was verified, oldest first."""
        return self._records("select record from turns where customer_id = ? order by rowid", customer_id)

    def after(self, number: int, limit: int) -> list[tuple[int, Record]]:
        """The records that were written after the one of a number (0 for all), with their numbers, in their order."""
        sql = "select rowid, record from turns where rowid > ? order by rowid limit ?"
        return [(int(found), json.loads(record)) for found, record in self._rows(sql, number, limit)]

    def retrievals(self, progress: Progress = lambda done, total: None, step: int = READ_STEP) -> Retrievals:
        """Which articles the turns have found, over all of the ledger; `progress` is told where it is longer than a step."""
        asked: list[str] = []
        articles: set[str] = set()
        for turn in self._all(progress, step):
            if searched := turn.get("searched"):
                asked.append(turn["asked_at"])
                articles.update(_article(hit["passage_id"]) for one in searched for hit in one["hits"])
        return Retrievals(turns=len(asked), since=min(asked, default=None), articles=frozenset(articles))

    def proved_by(
        self,
        articles: Collection[str],
        since: str = "",
        progress: Progress = lambda done, total: None,
        step: int = READ_STEP,
    ) -> list[str]:
        """Ids of the turns that sent a claim which a passage of one of the articles proved, oldest first.

        Args:
            articles: by name.
            since: ISO time in UTC or the beginning of one; turns asked before it are left out.
            progress: told where the ledger is longer than a step.
            step: turns read at a time.
        """
        return [
            turn["turn_id"]
            for turn in self._all(progress, step)
            if turn["asked_at"] >= since and not _proving(turn).isdisjoint(articles)
        ]

    def _all(self, progress: Progress, step: int) -> Iterator[Record]:
        total, done, last = sum(count for (count,) in self._rows("select count(*) from turns")), 0, 0
        while found := self.after(last, step):
            yield from (record for _, record in found)
            last = found[-1][0]
            done += len(found)
            if total > step:
                progress(min(done, total), total)

    def _records(self, sql: str, *values: object) -> list[Record]:
        return [json.loads(record) for (record,) in self._rows(sql, *values)]

    def _rows(self, sql: str, *values: object) -> list[Any]:
        if not self.path.exists():
            return []
        with self._open() as rows:
            return list(rows.execute(sql, values).fetchall())

    def _open(self) -> AbstractContextManager[Rows]:
        return TABLES.open(self.path, self.files)


def _proving(turn: Record) -> set[str]:
    """The articles whose passages proved what was sent."""
    sent = (claim for claim in turn.get("claims", ()) if not claim["cut"] and claim["label"] == "supported")
    return {_article(ref["id"]) for claim in sent for ref in claim["evidence"] if ref["source"] == "article"}


def _article(passage_id: str) -> str:
    return passage_id.rsplit("#", 1)[0]
