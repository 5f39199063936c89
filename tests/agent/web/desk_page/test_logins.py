"""Wrong passwords are counted by address; after five in a minute nothing is tried."""

from __future__ import annotations

from agent.web.desk.logins import open_logins


def test_right_password_opens_and_is_not_counted() -> None:
    logins = open_logins("right")
    assert [logins.try_("right", "10.0.0.1") for _ in range(8)] == ["in"] * 8


def test_sixth_try_after_five_wrong_ones_is_refused_even_with_the_right_password() -> None:
    logins = open_logins("right")
    assert [logins.try_(f"wrong {n}", "10.0.0.1") for n in range(5)] == ["wrong"] * 5
    assert logins.try_("right", "10.0.0.1") == "too_often"
    assert logins.try_("right", "10.0.0.2") == "in"


def test_addresses_of_one_ipv6_network_are_one_place() -> None:
    logins = open_logins("right")
    for n in range(5):
        logins.try_("wrong", f"2001:db8:0:1::{n}")
    assert logins.try_("right", "2001:db8:0:1:ffff::9") == "too_often"
    assert logins.try_("right", "2001:db8:0:2::1") == "in"


def test_password_of_any_script_is_compared() -> None:
    assert open_logins("пароль").try_("пароль", "testclient") == "in"
    assert open_logins("пароль").try_("parol", "testclient") == "wrong"
