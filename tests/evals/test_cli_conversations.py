"""`support eval conversations`: what it prints, and what its exit status says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from evals.cli import app
from tests.evals.case_shop import INVENTED, WEAK, WRAPPING, WRONG, case_file


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["conversations", *map(str, arguments)])


def test_json_has_what_scripts_rely_on_and_two_processes_say_the_same(tmp_path: Path) -> None:
    path = case_file(tmp_path, WRAPPING, WRONG, WEAK)
    one, two = run(path, "--json"), run(path, "--json", "--jobs", 2)
    assert (one.exit_code, two.exit_code) == (1, 1)
    first, second = json.loads(one.stdout), json.loads(two.stdout)
    assert (first["cases"], first["passed"], first["not_a_test"]) == (3, 2, ["weak"])
    for unmet in (*first["failed"], *second["failed"]):
        unmet.pop("turn_id")
    assert first["failed"] == second["failed"]
    assert {"case": "wrong", "turn": 1, "key": "contains", "expected": "4.00 USD"}.items() <= first["failed"][0].items()
    assert first["passed_by"] == second["passed_by"]


def test_failure_is_shown_with_its_turn_and_where_its_trace_is(tmp_path: Path) -> None:
    ended = run(case_file(tmp_path, WRONG), "--keep", tmp_path / "kept")
    assert ended.exit_code == 1
    assert "FAILED   wrong" in ended.stdout
    assert "It is meant to fail." in ended.stdout
    assert "expected  4.00 USD" in ended.stdout
    assert f"support --home {tmp_path}/kept/wrong-" in ended.stdout


def test_case_that_is_no_test_fails_where_it_is_strict(tmp_path: Path) -> None:
    path = case_file(tmp_path, INVENTED, WEAK)
    assert run(path, "--tag", "grounding", "--strict").exit_code == 0
    ended = run(path, "--name", "weak", "--strict")
    assert ended.exit_code == 1
    assert "NO TEST  weak: passed by always-escalate (policy_topic)" in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "text", "problem"),
    [
        (["--tag", "other"], "", "None of 1 cases was chosen, wanted one or more. Tags: articles."),
        ([], "  nme: x\n", "found the unknown key 'nme'. Did you mean 'name'?"),
    ],
)
def test_what_cannot_be_used_ends_with_status_2(tmp_path: Path, arguments: list[str], text: str, problem: str) -> None:
    ended = run(case_file(tmp_path, WRAPPING, text), *arguments)
    assert ended.exit_code == 2
    assert problem in ended.stderr


def test_model_that_is_not_there_ends_with_status_3(tmp_path: Path) -> None:
    settings = tmp_path / "support.toml"
    settings.write_text('[knowledge]\nembedder = "no-such-model"\n', encoding="utf-8")
    ended = run(case_file(tmp_path, WRAPPING), "--settings", settings)
    assert ended.exit_code == 3
    assert "no-such-model" in ended.stderr


def test_schema_is_printed() -> None:
    ended = CliRunner().invoke(app, ["schema"])
    assert json.loads(ended.stdout)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
