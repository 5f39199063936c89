"""A database that an older version made is brought up to date with its rows kept; one of a newer version is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, inspect, select, text

from agent.errors import StoreError
from agent.web.database import open_database
from agent.web.database_server import open_engine
from agent.web.desk.ended_sessions import EndedSessions
from agent.web.handoffs import Handoffs
from agent.web.migrating import STEPS, bring_up_to_date, version_of
from agent.web.tables import CONVERSATIONS, HANDOFFS, MESSAGES, METADATA, OUTBOX, SCHEMA

VERSION_1 = """
CREATE TABLE service_version (version INTEGER NOT NULL);
CREATE TABLE deliveries (helpdesk TEXT NOT NULL, delivery_id TEXT NOT NULL, received_at {number} NOT NULL,
    PRIMARY KEY (helpdesk, delivery_id));
CREATE INDEX ix_deliveries_received_at ON deliveries (received_at);
CREATE TABLE messages (id {counter}, helpdesk TEXT NOT NULL, conversation_id TEXT NOT NULL, message_id TEXT NOT NULL,
    occurred_at {number} NOT NULL, received_at {number} NOT NULL, customer_id TEXT, envelope TEXT, turn_id TEXT,
    tries INTEGER NOT NULL, planned_end TEXT, "end" TEXT, ended_at {number}, PRIMARY KEY (id),
    CONSTRAINT one_row_a_message UNIQUE (helpdesk, conversation_id, message_id));
CREATE INDEX open_messages ON messages (helpdesk, conversation_id, "end");
CREATE TABLE conversations (helpdesk TEXT NOT NULL, conversation_id TEXT NOT NULL, holder TEXT NOT NULL,
    held_at {number} NOT NULL, due_at {number}, leased_by TEXT, leased_until {number} NOT NULL, lease INTEGER NOT NULL,
    changed_at {number} NOT NULL, PRIMARY KEY (helpdesk, conversation_id));
CREATE INDEX due_conversations ON conversations (due_at, leased_until);
CREATE TABLE outbox ("key" TEXT NOT NULL, helpdesk TEXT NOT NULL, conversation_id TEXT NOT NULL, turn_id TEXT NOT NULL,
    position INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT, final BOOLEAN NOT NULL, state TEXT NOT NULL,
    tries INTEGER NOT NULL, next_at {number} NOT NULL, sent_id TEXT, why TEXT, made_at {number} NOT NULL,
    sent_at {number}, PRIMARY KEY ("key"));
CREATE INDEX ix_outbox_turn_id ON outbox (turn_id);
CREATE INDEX open_sends ON outbox (helpdesk, conversation_id, state);
CREATE TABLE handoffs (turn_id TEXT NOT NULL, helpdesk TEXT NOT NULL, conversation_id TEXT NOT NULL, customer_id TEXT,
    reason TEXT NOT NULL, opened_at {number} NOT NULL, taken_by TEXT, taken_at {number}, closed_at {number},
    PRIMARY KEY (turn_id));
CREATE INDEX open_handoffs ON handoffs (closed_at, opened_at);
INSERT INTO service_version VALUES (1);
INSERT INTO messages (helpdesk, conversation_id, message_id, occurred_at, received_at, tries, turn_id)
    VALUES ('shop', 'c1', 'm1', 1.5, 2.5, 1, 't1');
INSERT INTO conversations VALUES ('shop', 'c1', 'person', 3.5, NULL, NULL, 0, 4, 5.5);
INSERT INTO outbox VALUES ('k1', 'shop', 'c1', 't1', 0, 'person_reply', 'Hello', TRUE, 'new', 0, 0, NULL, NULL, 6.5, NULL);
INSERT INTO handoffs VALUES ('t1', 'shop', 'c1', 'C-1', 'no_evidence', 7.5, 'Kim', 8.5, NULL);
"""
"""As it made its tables, with a row in those that have something to lose."""


@contextmanager
def connected(home: Path, url: str | None) -> Iterator[Connection]:
    """A transaction in a database whose version nobody looks at."""
    engine = create_engine(f"sqlite:///{home / 'service.db'}") if url is None else open_engine(url, 30.0)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def make_version_1(home: Path, url: str | None) -> None:
    types = {"number": "DOUBLE", "counter": "INTEGER NOT NULL"}
    if url is not None:
        types = {"number": "DOUBLE PRECISION", "counter": "BIGSERIAL NOT NULL"}
    with connected(home, url) as connection:
        for statement in VERSION_1.format(**types).split(";\n"):
            if statement.strip():
                connection.execute(text(statement))


def rows_in(connection: Connection) -> dict[str, list[Any]]:
    tables = (MESSAGES, CONVERSATIONS, OUTBOX, HANDOFFS)
    return {table.name: [tuple(row) for row in connection.execute(select(table))] for table in tables}


def test_there_is_a_step_for_every_version() -> None:
    assert len(STEPS) == SCHEMA


def test_database_of_version_1_is_brought_up_to_date_with_its_rows(tmp_path: Path, database_url: str | None) -> None:
    make_version_1(tmp_path, database_url)
    with connected(tmp_path, database_url) as connection:
        before = rows_in(connection)
    assert [len(rows) for rows in before.values()] == [1, 1, 1, 1]
    database = open_database(tmp_path, database_url)
    with database.reading() as connection:
        assert version_of(connection) == SCHEMA
        assert rows_in(connection) == before
    ended = EndedSessions(database)
    ended.add("s1", 60.0)
    assert (ended.holds("s1"), ended.holds("s2")) == (True, False)
    assert Handoffs(database).take_from("t1", "Kim", "Lee", 9.5)
    database.close()


def test_tables_are_the_same_whether_new_or_brought_up_to_date(tmp_path: Path, database_url: str | None) -> None:
    make_version_1(tmp_path, database_url)
    with connected(tmp_path, database_url) as connection:
        assert bring_up_to_date(connection, "it") == SCHEMA - 1
        assert bring_up_to_date(connection, "it") == 0
    with connected(tmp_path, database_url) as connection:
        found = inspect(connection)
        for table in METADATA.sorted_tables:
            assert [one["name"] for one in found.get_columns(table.name)] == [one.name for one in table.columns]
            assert {one["name"] for one in found.get_indexes(table.name)} >= {one.name for one in table.indexes}


def test_database_of_a_newer_version_is_refused_and_left_as_it_is(tmp_path: Path, database_url: str | None) -> None:
    make_version_1(tmp_path, database_url)
    with connected(tmp_path, database_url) as connection:
        connection.execute(text(f"UPDATE service_version SET version = {SCHEMA + 1}"))
    with pytest.raises(
        StoreError, match=f"has schema version {SCHEMA + 1}, this program reads versions up to {SCHEMA}"
    ):
        open_database(tmp_path, database_url)
    with connected(tmp_path, database_url) as connection:
        assert version_of(connection) == SCHEMA + 1
        assert not inspect(connection).has_table("ended_sessions")
