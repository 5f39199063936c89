"""A case survives being written and read, and a file that is none is refused by name."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from agent.cases import Case, Expect, Turn, case_text, read_case
from agent.errors import InputError

CASE = Case(
    name="yes: no?",
    customer="C-1001",
    today=date(2026, 11, 30),
    articles=False,
    turns=(
        Turn(say="Hi\nthere – # no comment"),
        Turn(say="no", expect=Expect(outcome="handed_off", not_contains=("It's 5 %",), handoff="no_evidence")),
    ),
)


def test_case_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(case_text(CASE, "First.\nSecond."), encoding="utf-8")
    assert read_case(file) == CASE
    assert file.read_text("utf-8").startswith("# First.\n# Second.\nname: ")


def test_what_is_as_by_default_is_not_written() -> None:
    text = case_text(Case(name="n", today=date(2026, 11, 30), turns=(Turn(say="Hi"),)))
    assert text == "name: n\ntoday: 2026-11-30\nturns:\n- say: Hi\n"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("name: x\ntoday: 2026-11-30\n", "turns: field required"),
        ("name: x\ntoday: 2026-11-30\nturns: [{say: a, expect: {outcom: answered}}]\n", "turns.0.expect.outcom"),
        ("name: x\ntoday: soon\nturns: [{say: a}]\n", "today"),
        ("just text", "the file"),
        ("a: [", "is not YAML"),
    ],
)
def test_file_that_is_no_case_says_where(tmp_path: Path, content: str, problem: str) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"case\.yaml") as caught:
        read_case(file)
    assert problem in str(caught.value)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.yaml cannot be read"):
        read_case(tmp_path / "none.yaml")
