"""SQLite files, and connections to servers, that stay open between calls: opening and closing costs more than most calls."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar


class Connected(Protocol):
    """A connection to SQLite, or what is built on one."""

    def execute(self, sql: str, /) -> Any:
        """Run a statement."""
        ...

    def close(self) -> None:
        """Close it."""
        ...


Connection = TypeVar("Connection", bound=Connected)
Place = tuple[int, int]
"""Device and number of a file, which no other file has for as long as this one is open."""
SERVER: Place = (-1, -1)
"""Of all that is no file: whether it is there, its connection knows."""


@dataclass(frozen=True)
class _Kept:
    connection: Any
    place: Place
    """Of the file."""
    log: Place | None
    """Of its write-ahead log."""


@dataclass(eq=False)
class OpenFiles:
    """Connections of one process, each used by one call at a time, of whichever thread.

    One whose file was moved away or replaced since, or in which a call failed, is not used again. Whoever wants them kept
    closes them; by default nothing is kept, and each call opens and closes its own.
    """

    keeps: bool = False
    _idle: dict[Path | str, list[_Kept]] = field(default_factory=dict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @contextmanager
    def open(
        self,
        path: Path | str,
        connect: Callable[[], Connection],
        alive: Callable[[Connection], bool] = lambda connection: True,
    ) -> Iterator[Connection]:
        """A connection that nobody else has.

        Args:
            path: of a file, or the URL of a server.
            connect: opens one that any thread may use; asked where none waits.
            alive: tells of one that waited whether it can still be used; if not, it is closed.
        """
        place = _place(path)
        connection = self._waiting(path, place, alive)
        if connection is None:
            connection = connect()
            place = (
                place if _place(path) == place else None
            )  # one that was put there meanwhile may not be the one opened
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        if not self._put_back(path, place, connection):
            connection.close()

    def close(self) -> None:
        """Close what is kept; what is in use is closed by its call, and nothing is kept any more."""
        with self._lock:
            self.keeps = False
            waiting = [one for kept in self._idle.values() for one in kept]
            self._idle.clear()
        for one in waiting:
            one.connection.close()

    def _waiting(self, path: Path | str, place: Place | None, alive: Callable[[Any], bool]) -> Any | None:
        while (found := self._next(path, place)) is not None and not alive(found):
            found.close()
        return found

    def _next(self, path: Path | str, place: Place | None) -> Any | None:
        with self._lock:
            kept = self._idle.pop(path, [])
            fresh = [one for one in kept if one.place == place]
            found = fresh.pop().connection if fresh else None
            if fresh:
                self._idle[path] = fresh
        for one in kept:
            if one.place != place and isinstance(path, Path):
                _leave(path, one)
        return found

    def _put_back(self, path: Path | str, place: Place | None, connection: Connected) -> bool:
        with self._lock:
            if self.keeps and place is not None:
                self._idle.setdefault(path, []).append(_Kept(connection, place, _log_of(path)))
            return self.keeps and place is not None


def log_file(path: Path) -> Path:
    """Where SQLite keeps what was written to a file and is not in it yet."""
    return path.with_name(f"{path.name}-wal")


def _leave(path: Path, kept: _Kept) -> None:
    """Close a connection whose file is not there any more.

    Where the file alone was moved or replaced, its log stays behind: what is in it goes into the file, wherever that is,
    so that it is not read as the log of the file that is there now.
    """
    with suppress(sqlite3.Error):  # a file that is gone for good cannot be written
        kept.connection.execute("pragma wal_checkpoint(truncate)").fetchall()
    kept.connection.close()
    if kept.log is not None and _place(log_file(path)) == kept.log:
        log_file(path).unlink(missing_ok=True)


def _log_of(path: Path | str) -> Place | None:
    return _place(log_file(path)) if isinstance(path, Path) else None


def _place(path: Path | str) -> Place | None:
    if isinstance(path, str):
        return SERVER
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
