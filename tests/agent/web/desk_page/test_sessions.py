"""Sessions: signed, bound to the password, over after their time, and each with a token of its own."""

from __future__ import annotations

from dataclasses import replace

from agent.web.desk.sessions import Sessions

KEY = b"k" * 32


def test_cookie_names_its_session_again() -> None:
    sessions = Sessions(KEY, "p")
    session = sessions.new("Kim › Ö")
    assert sessions.read(sessions.cookie(session)) == session


def test_changed_cookie_is_nobodys() -> None:
    sessions = Sessions(KEY, "p")
    cookie = sessions.cookie(sessions.new("Kim"))
    assert sessions.read(cookie[:-2] + ("AA" if cookie[-2:] != "AA" else "BB")) is None
    assert sessions.read("x" + cookie) is None
    assert sessions.read("") is None
    assert sessions.read(None) is None


def test_other_key_or_other_password_ends_all_sessions() -> None:
    sessions = Sessions(KEY, "p")
    cookie = sessions.cookie(sessions.new("Kim"))
    assert Sessions(b"o" * 32, "p").read(cookie) is None
    assert Sessions(KEY, "q").read(cookie) is None


def test_session_is_over_after_its_time() -> None:
    sessions = Sessions(KEY, "p")
    assert sessions.max_age_s == 12 * 3_600
    cookie = sessions.cookie(sessions.new("Kim"))
    assert replace(sessions, max_age_s=-1).read(cookie) is None


def test_session_that_was_signed_out_of_is_taken_no_more() -> None:
    sessions = Sessions(KEY, "p")
    session, other = sessions.new("Kim"), sessions.new("Kim")
    sessions.end(session)
    assert sessions.read(sessions.cookie(session)) is None
    assert sessions.read(sessions.cookie(other)) == other


def test_token_fits_its_own_session_only() -> None:
    sessions = Sessions(KEY, "p")
    one, other = sessions.new("Kim"), sessions.new("Kim")
    assert sessions.is_token(one, sessions.token(one))
    assert not sessions.is_token(other, sessions.token(one))
    assert not sessions.is_token(one, "")
    assert not sessions.is_token(one, "ü")
