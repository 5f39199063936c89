"""What a question names exactly, however it is written, and what only looks like it."""

from __future__ import annotations

import pytest

from agent.named_identifiers import Identifier, named_identifiers, names_code, plain

FOUND = "The patch KITE-5177 replaces KITE-4088-V2. See also CVE-2031-10445, BUL31-07 and SHA-256."


def keys(question: str, found: str = FOUND) -> set[str]:
    return {one.key for one in named_identifiers(question, found)}


def code(key: str) -> Identifier:
    return Identifier(kind="code", key=key)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("what does KITE-5177 fix", "kite-5177"),
        ("what does kite5177 fix", "kite-5177"),
        ("what does ＫＩＴＥ－５１７７ fix", "kite-5177"),
        ("what does KITE‑5177 fix", "kite-5177"),
        ("KITE-5177's fix", "kite-5177"),
        ("KITE-5177-related errors", "kite-5177"),
        ("is KITE-4088-V2 out", "kite-4088-v-2"),
        ("am I hit by CVE-2031-99999?", "cve-2031-99999"),
        ("versions in BUL31-07", "bul-31-07"),
        ("E-4012??", "e-4012"),
        ("do you stock SKU-12/B", "sku-12-b"),
        ("error 0x80070005", "0-x-80070005"),
        ("in which file is CACHE_TTL_SECONDS=10", "cache_ttl_seconds"),
        ("what is max_upload_size", "max_upload_size"),
        ("is shop 2.4.6-p3 affected", "2.4.6-p3"),
    ],
)
def test_code_version_or_constant_is_named(question: str, named: str) -> None:
    assert keys(question) == {named}


@pytest.mark.parametrize(
    "question",
    [
        "which modules were removed in 2023?",
        "my store shows a 503 error",
        "is port 3306 open",
        "the top 100 products",
        "mysql error code 1213",
        "the top-100 list, before june-2023",
        "a 24-hour offer of 45-day returns",
        "do you ship 12 mugs in size 42",
        "where is ORD-99107, or order 99108, or #W2611340",
        "write to jo_b12@shop.example or www.shop.example/a_b",
        "the lamp is 14.50 EUR",
    ],
)
def test_number_that_names_nothing_is_no_identifier(question: str) -> None:
    assert keys(question) == set()


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("is kite 5177 out", {"kite-5177"}),
        ("is kite 4088 v2 out", {"kite-4088-v-2"}),
        ("cve 2031 10445", {"cve-2031-10445"}),
        ("is kite 9999 out", {"kite-9999"}),
        ("is crate 5177 out", set()),
    ],
)
def test_code_with_blanks_counts_where_what_was_found_has_that_series(question: str, named: set[str]) -> None:
    assert keys(question) == named
    assert keys(question, "Nothing about it.") == set()


def test_code_that_goes_on_after_a_blank_is_one_code() -> None:
    assert keys("bul31 07") == {"bul-31-07"}
    assert keys("bul31 08") == {"bul-31-08"}


@pytest.mark.parametrize("written", ["KITE-5177", "kite5177", "Kite 5177:", "(KITE_5177)", "kite-5177-notes.zip"])
def test_text_holds_a_code_however_it_is_written(written: str) -> None:
    assert code("kite-5177").held_by(plain(f"See {written} first."))


@pytest.mark.parametrize("other", ["KITE-5178", "KITE-51770", "XKITE-5177", "KITE-5177-V2", "KITE-5177-2", "5177"])
def test_text_with_another_code_does_not_hold_it(other: str) -> None:
    assert not code("kite-5177").held_by(plain(f"See {other} first."))


def test_constant_is_not_held_by_a_longer_one() -> None:
    named = Identifier(kind="constant", key="max_upload_size")
    assert named.held_by(plain("Set --max-upload-size to 5."))
    assert named.held_by(plain("Set MAX_UPLOAD_SIZE to 5."))
    assert not named.held_by(plain("Set max_upload_size_mb to 5."))


def test_headings_name_codes_or_none() -> None:
    assert names_code("E-1043: confirmation timed out")
    assert not names_code("Top 100 questions of 2023")
