"""Every store of a data folder that may hold something of a customer, with the files it writes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from agent import ledger
from agent.errors import StoreError
from agent.llm import spending
from agent.privacy.redacting import Redactor
from agent.privacy.sqlite_erasing import erasing, tables, write_anew
from agent.privacy.subjects import Subject
from knowledge.open_files import OpenFiles
from knowledge.server_tables import Rows, ServerTables, Steps


class Erasable(Protocol):
    """A store that can forget a customer."""

    @property
    def name(self) -> str:
        """What a report calls it."""
        ...

    @property
    def files(self) -> tuple[str, ...]:
        """Patterns of the files it writes, relative to the data folder."""
        ...

    def erase(self, subject: Subject) -> int:
        """Delete what it holds of a customer; the number of records. Doing it again does no harm."""
        ...

    def left(self, subject: Subject) -> int:
        """Places on a server that still lead to the customer; files are looked through by whoever knows them all."""
        ...


@dataclass(frozen=True)
class Stored:
    """A store that erases by the customer's id, and whose file is written anew afterwards."""

    name: str
    path: Path | ServerTables
    by_id: Callable[[Subject], int]
    texts: tuple[tuple[str, str], ...] = ()
    """Tables and columns in which another customer may have named this one, or an order of theirs."""
    steps: Steps = ()
    """Of its tables."""

    @property
    def files(self) -> tuple[str, ...]:
        """The SQLite file, and what SQLite and its lock put beside it."""
        return sqlite_files(self.path)

    def erase(self, subject: Subject) -> int:
        """Delete the customer's records."""
        if not self.path.exists():
            return 0
        gone = self.by_id(subject)
        with erasing(self.path, self.steps) as db:
            held = tables(db)
            return gone + sum(_mend(db, *text, subject) for text in self.texts if text[0] in held)

    def left(self, subject: Subject) -> int:
        """See `Erasable`."""
        return rows_left(self.path, self.steps, subject)


@dataclass(frozen=True)
class Threads:
    """States of conversations, or of what waits for an approval, in LangGraph's checkpoints."""

    name: str
    path: Path
    erase_threads: Callable[[Path, Callable[[str, str], bool], Callable[[str], AbstractContextManager[Any]]], int]
    holding: Callable[[str], AbstractContextManager[Any]]
    erase_open: Callable[[Callable[[str, str], bool]], int] = lambda is_meant: 0
    """For turns that were begun and of which no state is saved yet."""

    @property
    def files(self) -> tuple[str, ...]:
        """As of `Stored`."""
        return sqlite_files(self.path)

    def erase(self, subject: Subject) -> int:
        """Delete every thread of the customer, and those of nobody in particular that name them."""

        def is_meant(thread: str, state: str) -> bool:
            return thread in subject.conversations or subject.is_named_in(state)

        gone = self.erase_open(is_meant) + self.erase_threads(self.path, is_meant, self.holding)
        write_anew(self.path)
        return gone

    def left(self, subject: Subject) -> int:
        """See `Erasable`."""
        return 0


@dataclass(frozen=True)
class Turns:
    """The ledger: turns of the customer's conversations go; in others' the words that lead to the customer."""

    path: Path | ServerTables
    name: str = "ledger"

    @property
    def files(self) -> tuple[str, ...]:
        """As of `Stored`."""
        return sqlite_files(self.path)

    def erase(self, subject: Subject) -> int:
        """Delete and mend in one transaction, so that the conversations are known until they are all gone."""
        if not self.path.exists():
            return 0
        with erasing(self.path, ledger.TABLES.steps) as db:
            if "turns" not in tables(db):
                return 0
            mine = "customer_id = :id or conversation_id in (select conversation_id from turns where customer_id = :id)"
            gone = int(db.execute(f"delete from turns where {mine}", {"id": subject.customer_id}).rowcount)
            return gone + _mend(db, "turns", "record", subject)

    def left(self, subject: Subject) -> int:
        """See `Erasable`."""
        return rows_left(self.path, ledger.TABLES.steps, subject)


@dataclass(frozen=True)
class Spent:
    """The day's tally of tokens: what was spent stays counted, and no longer leads to a turn."""

    path: Path | ServerTables
    name: str = "spending"

    @property
    def files(self) -> tuple[str, ...]:
        """As of `Stored`."""
        return sqlite_files(self.path)

    def erase(self, subject: Subject) -> int:
        """Take the ids of the customer's turns out."""
        if not self.path.exists() or not subject.turns:
            return 0
        with erasing(self.path, spending.TABLES.steps) as db:
            if "calls" not in tables(db):
                return 0
            update = "update calls set turn_id = null where turn_id = ?"
            return sum(db.execute(update, [turn]).rowcount for turn in subject.turns)

    def left(self, subject: Subject) -> int:
        """See `Erasable`."""
        return rows_left(self.path, spending.TABLES.steps, subject)


