"""Without the shipped judges everything else still runs, and says what is missing."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source without the two model folders."""
    folder = tmp_path_factory.mktemp("package")
    leave_out = shutil.ignore_patterns("__pycache__", "shipped", "training")
    for name in ("agent", "knowledge", "policies", "evals"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave_out)
    return folder


def support(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = "import sys; sys.path.insert(0, sys.argv.pop(1)); from agent.cli.app import main; main()"
    return subprocess.run(
        [sys.executable, "-c", command, str(package), *arguments],
        cwd=package,
        capture_output=True,
        text=True,
        check=False,
    )


def test_doctor_says_which_judges_are_missing_and_what_that_means(package: Path) -> None:
    found = support(package, "doctor", "--json")
    findings = {one["what"]: one for one in json.loads(found.stdout)["findings"]}
    assert (findings["verifier"]["state"], findings["reranker"]["state"]) == ("missing", "missing")
    assert "verifier-1 is not installed" in findings["verifier"]["detail"]
    assert "what the exact and embedding tiers cannot prove is cut" in findings["verifier"]["detail"]


def test_question_is_answered_all_the_same(package: Path) -> None:
    found = support(package, "ask", "was ORD-99107 delivered?", "--customer", "C-1001", "--json")
    answer = json.loads(found.stdout)
    assert (found.returncode, answer["outcome"]) == (0, "answered")
    assert answer["reply"] == "Order ORD-99107 was delivered on 2026-11-21."
