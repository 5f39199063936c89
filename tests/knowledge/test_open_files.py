"""Connections wait between calls, one call has each, and none outlives its file."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest

from knowledge.open_files import OpenFiles


def connect_to(path: Path) -> Callable[[], sqlite3.Connection]:
    """Opens the file and makes its table."""

    def connect() -> sqlite3.Connection:
        opened = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        opened.execute("pragma journal_mode = wal")
        opened.execute("create table if not exists said (text)")
        return opened

    return connect


def say(files: OpenFiles, path: Path, text: str) -> sqlite3.Connection:
    with files.open(path, connect_to(path)) as opened:
        opened.execute("insert into said values (?)", [text])
        return opened


def fail_half_way(files: OpenFiles, path: Path) -> None:
    with files.open(path, connect_to(path)) as opened:
        opened.execute("begin")
        opened.execute("insert into said values ('half')")
        opened.execute("select 1 from nowhere")


def said(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as opened:
        return [row[0] for row in opened.execute("select text from said")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "said.db"
    connect_to(found)().close()
    return found


def test_next_call_has_the_same_connection(path: Path) -> None:
    files = OpenFiles(keeps=True)
    assert say(files, path, "a") is say(files, path, "b")
    files.close()
    assert said(path) == ["a", "b"]


def test_by_default_each_call_opens_and_closes_its_own(path: Path) -> None:
    opened = say(OpenFiles(), path, "a")
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened.execute("select 1")


def test_calls_at_the_same_time_have_connections_of_their_own(path: Path) -> None:
    files, both = OpenFiles(keeps=True), Barrier(2)

    def meet(_: int) -> int:
        with files.open(path, connect_to(path)) as opened:
            both.wait(timeout=10)
            return id(opened)

    with ThreadPoolExecutor(2) as pool:
        assert len(set(pool.map(meet, range(2)))) == 2
    files.close()


def test_call_that_fails_leaves_no_connection_behind(path: Path) -> None:
    files = OpenFiles(keeps=True)
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        fail_half_way(files, path)
    say(files, path, "whole")
    files.close()
    assert said(path) == ["whole"]


def test_file_that_was_replaced_is_opened_anew(path: Path, tmp_path: Path) -> None:
    files = OpenFiles(keeps=True)
    say(files, path, "old")
    other = tmp_path / "other.db"
    connect_to(other)().close()
    os.replace(other, path)
    say(files, path, "new")
    files.close()
    assert said(path) == ["new"]


def test_file_that_was_moved_away_is_not_written_to(path: Path, tmp_path: Path) -> None:
    files = OpenFiles(keeps=True)
    say(files, path, "old")
    (tmp_path / "away").mkdir()
    for one in tmp_path.glob("said.db*"):
        shutil.move(one, tmp_path / "away" / one.name)
    say(files, path, "new")
    files.close()
    assert said(path) == ["new"]
    assert said(tmp_path / "away" / path.name) == ["old"]


def test_file_that_was_moved_away_without_its_log_keeps_what_was_written(path: Path, tmp_path: Path) -> None:
    files = OpenFiles(keeps=True)
    say(files, path, "old")
    path.rename(tmp_path / "away.db")
    say(files, path, "new")
    files.close()
    assert (said(path), said(tmp_path / "away.db")) == (["new"], ["old"])


def test_log_is_cut_to_nothing_while_a_connection_waits(path: Path) -> None:
    files = OpenFiles(keeps=True)
    with files.open(path, connect_to(path)) as opened:
        opened.execute("insert into said values ('a'), ('b')")
        opened.execute("select text from said").fetchone()
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("pragma wal_checkpoint(truncate)").fetchone()[0] == 0
    assert path.with_name("said.db-wal").stat().st_size == 0
    files.close()


def test_nothing_is_kept_once_closed(path: Path) -> None:
    files = OpenFiles(keeps=True)
    first = say(files, path, "a")
    files.close()
    second = say(files, path, "b")
    for opened in (first, second):
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            opened.execute("select 1")
