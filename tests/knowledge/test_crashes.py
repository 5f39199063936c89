"""A sync or a rollback that is killed at any of its steps leaves the index as it was or as it should be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def killed_everywhere(folder: Path, action: str, retrievers: str) -> list[dict[str, Any]]:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.knowledge.killing", str(folder), action, retrievers],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    found: list[dict[str, Any]] = json.loads(ended.stdout)
    return found


@pytest.mark.parametrize(
    ("action", "retrievers", "least"),
    [
        ("sync", "bm25,dense,late", 90),
        ("first", "bm25,dense", 50),
        ("rollback", "bm25,dense", 15),
    ],
)
def test_killed_before_any_step_the_index_is_the_old_or_the_new_and_the_next_sync_mends_it(
    tmp_path: Path, action: str, retrievers: str, least: int
) -> None:
    found = killed_everywhere(tmp_path, action, retrievers)
    said = [one["said"] for one in found]
    turned = said.index("new")
    assert len(found) > least
    assert said == ["old"] * turned + ["new"] * (len(found) - turned)
    assert turned > 0
    assert [one["ended"] for one in found] == ["killed"] * (len(found) - 1) + ["done"]
    assert [place for place, one in enumerate(found) if not one["after"]] == []
    assert [one["litter"] for one in found if one["litter"]] == []
