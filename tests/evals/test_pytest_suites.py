"""Thresholds of suites are tests of pytest where a configuration is named."""

from __future__ import annotations

from pathlib import Path

from tests.evals.test_cli_run import TURNS
from tests.evals.test_pytest_plugin import run


def test_each_threshold_is_an_item_and_a_missed_one_says_what_was_got(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "test_beside.py").write_text("def test_beside():\n    pass\n", encoding="utf-8")
    (tmp_path / "turns.jsonl").write_text(TURNS.replace("false", "true"), encoding="utf-8")
    suites = '[routing]\nfiles = ["turns.jsonl"]\nat_least = { recall = 0.9 }\nat_most = { cost = 1000 }\n'
    (tmp_path / "suite.toml").write_text(suites, encoding="utf-8")
    ended = run(tmp_path, "--eval-config", "suite.toml")
    assert "1 failed, 1 passed" in ended.stdout
    assert "routing: recall, wanted at least 0.9, got 0.5" in ended.stdout
    assert "t2, at route\n  expected  searched\n  got       not searched" in ended.stdout
    told = run(tmp_path, "--collect-only", "-q", "--eval-config", "suite.toml", "test_beside.py").stdout
    assert "suite.toml::routing::recall at least 0.9" in told
    assert "test_beside.py::test_beside" in told
    (tmp_path / "suite.toml").write_text(suites.replace("recall", "recal"), encoding="utf-8")
    assert "suite.toml:3: found the unknown measure 'recal'" in run(tmp_path, "--eval-config", "suite.toml").stdout
