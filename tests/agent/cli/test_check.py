"""`support check` gives one verdict a line, and names the line that it cannot read."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from agent.errors import InputError
from tests.agent.shop import run

ARRIVE = "Parcels arrive within 3 days."


def line(claim: str, *evidence: str) -> str:
    return json.dumps({"evidence": list(evidence), "claim": claim}) + "\n"


def verdicts(home: Path, text: str, *arguments: str) -> list[dict[str, Any]]:
    return [json.loads(one) for one in run(home, "check", *arguments, text=text).stdout.splitlines()]


def test_each_line_has_its_verdict_in_order(tmp_path: Path) -> None:
    text = line(ARRIVE, "Lamps glow.", ARRIVE) + "\n" + line("Parcels arrive within 5 days.", ARRIVE) + line("x 9", "")
    supported, refuted, unknown = verdicts(tmp_path, text)
    assert (supported["label"], supported["evidence"]) == ("supported", [{"index": 1, "quote": ARRIVE}])
    assert (refuted["label"], refuted["evidence"]) == ("refuted", [{"index": 0, "quote": ARRIVE}])
    assert (unknown["label"], unknown["evidence"]) == ("not_enough_info", [])
    assert all({"label", "tier", "confidence", "evidence"} <= set(one) for one in (supported, refuted, unknown))


def test_evidence_may_be_one_text(tmp_path: Path) -> None:
    (verdict,) = verdicts(tmp_path, json.dumps({"evidence": ARRIVE, "claim": ARRIVE, "note": "kept by the caller"}))
    assert (verdict["label"], verdict["tier"], verdict["confidence"]) == ("supported", "exact", 1.0)


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz"])
def test_file_is_read_packed_or_not(tmp_path: Path, name: str) -> None:
    content = line(ARRIVE, ARRIVE).encode()
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    assert [one["label"] for one in verdicts(tmp_path, "", str(tmp_path / name))] == ["supported"]


def test_no_line_gives_no_verdict(tmp_path: Path) -> None:
    ran = run(tmp_path, "check", text="")
    assert (ran.exit_code, ran.stdout) == (0, "")


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        ("nope", "is not JSON"),
        ('{"claim": "x"}', "evidence"),
        ('{"evidence": "x"}', "claim"),
        ('{"evidence": [1], "claim": "x"}', "evidence"),
        ('{"evidence": "x", "claim": "x", "text": "x"}', "either `claim` or `text`"),
        ("[]", "wanted"),
    ],
)
def test_line_that_cannot_be_read_is_named(tmp_path: Path, bad: str, problem: str) -> None:
    error = run(tmp_path, "check", text=f"\n{bad}\n").exception
    assert isinstance(error, InputError)
    assert "standard input, line 2" in str(error)
    assert problem in str(error)


def test_verdicts_before_a_bad_line_are_given(tmp_path: Path) -> None:
    assert len(verdicts(tmp_path, line(ARRIVE, ARRIVE) + "nope\n")) == 1


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "rows.jsonl"
    if content is not None:
        file.write_bytes(content)
    error = run(tmp_path, "check", str(file)).exception
    assert isinstance(error, InputError)
    assert "rows.jsonl" in str(error)


def test_line_with_a_text_gives_its_verdicts_and_what_may_be_sent(tmp_path: Path) -> None:
    lie = "Parcels arrive within 5 days."
    row = {"evidence": ["Lamps glow.", ARRIVE], "text": f"Hello! {ARRIVE} {lie}"}
    found, claim = verdicts(tmp_path, json.dumps(row) + "\n" + line(ARRIVE, ARRIVE))
    assert (found["text"], found["cut"]) == (f"Hello! {ARRIVE}", [lie])
    assert [(one["text"], one["label"], one["cut"]) for one in found["verdicts"]] == [
        ("Hello!", "not_checkworthy", False),
        (ARRIVE, "supported", False),
        (lie, "refuted", True),
    ]
    assert found["verdicts"][1]["evidence"] == [{"index": 1, "quote": ARRIVE}]
    assert set(claim) == {"label", "tier", "confidence", "evidence", "reason"}


def test_several_files_of_json_lines_are_refused(tmp_path: Path) -> None:
    error = run(tmp_path, "check", "a.jsonl", "b.jsonl").exception
    assert isinstance(error, InputError)
    assert "Found 2 files" in str(error)
