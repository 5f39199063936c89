"""Looking through every byte of a data folder for what is left of a customer."""

from __future__ import annotations

import mmap
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from agent.privacy.subjects import Subject

_SQLITE = b"SQLite format 3\x00"


def hits(path: Path, subject: Subject) -> int:
    """Places in a file that lead to the customer: in its bytes, and in the rows of a SQLite file.

    A long row is spread over pages that need not follow each other, so a word may stand whole in a row and in no run of
    bytes.
    """
    try:
        if path.stat().st_size == 0:
            return 0
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            found = sum(1 for _ in subject.raw_pattern.finditer(content))
            is_database = content[: len(_SQLITE)] == _SQLITE
    except FileNotFoundError:  # a log that SQLite has just folded back
        return 0
    return found or (sum(_in_rows(path, subject)) if is_database else 0)


def _in_rows(path: Path, subject: Subject) -> Iterator[int]:
    with closing(sqlite3.connect(path, timeout=10)) as db:
        names = [str(row[0]) for row in db.execute("select name from sqlite_master where type = 'table'")]
        for name in names:
            quoted = name.replace('"', '""')
            for row in db.execute(f'select * from "{quoted}"'):
                for value in row:
                    raw = value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")
                    yield sum(1 for _ in subject.raw_pattern.finditer(raw))
