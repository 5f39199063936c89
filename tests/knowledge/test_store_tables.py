"""A store's file is made once, brought up to date with its rows, and left alone where it is somebody else's."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.errors import OrderStoreError
from knowledge.open_files import OpenFiles
from knowledge.server_tables import writing
from knowledge.store_tables import StoreTables
from tests.places import PlaceOf

ONE = StoreTables(
    what="the words in",
    steps=(("create table if not exists said (word text primary key)",),),
    error=OrderStoreError,
    remedy="to start a new one",
)
TWO = replace(ONE, steps=(*ONE.steps, ("alter table said add column by_whom text",)))


def say(tables: StoreTables, place: Path, word: str) -> None:
    with tables.open(place, OpenFiles()) as rows, writing(rows):
        rows.execute("insert into said (word) values (?)", (word,))


def said(tables: StoreTables, place: Path) -> list[str]:
    with tables.open(place, OpenFiles()) as rows:
        return [row[0] for row in rows.execute("select word from said order by word").fetchall()]


def test_tables_are_made_once_by_several_and_brought_up_to_date_with_their_rows(place: PlaceOf) -> None:
    where = place("words")
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda n: say(ONE, where, f"w{n}"), range(6)))  # type: ignore[arg-type]  # or tables on a server
    assert said(TWO, where) == [f"w{n}" for n in range(6)]  # type: ignore[arg-type]
    with pytest.raises(OrderStoreError, match=r"newer version \(schema 2, this one reads 1\)"):
        said(ONE, where)  # type: ignore[arg-type]


def test_file_of_another_program_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "words.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("create table bookmarks (url text)")
    with pytest.raises(OrderStoreError, match=r"file of another program \(it has bookmarks\)"):
        say(ONE, path, "a")
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("select name from sqlite_master").fetchall() == [("bookmarks",)]


def test_file_whose_making_was_cut_short_is_made_whole(tmp_path: Path) -> None:
    path = tmp_path / "words.db"
    with closing(sqlite3.connect(path)) as cut:
        cut.execute("create table said (word text primary key)")  # and the version was not written yet
    say(ONE, path, "a")
    assert said(ONE, path) == ["a"]


def test_what_cannot_be_opened_is_told_with_its_remedy(tmp_path: Path) -> None:
    (tmp_path / "words.db").write_bytes(b"these bytes are not a database" * 100)
    with pytest.raises(
        OrderStoreError, match=r"words\.db cannot be used .* Move it away to start a new one, or name another"
    ):
        said(ONE, tmp_path / "words.db")


def test_without_a_log_nothing_of_what_was_deleted_is_left_beside_the_file(tmp_path: Path) -> None:
    path, plain = tmp_path / "words.db", replace(ONE, logged=False)
    say(plain, path, "Zanzibar")
    with plain.open(path, OpenFiles()) as rows, writing(rows):
        rows.execute("delete from said")
    assert [found.name for found in tmp_path.iterdir() if b"Zanzibar" in found.read_bytes()] == []
    assert not path.with_name("words.db-wal").exists()
