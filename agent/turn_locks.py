"""One turn at a time in a conversation, and a mark of the one that runs: in a folder, or on the server that machines share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from agent import locking
from agent.errors import StoreError
from agent.locking import LOCK_SECONDS
from agent.state import NewTurn
from knowledge.open_files import OpenFiles
from knowledge.server_tables import ServerRows, ServerTables, writing

TABLES = (("create table open_turns (conversation_id text primary key, body text not null)",),)
"""What each version adds to the one before it."""


class TurnLocks(Protocol):
    """Locks of conversations, and what started the turns that are under way."""

    def holding(self, conversation_id: str) -> AbstractContextManager[None]:
        """Hold a conversation.

        Raises:
            StoreError: it is busy, or the locks cannot be used.
        """
        ...

    def marked(self, new: NewTurn) -> AbstractContextManager[None]:
        """Keep what starts a turn while the turn runs: one that was cut short is begun anew from it."""
        ...

    def unmark(self, conversation_id: str) -> None:
        """Take away the mark of a turn that has been finished since."""
        ...

    def begun(self, conversation_id: str) -> NewTurn | None:
        """What started the turn of a conversation that was begun and not ended; None where there is none."""
        ...

    def cut_short(self) -> tuple[str, ...]:
        """Conversations with a turn that was begun and not ended, and that nobody is at now."""
        ...

    def erase(self, is_meant: Callable[[str, str], bool]) -> int:
        """Remove marks once their turns are over, or at once where nobody is at them; the number that was left.

        `is_meant` is given a conversation's id and the mark's text.
        """
        ...


@dataclass(frozen=True)
class FolderLocks:
    """Files of one machine."""

    folder: Path

    def holding(self, conversation_id: str) -> AbstractContextManager[None]:
        """See `TurnLocks`."""
        return locking.holding(self.folder, conversation_id)

    def marked(self, new: NewTurn) -> AbstractContextManager[None]:
        """See `TurnLocks`."""
        return locking.marked(self.folder, new)

    def unmark(self, conversation_id: str) -> None:
        """See `TurnLocks`."""
        locking.unmark(self.folder, conversation_id)

    def begun(self, conversation_id: str) -> NewTurn | None:
        """See `TurnLocks`."""
        return locking.begun(self.folder, conversation_id)

    def cut_short(self) -> tuple[str, ...]:
        """See `TurnLocks`."""
        locking.drop_unwritten(self.folder)
        return tuple(one for one in locking.cut_short(self.folder) if not locking.is_held(self.folder, one))

    def erase(self, is_meant: Callable[[str, str], bool]) -> int:
        """See `TurnLocks`."""
        return locking.erase_open_turns(self.folder, is_meant)


@dataclass(frozen=True)
class ServerLocks:
    """Advisory locks, each held by the transaction of a connection of its own, and a table of marks."""

    tables: ServerTables
    files: OpenFiles = field(default_factory=OpenFiles, compare=False, repr=False)

    @contextmanager
    def holding(self, conversation_id: str) -> Iterator[None]:
        """See `TurnLocks`; a lock that is lost with its connection is not told of, for what it was held for is done by then."""
        done = False
        try:
            with self._open() as rows:
                self._hold(rows, conversation_id)
                yield
                done = True
        except StoreError:
            if not done:
                raise

    def _open(self) -> AbstractContextManager[ServerRows]:
        return self.tables.open(TABLES, self.files, StoreError)

    def _hold(self, rows: ServerRows, conversation_id: str) -> None:
        if not rows.lock(conversation_id, LOCK_SECONDS):
            raise StoreError(
                f"The conversation {conversation_id!r} has been busy for {LOCK_SECONDS} s. Ask again when the turn before has "
                "ended."
            )

    @contextmanager
    def marked(self, new: NewTurn) -> Iterator[None]:
        """See `TurnLocks`."""
        sql = "insert into open_turns values (?, ?) on conflict (conversation_id) do update set body = excluded.body"
        with self._open() as rows, writing(rows):
            rows.execute(sql, (new["conversation_id"], json.dumps(new)))
        yield
        self.unmark(new["conversation_id"])  # not after an exception: a turn that could not be recorded is still open

    def unmark(self, conversation_id: str) -> None:
        """See `TurnLocks`."""
        with self._open() as rows:
            rows.execute("delete from open_turns where conversation_id = ?", (conversation_id,))

    def begun(self, conversation_id: str) -> NewTurn | None:
        """See `TurnLocks`."""
        with self._open() as rows:
            found = rows.execute("select body from open_turns where conversation_id = ?", (conversation_id,)).fetchone()
        new: NewTurn | None = json.loads(found[0]) if found else None
        return new

    def cut_short(self) -> tuple[str, ...]:
        """See `TurnLocks`."""
        return tuple(one for one, _ in self._marks() if not self._is_held(one))

    def erase(self, is_meant: Callable[[str, str], bool]) -> int:
        """See `TurnLocks`."""
        meant = [one for one, body in self._marks() if is_meant(one, body)]
        for one in meant:
            with self.holding(one):
                self.unmark(one)
        return len(meant)

    def _marks(self) -> list[tuple[str, str]]:
        with self._open() as rows:
            return list(
                rows.execute("select conversation_id, body from open_turns order by conversation_id").fetchall()
            )

    def _is_held(self, conversation_id: str) -> bool:
        with self._open() as rows:
            return not rows.is_free(conversation_id)
