"""What comes through a pipe is one message a line; what was typed is kept line by line."""

from __future__ import annotations

import io
import stat
from pathlib import Path

import pytest

from agent.cli.chat_history import TypedLines
from agent.cli.chat_input import MOST, piped_lines


def taken(data: bytes) -> tuple[list[str], list[str]]:
    refused: list[str] = []
    return list(piped_lines(io.BytesIO(data).readline, refused.append)), refused


@pytest.mark.parametrize(
    ("data", "messages"),
    [
        (b"", []),
        (b"one", ["one"]),
        (b"one\r\n\r\n  two  \r\n", ["one", "two"]),
        (b"\xef\xbb\xbfone\ntwo", ["one", "two"]),
        ("grün 返金\n".encode(), ["grün 返金"]),
        (b"a\rb\n", ["a\rb"]),
    ],
)
def test_lines_are_messages_whatever_ends_them(data: bytes, messages: list[str]) -> None:
    assert taken(data) == (messages, [])


def test_what_is_no_text_is_named_and_the_rest_goes_on() -> None:
    messages, refused = taken(
        b"one\n\xc3\n" + "two\n".encode("utf-16-le") + b"\nthree\n" + b"x" * (MOST + 5) + b"\nfour"
    )
    assert messages == ["one", "three", "four"]
    assert [line.split(" and ")[0] for line in refused] == [
        "Line 2 is not UTF-8 text (byte 1 of it)",
        "Line 3 holds a NUL character",
        "Line 4 holds a NUL character",
        f"Line 6 is longer than {MOST} bytes",
    ]


def test_typed_lines_come_back_newest_first_from_a_file_for_its_owner_only(tmp_path: Path) -> None:
    kept = TypedLines(tmp_path / "home" / "history")
    for line in ("one", "two\nlines", "grün \ud83d"):
        kept.add(line)
    assert list(kept.newest_first()) == ["grün ?", "two\nlines", "one"]
    assert stat.S_IMODE((tmp_path / "home" / "history").stat().st_mode) == 0o600


def test_line_that_was_cut_short_harms_no_other(tmp_path: Path) -> None:
    file = tmp_path / "history"
    file.write_bytes(b'\n# 2026-11-01\n+typed before\n"one"\n\xff\xfe\n"tw')
    kept = TypedLines(file)
    kept.add("three")
    assert list(kept.newest_first()) == ["three", "one"]


def test_line_is_kept_as_it_may_be(tmp_path: Path) -> None:
    kept = TypedLines(tmp_path / "history", lambda line: line.replace("4111", "[card removed]"))
    kept.add("My card is 4111")
    assert list(kept.newest_first()) == ["My card is [card removed]"]
