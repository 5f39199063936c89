"""Case files are tests of pytest where the plugin is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.evals.case_shop import WEAK, WRAPPING, WRONG, case_file

ROOT = Path(__file__).parents[2]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-p",
        "evals.pytest_plugin",
        "-c",
        "pytest.ini",
        *arguments,
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False, env=None)


def test_cases_are_items_and_a_failing_one_says_what_was_got(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nconversation_cases = cases\n", encoding="utf-8")
    case_file(tmp_path / "cases", WRAPPING, WRONG, WEAK)
    case_file(tmp_path, "- {name: a, trns: []}\n", name="broken.case.yaml")
    case_file(tmp_path, WRONG, name="no-case-here.yaml")
    ended = run(tmp_path, "cases", "--conversations-strict")
    assert "2 failed, 1 passed" in ended.stdout
    assert "  expected  4.00 USD\n  got       According to our Gifts article" in ended.stdout
    assert "no test: passed by always-escalate (policy_topic)" in ended.stdout
    told = run(tmp_path, "--collect-only", "-q", ".")
    assert "cases/shop.yaml::wrapping" in told.stdout
    assert "no-case-here" not in told.stdout
    assert "found the unknown key 'trns'. Did you mean 'turns'?" in told.stdout


def test_file_that_is_named_is_read_whatever_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    case_file(tmp_path, WRAPPING, name="gift-wrapping.yaml")
    assert "gift-wrapping.yaml::wrapping" in run(tmp_path, "--collect-only", "-q", "gift-wrapping.yaml").stdout
