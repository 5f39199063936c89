"""The memory store: episodes of and facts about customers, in one SQLite file of their own, or on a server."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from pydantic import ValidationError

from agent.errors import MemoryStoreError
from agent.memory.episodes import Episode
from agent.memory.facts import Fact, FactSource
from agent.memory.memory_file import TABLES, overwriting
from knowledge.embedding import Vectors
from knowledge.open_files import OpenFiles
from knowledge.server_tables import ServerTables, writing

HALF = np.float16
"""Vectors are kept in two bytes a number; cosines stay right to three decimals."""


@dataclass(frozen=True)
class KeptEpisode:
    """An episode with the vector of what was asked."""

    episode: Episode
    space: str
    """Hash of the weights of the embedder that made the vector."""
    vector: Vectors
    """Of unit length, shape (dimension,)."""


@dataclass(frozen=True)
class MemoryStore:
    """What is remembered of customers in the SQLite file `path`, which is made when it is first written to, or on a
    server.

    Each call has a connection of its own, so that one store serves several threads and processes.
    Every method raises MemoryStoreError when the file is damaged, locked for too long, or of a newer version, or when
    the server is away.
    """

    path: Path | ServerTables
    files: OpenFiles = field(default_factory=OpenFiles, compare=False, repr=False)
    """Where connections wait between calls; without one that keeps them, each call opens and closes its own."""

    def add(self, customer_id: str, kept: KeptEpisode) -> bool:
        """Keep an episode; False where one of the same turn is there already, which stays as it is."""
        one = kept.episode
        row = (
            one.turn_id,
            customer_id,
            one.conversation_id,
            one.day.isoformat(),
            one.model_dump_json(),
            kept.space,
            kept.vector.astype(HALF).tobytes(),
        )
        with TABLES.open(self.path, self.files) as database, writing(database):
            sql = "INSERT INTO episodes VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (turn_id) DO NOTHING"
            return bool(database.execute(sql, row).rowcount == 1)

    def episodes_of(self, customer_id: str, *, but_not: str = "", limit: int = 1_000) -> tuple[KeptEpisode, ...]:
        """The episodes of one customer, newest first, without those of the conversation `but_not`."""
        if not self.path.exists():
            return ()
        sql = (
            "SELECT body, space, vector FROM episodes WHERE customer_id = ? AND conversation_id != ? "
            "ORDER BY day DESC, rowid DESC LIMIT ?"
        )
        with TABLES.open(self.path, self.files) as database:
            rows = database.execute(sql, (customer_id, but_not, limit)).fetchall()
        try:
            return tuple(
                KeptEpisode(Episode.model_validate_json(body), space, _vector(blob)) for body, space, blob in rows
            )
        except (ValidationError, ValueError) as error:
            raise MemoryStoreError(
                f"The memory {self.path} holds an episode that cannot be read ({type(error).__name__}): wanted one that "
                "this program wrote. Move the file away to start a new one."
            ) from error

    def write_fact(
        self, customer_id: str, key: str, value: str | None, source: FactSource, evidence_id: str
    ) -> Fact | None:
        """Write a new version of a fact; None takes it back. Nothing is written where the same source said so last."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        with TABLES.open(self.path, self.files) as database, writing(database):
            versions = _facts(database.execute(_FACTS + " AND key = ? ORDER BY version", (customer_id, key)).fetchall())
            # A record says the same in every turn: it must not undo what a person has taken back or corrected since.
            said = [one for one in versions if one.source == source]
            last = (said if source == "record" else versions)[-1:]
            if (last and last[0].value == value and last[0].source == source) or (value is None and not versions):
                return None
            fact = Fact(key=key, version=len(versions) + 1, value=value, source=source, evidence_id=evidence_id, at=at)
            row = (customer_id, key, fact.version, value, source, evidence_id, at)
            database.execute("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            return fact

    def facts_of(self, customer_id: str) -> tuple[Fact, ...]:
        """Every version of every fact about one customer, by key, oldest first."""
        if not self.path.exists():
            return ()
        with TABLES.open(self.path, self.files) as database:
            return _facts(database.execute(_FACTS + " ORDER BY key, version", (customer_id,)).fetchall())

    def erase(self, customer_id: str) -> int:
        """Delete all that is remembered of a customer and write the file anew without it; the number of records deleted."""
        if not self.path.exists():
            return 0
        with TABLES.open(self.path, self.files) as database, overwriting(database, self.path), writing(database):
            episodes = database.execute("DELETE FROM episodes WHERE customer_id = ?", (customer_id,)).rowcount
            facts = database.execute("DELETE FROM facts WHERE customer_id = ?", (customer_id,)).rowcount
        return int(episodes + facts)


_FACTS = "SELECT key, version, value, source, evidence_id, at FROM facts WHERE customer_id = ?"


def _facts(rows: list[tuple[str, int, str | None, FactSource, str, str]]) -> tuple[Fact, ...]:
    return tuple(
        Fact(key=key, version=version, value=value, source=source, evidence_id=evidence_id, at=at)
        for key, version, value, source, evidence_id, at in rows
    )


def _vector(blob: bytes) -> Vectors:
    return np.frombuffer(blob, dtype=HALF).astype(np.float32)
