"""Codes and machine names: one form for all ways to write them, and nothing else taken for one."""

from datetime import date

import pytest

from agent.grounding.finding_codes import canonical_code
from agent.grounding.values import find_values

TODAY = date(2026, 11, 30)


def codes(text: str) -> list[str]:
    return [value.canonical for value in find_values(text, TODAY) if value.kind == "error_code"]


@pytest.mark.parametrize(
    "written", ["MDVA-42507-V2", "mdva 42507 v2", "MDVA-42507_V2", "Mdva-42507v2", "ＭＤＶＡ-42507-V2"]
)
def test_patch_has_one_form(written: str) -> None:
    assert codes(f"Apply {written} first.") == ["MDVA-42507-V2"]


def test_groups_of_digits_are_kept_apart() -> None:
    assert canonical_code("APSB24-61") == "APSB-24-61"
    assert canonical_code("APSB-2461") == "APSB-2461"


def test_number_behind_a_code_is_none_of_it() -> None:
    assert codes("Apply ACSD-51890 30 days later.") == ["ACSD-51890"]


@pytest.mark.parametrize(
    "text", ["USD 10000", "SKU 12345", "covid-19", "a top-10 list", "3 May 2026", "KEEP 50 of them"]
)
def test_words_before_numbers_are_no_codes(text: str) -> None:
    assert codes(text) == []


def test_names_are_read_whole() -> None:
    text = "Set max_input_vars=1800 in app/etc/env.php, run cache:flush --dry-run (opcache.enable, MAGE_MODE)."
    assert codes(text) == [
        "max_input_vars",
        "app/etc/env.php",
        "cache:flush",
        "--dry-run",
        "opcache.enable",
        "mage_mode",
    ]


@pytest.mark.parametrize(
    "text", ["and/or", "red/green/blue", "e.g. this", "24/7", "9 a.m.", "US$45", "_so_", "well -- yes"]
)
def test_ordinary_words_are_no_names(text: str) -> None:
    assert codes(text) == []


def test_three_words_between_slashes_are_a_path_beside_a_word_of_configuration() -> None:
    assert codes("Set the config path catalog/search/engine.") == ["catalog/search/engine"]
