"""A mistake in a case is told with file, line, column, what was found, what was wanted and the nearest known key."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.cases import read_case
from agent.errors import InputError

HEAD = "name: x\ntoday: 2026-11-30\n"


def problem_of(tmp_path: Path, text: str) -> str:
    file = tmp_path / "case.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_case(file)
    return str(caught.value).replace(f"{tmp_path}/", "")


def of_turn(tmp_path: Path, expect: str) -> str:
    return problem_of(tmp_path, f"{HEAD}turns:\n- say: Hi\n  expect:\n    {expect}\n")


@pytest.mark.parametrize(
    ("expect", "problem"),
    [
        (
            "outcom: answered",
            "case.yaml:6:5: turns.0.expect.outcom: found the unknown key 'outcom'. Did you mean 'outcome'?",
        ),
        (
            "action: {statsu: done}",
            "case.yaml:6:14: turns.0.expect.action.statsu: found the unknown key 'statsu'. Did you mean 'status'?",
        ),
        (
            "contains: {a: b}",
            "case.yaml:6:15: turns.0.expect.contains: found a mapping with a, wanted a text or a list.",
        ),
        (
            "tokens: {context: lots}",
            "case.yaml:6:23: turns.0.expect.tokens.context: found 'lots', wanted a whole number.",
        ),
        (
            "matches: ['([a']",
            "case.yaml:6:15: turns.0.expect.matches.0: found '([a', wanted a regular expression (unterminated character set at position 1).",
        ),
    ],
)
def test_expectation_is_told_with_its_place(tmp_path: Path, expect: str, problem: str) -> None:
    assert of_turn(tmp_path, expect) == problem


def test_unknown_outcome_and_reason_name_the_nearest(tmp_path: Path) -> None:
    told = of_turn(tmp_path, "outcome: answred\n    handoff: distres").splitlines()
    assert [line.split(":")[1] for line in told] == ["6", "7"]
    assert [line.rsplit(" ", 1)[1] for line in told] == ["'answered'?", "'distress'?"]


def test_missing_key_and_wrong_day_are_told(tmp_path: Path) -> None:
    assert problem_of(tmp_path, "name: x\ntoday: soon\n").splitlines() == [
        "case.yaml:2:8: today: found 'soon', wanted a date such as 2026-11-30.",
        "case.yaml:1:1: turns: field required, found none. Wanted: `turns: …`.",
    ]


def test_reply_of_the_drafter_stands_in_one_place(tmp_path: Path) -> None:
    told = problem_of(tmp_path, f"{HEAD}drafter: [a]\nturns: [{{say: Hi, draft: b}}]\n")
    assert "the drafter's replies in one place" in told
    assert "at most one reply" in problem_of(tmp_path, f"{HEAD}drafter: [a, b]\nturns: [{{say: Hi}}]\n")
    assert "case.yaml:3:10: drafter: found 'extractiv'" in problem_of(
        tmp_path, f"{HEAD}drafter: extractiv\nturns: [{{say: Hi}}]\n"
    )
