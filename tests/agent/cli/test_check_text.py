"""`support check --text` shows each sentence's verdict and what may be sent, and its exit status says whether any was cut."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.errors import InputError
from tests.agent.shop import run

ARRIVE = "Parcels arrive within 3 days."
LIE = "Parcels arrive within 5 days."


@pytest.fixture
def evidence(tmp_path: Path) -> list[str]:
    (tmp_path / "lamps.md").write_text("Lamps glow.", encoding="utf-8")
    (tmp_path / "parcels.md").write_text(ARRIVE, encoding="utf-8")
    return [str(tmp_path / "lamps.md"), str(tmp_path / "parcels.md")]


def test_text_in_which_nothing_is_cut_ends_with_0(tmp_path: Path, evidence: list[str]) -> None:
    reply = tmp_path / "reply.txt"
    reply.write_text(ARRIVE, encoding="utf-8")
    ran = run(tmp_path, "check", "--text", str(reply), "--evidence", evidence[0], "--evidence", evidence[1])
    assert ran.exit_code == 0
    assert "1. supported, by the exact tier, score 1.00" in ran.stdout
    assert f"see {evidence[1]}: “{ARRIVE}”" in ran.stdout
    assert ran.stdout.endswith(f"what may be sent\n  {ARRIVE}\n")


def test_text_in_which_something_is_cut_ends_with_1(tmp_path: Path, evidence: list[str]) -> None:
    ran = run(tmp_path, "check", "--text", "-", "--evidence", *evidence, text=f"{ARRIVE} {LIE}")
    assert ran.exit_code == 1
    assert "2. CUT, refuted, by the exact tier" in ran.stdout
    assert ran.stdout.endswith(f"what may be sent\n  {ARRIVE}\n")


def test_json_has_the_verdicts_the_text_and_what_is_gone(tmp_path: Path, evidence: list[str]) -> None:
    ran = run(tmp_path, "check", "--text", "-", "--evidence", *evidence, "--json", text=f"{ARRIVE} {LIE}")
    found = json.loads(ran.stdout)
    assert (ran.exit_code, found["text"], found["cut"]) == (1, ARRIVE, [LIE])
    assert [(one["label"], one["cut"]) for one in found["verdicts"]] == [("supported", False), ("refuted", True)]


def test_text_of_which_nothing_is_left_says_so(tmp_path: Path, evidence: list[str]) -> None:
    ran = run(tmp_path, "check", "--text", "-", "--evidence", evidence[1], text=LIE)
    assert (ran.exit_code, "Nothing: no proved statement is left." in ran.stdout) == (1, True)


def test_empty_text_has_nothing_to_cut(tmp_path: Path, evidence: list[str]) -> None:
    assert run(tmp_path, "check", "--text", "-", "--evidence", evidence[1], text="").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--text", "-"), "Found --text and no evidence"),
        (("--evidence", "x.md"), "Found --evidence and no text"),
        (("--text", "-", "--evidence", "none.md"), "none.md cannot be read"),
    ],
)
def test_half_a_question_says_what_is_wanted(tmp_path: Path, arguments: tuple[str, ...], problem: str) -> None:
    error = run(tmp_path, "check", *arguments, text="x").exception
    assert isinstance(error, InputError)
    assert problem in str(error)


def test_file_that_is_no_text_is_named(tmp_path: Path, evidence: list[str]) -> None:
    (tmp_path / "lamps.md").write_bytes(b"\xff\xfe\xff")
    error = run(tmp_path, "check", "--text", evidence[1], "--evidence", evidence[0]).exception
    assert isinstance(error, InputError)
    assert "lamps.md is not UTF-8 text" in str(error)
