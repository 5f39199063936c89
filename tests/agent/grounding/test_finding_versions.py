"""Versions: read as text, with their suffix, as a range only where the order is sure."""

from datetime import date

import pytest

from agent.grounding.finding_versions import canonical_version, covers
from agent.grounding.values import find_values

TODAY = date(2026, 11, 30)


def versions(text: str) -> list[str]:
    return [value.canonical for value in find_values(text, TODAY) if value.kind == "version"]


def test_suffix_is_part_of_the_version() -> None:
    assert versions("2.4.6-p3, 2.4.6 P3, 2.4.7-beta.2, 3.12.0rc1, 1.4.0+build.5") == [
        "2.4.6-p3",
        "2.4.6-p3",
        "2.4.7-beta2",
        "3.12.0-rc1",
        "1.4.0+build5",
    ]


def test_word_after_a_hyphen_is_no_suffix() -> None:
    assert versions("a 2.4.6-based shop") == ["2.4.6"]


def test_two_numbers_after_a_name_of_software_are_a_version() -> None:
    assert versions("MariaDB 10.1, PHP8.1, mysql:10.6, USB-3.0, php (2.2), release 2.4") == [
        "10.1",
        "8.1",
        "10.6",
        "3.0",
        "2.2",
        "2.4",
    ]


def test_list_after_a_name_is_read_to_its_end() -> None:
    assert versions("PHP 7.4.1, 8.1/8.2 and 8.3 or later") == ["7.4.1", "8.1", "8.2", "8.3"]


@pytest.mark.parametrize(
    "text", ["Lamp 10.50 EUR", "the Lamp 2.5 kg", "Total 10.50", "the Tariff 2.5 %", "at 10.30 a.m."]
)
def test_amounts_are_no_versions(text: str) -> None:
    assert versions(text) == []


def test_price_after_a_capitalised_word_stays_money() -> None:
    assert [(value.kind, value.text) for value in find_values("The Lamp 10.50 EUR", TODAY)] == [("money", "10.50 EUR")]


@pytest.mark.parametrize("text", ["2.4.0-2.4.4", "2.4.0 – 2.4.4", "2.4.0 to 2.4.4", "between 2.4.0 and 2.4.4"])
def test_range_is_one_value(text: str) -> None:
    assert versions(text) == ["2.4.0..2.4.4"]


@pytest.mark.parametrize("text", ["Upgrade from 2.4.0 to 2.4.4", "2.4.0 and 2.4.4", "2.4.0, 2.4.4"])
def test_move_or_a_list_is_no_range(text: str) -> None:
    assert versions(text) == ["2.4.0", "2.4.4"]


def test_range_backwards_is_two_versions() -> None:
    assert versions("2.4.4-2.4.0") == ["2.4.4", "2.4.0"]


def test_one_way_to_write_a_version() -> None:
    assert canonical_version("1.0 Build 7") == "1.0+build7"


@pytest.mark.parametrize(
    ("held", "version", "is_covered"),
    [
        ("2.4.0..2.4.4", "2.4.2", True),
        ("2.4.9..2.4.11", "2.4.10", True),
        ("2.4.0..2.4.6-p3", "2.4.6-p3", True),
        ("2.4.0..2.4.6-p3", "2.4.6-p4", False),
        ("2.4.0..2.4.4", "2.4.4-p1", False),
        ("2.4.0..2.4.4", "2.4", False),
        ("2.4.0..2.4.4", "2.4.2-beta1", False),
        ("2.4.0..2.4.4", "2.4.1..2.4.3", False),
        ("2.4.x", "2.4.6", True),
        ("2.4.x", "2.40.6", False),
        ("2.4.6", "2.4.6", False),
    ],
)
def test_range_covers_what_is_surely_inside(held: str, version: str, *, is_covered: bool) -> None:
    assert covers(held, version) == is_covered
