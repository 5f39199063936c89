"""The tables of a store, in a SQLite file or on a server: opened, made, brought up to date, or refused."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from knowledge.open_files import OpenFiles
from knowledge.server_tables import Rows, ServerTables, Steps, writing

WAIT_S = 10.0
"""How long a process waits for another one that writes, or makes the same file ready."""
_TABLE = re.compile(r"create table (?:if not exists )?(\w+)", re.IGNORECASE)


@dataclass(frozen=True)
class StoreTables:
    """How the tables of one kind of store are made, and what is said where they cannot be used."""

    what: str
    """As messages call it: `the ledger`."""
    steps: Steps
    """What each version adds to the one before it; never changed, only added to."""
    error: Callable[[str], Exception]
    """Raised with a message."""
    remedy: str
    """What is lost by moving a file away that cannot be used: `to start a new one`."""
    logged: bool = True
    """Whether a file has a write-ahead log; without one nothing that was deleted stands anywhere after its transaction."""

    @contextmanager
    def open(self, place: Path | ServerTables, files: OpenFiles) -> Iterator[Rows]:
        """A connection of its own, which waits in `files` afterwards; on a server, one transaction.

        Raises:
            Exception: of the store's kind: the file is damaged, locked, of another program or of a newer version; or the
                server cannot be used.
        """
        if isinstance(place, ServerTables):
            with place.open(self.steps, files, self.error) as rows:
                yield rows
            return
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            with files.open(place, partial(self._connect, place)) as database:
                if self._version(database, place) < len(self.steps):
                    self._bring_up_to_date(database, place)
                yield database
        except (sqlite3.Error, OSError) as error:
            raise self.error(
                f"{self.what.capitalize()} {place} cannot be used ({error}): wanted a SQLite file that can be written. Move it "
                f"away {self.remedy}, or name another folder with `--home`."
            ) from error

    def _connect(self, path: Path) -> sqlite3.Connection:
        database = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
        database.execute("pragma synchronous = full")
        if not self.logged:
            database.execute("pragma secure_delete = on")
        return database

    def _version(self, database: sqlite3.Connection, path: Path) -> int:
        found = int(database.execute("pragma user_version").fetchone()[0])
        if found > len(self.steps):
            raise self.error(
                f"{self.what.capitalize()} {path} was written by a newer version (schema {found}, this one reads "
                f"{len(self.steps)}). Install the newer grounded-support, or name another folder with `--home`."
            )
        return found

    def _bring_up_to_date(self, database: sqlite3.Connection, path: Path) -> None:
        """Add what is missing, step by step, in one transaction; a process that comes second finds it done."""
        # The switch to the write-ahead log is not waited for by SQLite while another process does the same.
        from filelock import FileLock

        with FileLock(path.with_name(f".{path.name}.lock"), timeout=WAIT_S):
            if self.logged:
                database.execute("pragma journal_mode = wal")
            with writing(database):
                version = self._version(database, path)
                held = {str(row[0]) for row in database.execute("select name from sqlite_master where type = 'table'")}
                if version == 0 and (strange := sorted(held - self._tables - {"sqlite_sequence"})):
                    raise self.error(
                        f"{self.what.capitalize()} {path} is a file of another program (it has {strange[0]}): wanted one that "
                        "this program wrote. Move it away, or name another folder with `--home`."
                    )
                for step in self.steps[version:]:
                    for statement in step:
                        database.execute(statement)
                database.execute(f"pragma user_version = {len(self.steps)}")

    @property
    def _tables(self) -> set[str]:
        return {found[1] for step in self.steps for statement in step if (found := _TABLE.match(statement))}
