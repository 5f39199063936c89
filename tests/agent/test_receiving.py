"""A message is received as a person sees it, in one form, and no longer than allowed."""

from __future__ import annotations

import pytest

from agent.receiving import Received, Receiver

RECEIVER = Receiver(max_chars=20)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("", ""),
        ("  Where is it?\r\n", "Where is it?"),
        ("\x1b[31mred\x1b[0m\x07", "red"),
        ("\x1b]0;title\x07hi", "hi"),
        ("O\u200bR\u202eD", "ORD"),
        ("ＯＲＤ－１", "ORD-1"),
        ("one\ntwo\tthree", "one\ntwo\tthree"),
        ("😀", "😀"),
    ],
)
def test_message_is_what_a_person_sees(message: str, text: str) -> None:
    assert RECEIVER.receive(message) == Received(text=text)


def test_message_that_is_too_long_is_cut_and_the_cut_is_recorded() -> None:
    assert RECEIVER.receive("x" * 200_000) == Received(text="x" * 20, cut_at=20)


def test_length_counts_after_cleaning() -> None:
    assert RECEIVER.receive("\x1b[0m" * 50 + "x" * 20) == Received(text="x" * 20)
