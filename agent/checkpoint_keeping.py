"""What is done to saved states beside saving and reading them; LangGraph's savers differ in what they offer for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol


class Keeper(Protocol):
    """Looks after the states that a saver has written."""

    def drop_earlier(self, thread: str) -> None:
        """Delete all states of a thread but its newest, which is all that a turn reads."""
        ...

    def tidy(self) -> None:
        """Let nothing that was deleted stand where the database keeps what it has written last."""
        ...

    def threads(self) -> list[str]:
        """The ids of all threads."""
        ...

    def close(self) -> None:
        """Close the saver's connections."""
        ...

    @contextmanager
    def reaching(self) -> Iterator[None]:
        """Turns the loss of the database within the block into a StoreError."""
        ...


@dataclass(frozen=True)
class FileKeeper:
    """Of LangGraph's SQLite saver."""

    saver: Any

    def drop_earlier(self, thread: str) -> None:
        """See `Keeper`.

        Each of a turn's stages writes the whole state down anew, so a long conversation would fill the disk. The saver's own
        `prune` is not implemented for SQLite (langgraph-checkpoint-sqlite 3.1.2); no channel here is a delta of an older state.
        """
        newest = "(SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = :thread AND checkpoint_ns = '')"
        with self.saver.cursor() as cursor:
            for table in ("checkpoints", "writes"):
                sql = (
                    f"DELETE FROM {table} WHERE thread_id = :thread AND checkpoint_ns = '' AND checkpoint_id < {newest}"
                )
                cursor.execute(sql, {"thread": thread})

    def tidy(self) -> None:
        """See `Keeper`."""
        self.saver.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def threads(self) -> list[str]:
        """See `Keeper`."""
        return [str(row[0]) for row in self.saver.conn.execute("SELECT DISTINCT thread_id FROM checkpoints")]

    def close(self) -> None:
        """See `Keeper`."""
        self.saver.conn.close()

    @contextmanager
    def reaching(self) -> Iterator[None]:
        """See `Keeper`; a file does not go away."""
        yield
