"""The service's database is made once, brought up to date, and refused where a newer version wrote it."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import select

from agent.errors import StoreError
from agent.web.database import open_database
from agent.web.migrating import version_of
from agent.web.tables import MESSAGES, SCHEMA


def test_database_is_made_with_its_version(tmp_path: Path, database_url: str | None) -> None:
    database = open_database(tmp_path / "new" / "home", database_url)
    with database.writing() as connection:
        assert version_of(connection) == SCHEMA
        assert connection.execute(select(MESSAGES)).all() == []
    database.close()


def test_every_write_is_forced_to_the_disk(tmp_path: Path) -> None:
    database = open_database(tmp_path)
    with database.writing() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
    database.close()


def test_database_of_a_newer_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    open_database(tmp_path).close()
    with sqlite3.connect(tmp_path / "service.db") as file:
        file.execute("UPDATE service_version SET version = 99")
    file.close()
    with pytest.raises(StoreError, match="has schema version 99, this program reads versions up to"):
        open_database(tmp_path)
    with sqlite3.connect(tmp_path / "service.db") as file:
        assert file.execute("SELECT version FROM service_version").fetchall() == [(99,)]
    file.close()


def test_file_that_is_no_database_is_refused_with_words(tmp_path: Path) -> None:
    (tmp_path / "service.db").write_bytes(b"no database at all, but long enough to be read as one" * 40)
    with pytest.raises(StoreError, match=r"service\.db cannot be used \(file is not a database\)"):
        open_database(tmp_path)


def test_transaction_that_fails_leaves_nothing(tmp_path: Path, database_url: str | None) -> None:
    database = open_database(tmp_path, database_url)

    def fail() -> None:
        with database.writing() as connection:
            connection.exec_driver_sql("INSERT INTO deliveries VALUES ('shop', 'd1', 1.0)")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with database.writing() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM deliveries").scalar_one() == 0
    database.close()


def test_two_processes_worth_of_openers_make_it_once(tmp_path: Path, database_url: str | None) -> None:
    failed: list[Exception] = []

    def open_it() -> None:
        try:
            open_database(tmp_path, database_url).close()
        except StoreError as error:
            failed.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert failed == []