@dataclass(frozen=True)
class TypedHistory:
    """Lines typed at the chat's prompt: those that name the customer, or were asked in their conversations."""

    path: Path
    redactor: Redactor
    name: str = "chat history"

    @property
    def files(self) -> tuple[str, ...]:
        """One file."""
        return (f"{self.path.name}*",)

    def erase(self, subject: Subject) -> int:
        """Write the file anew without them."""
        if not self.path.exists():
            return 0
        lines = self.path.read_text("utf-8", "replace").splitlines(keepends=True)
        kept = [line for line in lines if not self._is_of(subject, line)]
        if len(kept) < len(lines):
            unfinished = self.path.with_name(f"{self.path.name}.new")
            unfinished.touch(mode=0o600)
            unfinished.write_text("".join(kept), "utf-8")
            os.replace(unfinished, self.path)
        return len(lines) - len(kept)

    def left(self, subject: Subject) -> int:
        """See `Erasable`."""
        return 0

    def _is_of(self, subject: Subject, line: str) -> bool:
        try:
            text = json.loads(line)
        except ValueError:
            text = line.removeprefix("+").strip()  # the form of prompt_toolkit
        said = str(text)
        cleaned = {said, self.redactor.redact(said).text}
        return subject.is_named_in(line) or bool(cleaned & subject.questions)


@dataclass(frozen=True)
class Locks:
    """Lock files, and the marks of turns under way: their names are digests of conversations."""

    folder: Path
    file_of: Callable[[str], Path]
    name: str = "locks"

    @property
    def files(self) -> tuple[str, ...]:
        """The folder, and the lock of this command."""
        return (f"{self.folder.name}/*", ".*.lock", "*.lock")

    def erase(self, subject: Subject) -> int:
        """Remove the files of the customer's conversations."""
        locks = [self.file_of(one) for one in subject.conversations]
        gone = [path for lock in locks for path in (lock, lock.with_suffix(".open")) if path.exists()]
        for path in gone:
            path.unlink(missing_ok=True)
        return len(gone)

    def left(self, subject: Subject) -> int:
        """See `Erasable`."""
        return 0


def rows_left(place: Path | ServerTables, steps: Steps, subject: Subject) -> int:
    """Rows on a server that lead to the customer; 0 for a file."""
    if not isinstance(place, ServerTables):
        return 0
    with place.open(steps, OpenFiles(), StoreError) as db:
        held = (row for table in sorted(tables(db)) for row in db.execute(f"select * from {table}"))
        return sum(1 for row in held if any(subject.is_named_in(str(value)) for value in row))


def _mend(db: Rows, table: str, column: str, subject: Subject) -> int:
    """Put `[erased]` in the place of the words that lead to the customer; the number of rows."""
    rows = db.execute(f"select rowid, {column} from {table} where {column} is not null")
    read = [(row, str(text), erased(str(text), subject)) for row, text in rows]
    mended = [(after, row) for row, before, after in read if after != before]
    for changed in mended:
        db.execute(f"update {table} set {column} = ? where rowid = ?", changed)
    return len(mended)


def erased(text: str, subject: Subject) -> str:
    """The text, or each text of a record, without those words; numbers and the record's form stay as they are."""
    if not subject.is_named_in(text):
        return text
    try:
        record = json.loads(text)
    except ValueError:
        record = None
    if not isinstance(record, dict | list):
        return subject.pattern.sub("[erased]", text)
    return json.dumps(_without(record, subject), ensure_ascii=False, separators=(",", ":"))


def _without(value: Any, subject: Subject) -> Any:
    if isinstance(value, str):
        return subject.pattern.sub("[erased]", value)
    if isinstance(value, dict):
        return {_without(key, subject): _without(inner, subject) for key, inner in value.items()}
    return [_without(inner, subject) for inner in value] if isinstance(value, list) else value


def sqlite_files(path: Path | ServerTables) -> tuple[str, ...]:
    """A SQLite file, its logs, its journal and its locks; none for what is on a server."""
    if isinstance(path, ServerTables):
        return ()
    name = path.name
    return (name, f"{name}-wal", f"{name}-shm", f"{name}-journal", f"{name}.lock", f".{name}.lock", f"{name}.new*")
