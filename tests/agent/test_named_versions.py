"""Versions in questions and in texts."""

from __future__ import annotations

import pytest

from agent.named_versions import find_versions, holds_version


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("upgrade 2.4.4 to 2.4.4 p1", ["2.4.4", "2.4.4-p1"]),
        ("is v1.1.99 out", ["1.1.99"]),
        ("on 3.0.0-RC1 it fails", ["3.0.0-rc1"]),
        ("from 10.9 to MariaDB 10.11", ["10.9", "10.11"]),
        ("PHP 8.1, 8.2 or 8.3", ["8.1", "8.2", "8.3"]),
        ("mysql 5.7 -> 8.0", ["5.7", "8.0"]),
        ("version 4.2", ["4.2"]),
        ("mysql:10.0", ["10.0"]),
        ("does FooShop 3.10 run", ["3.10"]),
    ],
)
def test_versions_are_read_in_their_order(text: str, named: list[str]) -> None:
    assert find_versions(text)[0] == named


@pytest.mark.parametrize(
    "text",
    [
        "Pay 10.50",
        "is Express 14.50 to Norway",
        "lamp 10.50 EUR",
        "$14.50",
        "by 30.11.2026",
        "1.5 litres",
        "I paid 9.99",
    ],
)
def test_price_date_or_quantity_is_no_version(text: str) -> None:
    assert find_versions(text) == ([], text)


def test_versions_are_taken_out_of_the_text() -> None:
    assert find_versions("on 2.4.6-p3 now")[1] == "on " + "\0" * 8 + " now"


@pytest.mark.parametrize(
    ("version", "text"),
    [
        ("2.4.6", "Fixed in 2.4.6."),
        ("2.4.6", "Fixed in v2.4.6, at last"),
        ("2.4.6-p3", "up to 2.4.6 p3"),
        ("10.5", "MariaDB 10.4 to 10.5"),
        ("2.4", "for 2.4.x"),
        ("2.4.5", "Works with 2.4.0 - 2.4.6-p3"),
        ("2.4.6-p2", "Works with 2.4.0 - 2.4.6-p3"),
        ("2.4.4-p3", "2.4.4-p9 and earlier"),
        ("2.4.7", "2.4.5 or later"),
    ],
)
def test_text_holds_a_version_itself_or_by_a_range(version: str, text: str) -> None:
    assert holds_version(version, text)


@pytest.mark.parametrize(
    ("version", "text"),
    [
        ("2.4.6", "Fixed in 2.4.6-p3."),
        ("2.4.6-p1", "Fixed in 2.4.6-p10."),
        ("1.1.9", "QPT 1.1.99"),
        ("10.1", "MariaDB 10.10"),
        ("10.4", "MariaDB 10.4.12"),
        ("2.4.9", "Works with 2.4.0 - 2.4.6-p3"),
        ("2.4.6-p4", "Works with 2.4.0 - 2.4.6-p3"),
        ("2.4.5", "2.4.4-p9 and earlier"),
        ("2.3.1", "2.4.4-p9 and earlier"),
    ],
)
def test_near_version_is_another_one(version: str, text: str) -> None:
    assert not holds_version(version, text)
