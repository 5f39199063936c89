"""What the queue shows of each turn, read from the ledger without the rest of its record."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from agent.errors import StoreError
from knowledge.types import Value

SQL = (
    "select turn_id, json_extract(record, '$.question'), json_extract(record, '$.handoff.packet.missing') "
    "from turns where turn_id in (select value from json_each(?))"
)


class Summary(Value):
    """A turn in two lines."""

    question: str = ""
    missing: str = ""
    """What a person has to find out or decide."""


@dataclass(frozen=True)
class Summaries:
    """Reads the ledger's file, and never writes to it."""

    path: Path

    def of(self, turn_ids: Sequence[str]) -> Mapping[str, Summary]:
        """The turns that are on record, by id; a handoff that needed no turn has none.

        Raises:
            StoreError: the ledger cannot be read.
        """
        if not turn_ids or not self.path.exists():
            return {}
        try:
            with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=5)) as connection:
                rows = connection.execute(SQL, [json.dumps(list(turn_ids))]).fetchall()
        except sqlite3.Error as error:
            raise StoreError(
                f"The ledger {self.path} cannot be read ({error}). Try again, or run `support doctor`."
            ) from error
        return {turn_id: Summary(question=question or "", missing=missing or "") for turn_id, question, missing in rows}
