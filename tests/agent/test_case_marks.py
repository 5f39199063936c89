"""Everything that is read from a case file knows where it stood."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.case_marks import Mark, files_of, mark_of, read_marked
from agent.errors import InputError


def read(tmp_path: Path, text: str) -> object:
    file = tmp_path / "case.yaml"
    file.write_text(text, encoding="utf-8")
    return read_marked(file)


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("2026-11-30", "2026-11-30"),
        ("45.00", "45.00"),
        ("yes", "yes"),
        ("no", "no"),
        ("0123", "0123"),
        ("12", 12),
        ("-1", -1),
        ("true", True),
        ("~", None),
        ("", None),
        ("'12'", "12"),
        ('"null"', "null"),
    ],
)
def test_only_numbers_truth_and_nothing_are_typed(tmp_path: Path, written: str, read_as: object) -> None:
    assert read(tmp_path, f"a: {written}\n") == {"a": read_as}


def test_places_of_keys_and_values_are_known(tmp_path: Path) -> None:
    tree, file = read(tmp_path, "a:\n  - b: 1\n    c: x\n"), tmp_path / "case.yaml"
    assert mark_of(tree, ("a", 0, "c")) == Mark(file, 3, 8)
    assert mark_of(tree, ("a", 0, "c"), key=True) == Mark(file, 3, 5)
    assert mark_of(tree, ("a", 0, "nothing")) == Mark(file, 2, 5)
    assert files_of(tree) == {file}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\nb: 2\na: 3\n", "case.yaml:3:1: found the key 'a' a second time (first in line 1)"),
        ("a: [1\nb: 2\n", "case.yaml:2:2: this is not YAML"),
        ("a: &x\n  b: *x\n", "levels, wanted a case: does an alias refer to itself?"),
        ("? [a]\n: 1\n", "case.yaml:1:3: found a sequence as a key"),
    ],
)
def test_what_is_no_plain_yaml_is_refused_at_its_place(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    assert problem in str(caught.value)
