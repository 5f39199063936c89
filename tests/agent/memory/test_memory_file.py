"""The file of memories is made, brought up to date, or refused with words."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from agent.errors import MemoryStoreError
from agent.memory.memory_file import TABLES
from agent.memory.store import MemoryStore
from tests.agent.memory.people import episode, kept

SCHEMA = len(TABLES.steps)


def with_version(path: Path, version: int, *statements: str) -> MemoryStore:
    with closing(sqlite3.connect(path)) as database:
        for statement in statements:
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {version}")
        database.commit()
    return MemoryStore(path)


def test_reading_makes_no_file(tmp_path: Path) -> None:
    store = MemoryStore(tmp_path / "memory.db")
    assert (store.episodes_of("a"), store.facts_of("a"), store.erase("a")) == ((), (), 0)
    assert not store.path.exists()


def test_writing_makes_it_with_a_write_ahead_log(tmp_path: Path) -> None:
    store = MemoryStore(tmp_path / "home" / "memory.db")
    assert store.add("a", kept(episode()))
    with closing(sqlite3.connect(store.path)) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


def test_older_version_is_migrated_and_keeps_what_it_holds(tmp_path: Path) -> None:
    store = with_version(tmp_path / "memory.db", 1, *TABLES.steps[0])
    one = kept(episode())
    with closing(sqlite3.connect(store.path)) as database:
        row = ("t1", "a", "c-t1", "2026-11-12", one.episode.model_dump_json(), one.space, b"\0\0")
        database.execute("INSERT INTO episodes VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        database.commit()
    assert [found.episode for found in store.episodes_of("a")] == [one.episode]
    assert store.write_fact("a", "name_to_use", "Mia", "operator", "operator") is not None


def test_newer_version_is_refused_with_words(tmp_path: Path) -> None:
    store = with_version(tmp_path / "memory.db", SCHEMA + 5)
    with pytest.raises(MemoryStoreError, match=rf"newer version \(schema {SCHEMA + 5}, this one reads {SCHEMA}\)"):
        store.facts_of("a")
    with pytest.raises(MemoryStoreError, match="Install the newer grounded-support"):
        store.add("a", kept(episode()))


def test_file_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    store = with_version(tmp_path / "memory.db", 0, "CREATE TABLE cats (name TEXT)")
    with pytest.raises(MemoryStoreError, match="a file of another program"):
        store.add("a", kept(episode()))
    with closing(sqlite3.connect(store.path)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("cats",)]


def test_damaged_file_is_named(tmp_path: Path) -> None:
    store = MemoryStore(tmp_path / "memory.db")
    store.path.write_bytes(b"these bytes are not a database" * 100)
    with pytest.raises(MemoryStoreError, match=r"memory\.db cannot be used"):
        store.facts_of("a")
