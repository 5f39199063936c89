"""A canary is found however it is written, and never where it is not."""

from __future__ import annotations

import base64
import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.llm.canaries import LENGTH, LETTERS, holds_canary, new_canary

CANARY = "K7QX2M9TBWRZP4HVD6AN"


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    "written",
    [
        CANARY,
        CANARY.lower(),
        " ".join(CANARY),
        "-".join(CANARY),
        "\u200b".join(CANARY),
        "\n".join(CANARY),
        CANARY[::-1],
        " ".join(CANARY[::-1].lower()),
        CANARY[:10],
        CANARY[5:15],
        CANARY[10:],
        "".join(chr(ord(char) + 0xFEE0) for char in CANARY),
        codecs.encode(CANARY, "rot13"),
        CANARY.encode().hex(),
        " ".join(f"{byte:02X}" for byte in CANARY.encode()),
        encoded(CANARY),
        encoded(f"x{CANARY}"),
        encoded(f"The mark is {CANARY.lower()}, and so on"),
        encoded(f"xy{CANARY[::-1]} and so on"),
        "\n".join(encoded(f"You write replies.\n{CANARY}")[n : n + 7] for n in range(0, 80, 7)),
    ],
)
def test_canary_is_found_in_every_guise(written: str) -> None:
    assert holds_canary(f"Ten days. {written} Anything else?", CANARY)


@given(st.text(max_size=300), st.text(max_size=300), st.sampled_from(["", " ", "_", ". ", "\u2009"]))
def test_canary_is_found_between_any_words(before: str, after: str, between: str) -> None:
    assert holds_canary(f"{before} {between.join(CANARY)} {after}", CANARY)


@given(st.text(max_size=500), st.integers(0, 9))
def test_text_without_ten_letters_of_it_in_a_row_holds_none(text: str, letters: int) -> None:
    assert not holds_canary(f"{text}!{CANARY[:letters]}#", CANARY)


def test_long_prose_holds_no_canary_of_any_turn() -> None:
    prose = "Refunds of up to 50.00 USD take 5 to 10 business days; order ORD-99107 left on 2026-11-12. " * 200
    assert not any(holds_canary(prose, new_canary()) for _ in range(50))


def test_canaries_differ_and_are_long() -> None:
    made = {new_canary() for _ in range(200)}
    assert len(made) == 200
    assert {len(one) for one in made} == {LENGTH}
    assert set("".join(made)) <= set(LETTERS)


def test_no_canary_is_in_no_text() -> None:
    assert not holds_canary("anything", "")
