"""The ledger: every turn as it was, so that any of them can be shown again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent.errors import InputError, LedgerError
from agent.types import TurnResult
from knowledge.open_files import OpenFiles
from knowledge.types import Value

if TYPE_CHECKING:
    from sqlite_utils import Database

SCHEMA = 1
"""`PRAGMA user_version` of the file."""

READ_STEP = 500
"""Turns read between two calls of the progress function."""

COLUMNS = ("turn_id", "conversation_id", "customer_id", "asked_at", "outcome", "record")
TURNS = (
    "create table if not exists turns (turn_id text primary key, conversation_id text, customer_id text, asked_at text, "
    "outcome text, record text)"
)

FOUND = """
    select distinct json_extract(hit.value, '$.passage_id') as passage_id
    from turns, json_each(turns.record, '$.searched') as searched, json_each(searched.value, '$.hits') as hit
    where turns.rowid > ? and turns.rowid <= ?
"""

RECENT = """
    select turn_id, conversation_id, customer_id, asked_at, outcome,
        json_extract(record, '$.question') as question, json_extract(record, '$.handoff.reason') as handoff
    from turns order by asked_at desc, rowid desc limit ?
"""


SENT = """
    select distinct turns.turn_id, json_extract(ref.value, '$.id') as passage_id
    from turns, json_each(turns.record, '$.claims') as claim, json_each(claim.value, '$.evidence') as ref
    where turns.rowid > ? and turns.rowid <= ? and turns.asked_at >= ?
        and not json_extract(claim.value, '$.cut') and json_extract(claim.value, '$.label') = 'supported'
        and json_extract(ref.value, '$.source') = 'article'
"""


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
    """Turns in one SQLite file, written through to disk before a reply is handed out."""

    path: Path
    files: OpenFiles = field(default_factory=OpenFiles, compare=False, repr=False)
    """Where connections wait between calls; without one that keeps them, each call opens and closes its own."""

    @contextmanager
    def _open(self) -> Iterator[Database]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.files.open(self.path, self._connect) as database:
                found = database.execute("pragma user_version").fetchone()[0]
                if found > SCHEMA:
                    raise LedgerError(
                        f"{self.path} was written by a newer version (schema {found}, this one reads {SCHEMA}). "
                        "Install the newer grounded-support, or name another folder with `--home`."
                    )
                if found < SCHEMA:
                    database.execute(f"pragma user_version = {SCHEMA}")
                yield database
        except (sqlite3.Error, OSError) as error:
            raise LedgerError(
                f"The ledger {self.path} cannot be used ({error}): wanted a SQLite file that can be written. Move it away "
                "to start a new one, or name another folder with `--home`."
            ) from error

    def _connect(self) -> Database:
        from sqlite_utils import Database

        connection = sqlite3.connect(self.path, timeout=10, check_same_thread=False)
        try:
            connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = full")
        except BaseException:
            connection.close()
            raise
        return Database(connection)

    def record(self, result: TurnResult) -> None:
        """Store a turn; storing the same turn again replaces it."""
        row = result.model_dump(include=set(COLUMNS) - {"record"}) | {"record": result.model_dump_json()}
        with self._open() as database, database.conn:
            database.conn.execute(TURNS)
            names = ", ".join(f":{name}" for name in COLUMNS)
            database.conn.execute(f"insert or replace into turns ({', '.join(COLUMNS)}) values ({names})", row)

    def turn(self, turn_id: str) -> TurnResult:
        """One turn by its id, or by the beginning of it where only one turn starts so; `last` is the newest.

        Raises:
            InputError: there is no such turn, or several.
        """
        found = self._find(turn_id)
        if len(found) == 1:
            return TurnResult.model_validate(json.loads(found[0]["record"]))
        recent = ", ".join(row["turn_id"] for row in self.recent(5)) or "none yet"
        what = f"{len(found)} turns start with" if found else "The ledger holds no turn"
        raise InputError(f"{what} {turn_id!r}. The latest are: {recent}. Run `support trace TURN` with one of them.")

    def recorded(self, turn_id: str) -> TurnResult | None:
        """The turn with exactly this id; None where there is none."""
        found = self._find(turn_id)
        rows = [TurnResult.model_validate(json.loads(row["record"])) for row in found[:1]]
        return next((row for row in rows if row.turn_id == turn_id), None)

    def _find(self, turn_id: str) -> list[dict[str, Any]]:
        if not self.path.exists():
            return []
        with self._open() as database:
            if "turns" not in database.table_names():
                return []
            if turn_id == "last":
                return list(database.query("select record from turns order by asked_at desc, rowid desc limit 1"))
            exact = list(database.query("select record from turns where turn_id = ?", [turn_id]))
            return exact or list(
                database.query("select record from turns where substr(turn_id, 1, ?) = ?", [len(turn_id), turn_id])
            )

    def recent(self, limit: int) -> list[dict[str, Any]]:
        """The newest turns, newest first: ids, time, customer, question, outcome and the reason of a handoff."""
        if not self.path.exists():
            return []
        with self._open() as database:
            if "turns" not in database.table_names():
                return []
            return list(database.query(RECENT, [limit]))

    def before(self, turn: TurnResult) -> list[TurnResult]:
        """The turns of the same conversation before this one, oldest first."""
        if not self.path.exists():
            return []
        with self._open() as database:
            sql = (
                "select record from turns where conversation_id = :conversation and rowid < "
                "(select rowid from turns where turn_id = :turn) order by rowid"
            )
            rows = database.query(sql, {"conversation": turn.conversation_id, "turn": turn.turn_id})
            return [TurnResult.model_validate(json.loads(row["record"])) for row in rows]

    def retrievals(
        self, progress: Callable[[int, int], None] = lambda done, total: None, step: int = READ_STEP
    ) -> Retrievals:
        """Which articles the turns have found, over all of the ledger; `progress` is told where it is longer than a step."""
        nothing = Retrievals(turns=0, since=None, articles=frozenset())
        if not self.path.exists():
            return nothing
        with self._open() as database:
            if "turns" not in database.table_names():
                return nothing
            sql = "select count(*), min(asked_at), (select max(rowid) from turns) from turns where json_array_length(record, '$.searched') > 0"
            turns, since, last = database.execute(sql).fetchone()
            articles: set[str] = set()
            for begin in range(0, last or 0, step):
                rows = database.execute(FOUND, [begin, begin + step])
                articles.update(passage_id.rsplit("#", 1)[0] for (passage_id,) in rows)
                if last > step:
                    progress(min(begin + step, last), last)
            return Retrievals(turns=turns, since=since, articles=frozenset(articles))

    def proved_by(
        self,
        articles: Collection[str],
        since: str = "",
        progress: Callable[[int, int], None] = lambda done, total: None,
        step: int = READ_STEP,
    ) -> list[str]:
        """Ids of the turns that sent a claim which a passage of one of the articles proved, oldest first.

        Args:
            articles: by name.
            since: ISO time in UTC or the beginning of one; turns asked before it are left out.
            progress: told where the ledger is longer than a step.
            step: turns read at a time.
        """
        if not self.path.exists():
            return []
        with self._open() as database:
            if "turns" not in database.table_names():
                return []
            last = database.execute("select max(rowid) from turns").fetchone()[0] or 0
            found: dict[str, None] = {}
            for begin in range(0, last, step):
                for turn_id, passage_id in database.execute(SENT, [begin, begin + step, since]):
                    if passage_id.rsplit("#", 1)[0] in articles:
                        found[turn_id] = None
                if last > step:
                    progress(min(begin + step, last), last)
            return list(found)
