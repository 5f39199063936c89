"""Sessions: signed, bound to the password, over after their time, and each with a token of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from agent.web.database import open_database
from agent.web.desk.ended_sessions import SLACK_S, EndedSessions
from agent.web.desk.sessions import Sessions
from agent.web.tables import ENDED_SESSIONS
from tests.agent.web.desk import Clock

KEY = b"k" * 32


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ended(tmp_path: Path, database_url: str | None, clock: Clock) -> Iterator[EndedSessions]:
    """Of a new database."""
    database = open_database(tmp_path, database_url)
    yield EndedSessions(database, clock)
    database.close()


@pytest.fixture
def sessions(ended: EndedSessions) -> Sessions:
    return Sessions(KEY, "p", ended)


def test_cookie_names_its_session_again(sessions: Sessions) -> None:
    session = sessions.new("Kim › Ö")
    assert sessions.read(sessions.cookie(session)) == session


def test_changed_cookie_is_nobodys(sessions: Sessions) -> None:
    cookie = sessions.cookie(sessions.new("Kim"))
    assert sessions.read(cookie[:-2] + ("AA" if cookie[-2:] != "AA" else "BB")) is None
    assert sessions.read("x" + cookie) is None
    assert sessions.read("") is None
    assert sessions.read(None) is None


def test_other_key_or_other_password_ends_all_sessions(sessions: Sessions) -> None:
    cookie = sessions.cookie(sessions.new("Kim"))
    assert replace(sessions, key=b"o" * 32).read(cookie) is None
    assert replace(sessions, password="q").read(cookie) is None


def test_session_is_over_after_its_time(sessions: Sessions) -> None:
    assert sessions.max_age_s == 12 * 3_600
    cookie = sessions.cookie(sessions.new("Kim"))
    assert replace(sessions, max_age_s=-1).read(cookie) is None


def test_session_that_was_signed_out_of_is_taken_no_more(sessions: Sessions) -> None:
    session, other = sessions.new("Kim"), sessions.new("Kim")
    sessions.end(session)
    assert sessions.read(sessions.cookie(session)) is None
    assert sessions.read(sessions.cookie(other)) == other


def test_session_that_was_signed_out_of_is_known_to_every_process(
    sessions: Sessions, ended: EndedSessions, tmp_path: Path, database_url: str | None
) -> None:
    database = open_database(tmp_path, database_url)
    other = replace(sessions, ended=replace(ended, database=database))
    session = sessions.new("Kim")
    cookie = sessions.cookie(session)
    assert other.read(cookie) == session
    sessions.end(session)
    sessions.end(session)
    assert other.read(cookie) is None
    database.close()


def test_ended_session_is_kept_for_as_long_as_its_cookie_would_be_taken(
    sessions: Sessions, ended: EndedSessions, clock: Clock
) -> None:
    def kept() -> list[str]:
        with ended.database.reading() as connection:
            rows = select(ENDED_SESSIONS.c.session_id).order_by(ENDED_SESSIONS.c.ended_at)
            return list(connection.execute(rows).scalars())

    first, second, third = (sessions.new("Kim") for _ in range(3))
    sessions.end(first)
    clock.pass_(sessions.max_age_s + SLACK_S)
    sessions.end(second)
    assert kept() == [first.id, second.id]
    clock.pass_(1)
    sessions.end(third)
    assert kept() == [second.id, third.id]


def test_token_fits_its_own_session_only(sessions: Sessions) -> None:
    one, other = sessions.new("Kim"), sessions.new("Kim")
    assert sessions.is_token(one, sessions.token(one))
    assert not sessions.is_token(other, sessions.token(one))
    assert not sessions.is_token(one, "")
    assert not sessions.is_token(one, "ü")
