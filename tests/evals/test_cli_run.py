"""`support eval run`: suites of one configuration, thresholds, reports and a baseline on real conversations."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner, Result

from evals.cli import app
from tests.evals.case_shop import INVENTED, WRAPPING, case_file

TURNS = """\
{"id": "t1", "text": "How long does a refund take?", "context": [], "knowledge_seeking": true}
{"id": "t2", "text": "Thank you!", "context": [], "knowledge_seeking": false}
"""

CONFIG = """\
[routing]
files = ["turns.jsonl"]
at_least = { recall = 1.0 }

[conversations]
files = ["shop.yaml"]
jobs = 1
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["run", *map(str, arguments)])


def suite_file(folder: Path, *cases: str) -> Path:
    (folder / "turns.jsonl").write_text(TURNS, encoding="utf-8")
    (folder / "suite.toml").write_text(CONFIG, encoding="utf-8")
    case_file(folder, *cases)
    return folder / "suite.toml"


def test_a_change_that_breaks_a_case_is_named_with_its_stage_and_ends_with_1(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the pictures need the extra `report`")
    config, base, reports = suite_file(tmp_path, WRAPPING, INVENTED), tmp_path / "base.json", tmp_path / "made" / "here"
    before = run("--config", config, "--save-baseline", base, "--json")
    assert before.exit_code == 0, before.output
    assert json.loads(before.stdout)["passed"] is True
    case_file(tmp_path, WRAPPING, INVENTED.replace("cut: within 24 hours", "cut: within 48 hours"))
    now = run("--config", config, "--baseline", base, "--report", reports, "--json")
    assert now.exit_code == 1
    found = json.loads(now.stdout)
    unmet = [one for one in found["thresholds"] if not one["met"]]
    assert [(one["suite"], one["measure"], one["wanted"], one["got"]) for one in unmet] == [
        ("conversations", "passed", 1.0, 0.5)
    ]
    worse = {one["what"]: one for one in found["differences"]}
    assert worse["invented"] == {
        **{"change": "worse", "suite": "conversations", "what": "invented", "stage": "ground"},
        **{"before": "passed", "now": "failed"},
    }
    page = (reports / "report.html").read_text("utf-8")
    assert "decided\n  answered_with_cuts" in page
    assert "CUT, not enough info" in page
    failures = [str(one.text) for one in ET.parse(reports / "junit.xml").iter("failure")]
    assert any("turn 1: cut: within 48 hours" in text for text in failures)
    rows = [json.loads(line) for line in (reports / "report.jsonl").read_text("utf-8").splitlines()]
    assert {one["row"]: one["passed"] for one in rows if "row" in one} == {
        **{"t1": True, "t2": True, "wrapping": True, "invented": False}
    }


def test_only_what_is_asked_for_runs_and_the_terminal_names_what_is_missed(tmp_path: Path) -> None:
    config = suite_file(tmp_path, WRAPPING)
    config.write_text(CONFIG.replace("at_least = { recall = 1.0 }", "at_most = { recall = 0.5 }"), encoding="utf-8")
    ended = run("--config", config, "--only", "routing")
    assert ended.exit_code == 1
    assert "at most 0.5" in ended.stdout
    assert "MISSED" in ended.stdout
    assert "conversations" not in ended.stdout
    assert "Not passed: 0 of 1 thresholds are met, 2 of 2 cases pass" in ended.stdout


def test_what_cannot_be_used_ends_with_2_before_anything_runs(tmp_path: Path) -> None:
    config = suite_file(tmp_path, WRAPPING)
    (tmp_path / "taken").write_text("", encoding="utf-8")
    for arguments, told in (
        (("--config", tmp_path / "none.toml"), "cannot be read"),
        (("--config", config, "--only", "routin"), "Did you mean 'routing'?"),
        (("--config", config, "--baseline", tmp_path / "none.json"), "cannot be read"),
        (("--config", config, "--save-baseline", config), "is no baseline"),
        (("--config", config, "--report", tmp_path / "taken"), "cannot be written to"),
    ):
        ended = run(*arguments)
        assert (ended.exit_code, told in ended.stderr) == (2, True), ended.output


def test_a_model_that_cannot_be_used_ends_with_3(tmp_path: Path) -> None:
    settings = tmp_path / "support.toml"
    settings.write_text('[knowledge]\nembedder = "nobody/no-model"\n', encoding="utf-8")
    config = tmp_path / "suite.toml"
    config.write_text("[topics]\n", encoding="utf-8")
    assert run("--config", config, "--settings", settings).exit_code == 3
