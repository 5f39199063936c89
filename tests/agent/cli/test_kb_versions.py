"""`support kb versions` lists what is kept, and `support kb rollback` moves between them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent.cli.options import INPUT, exit_status
from knowledge.errors import IndexMissingError, InputError
from tests.agent.shop import run


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that was synced twice: a lamp's warranty of two years, then of three."""
    home = tmp_path_factory.mktemp("versions")
    (home / "articles").mkdir()
    for years in ("two", "three"):
        (home / "articles" / "lamps.md").write_text(f"# Lamps\n\nA warranty of {years} years.\n", encoding="utf-8")
        assert run(home, "kb", "sync", str(home / "articles")).exit_code == 0
    return home


def listed(home: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(home, "kb", "versions", "--json").stdout)
    return found


def warranty(home: Path) -> str:
    found = json.loads(run(home, "kb", "search", "warranty", "--k", "1", "--json").stdout)
    return str(found["results"][0]["text"])


def test_versions_are_listed_newest_first_with_what_each_changed(synced: Path) -> None:
    found = listed(synced)
    assert found["kept_states"] == 3
    assert [version["current"] for version in found["versions"]] == [True, False]
    assert [version["changes"] for version in found["versions"]] == [
        {"added": 0, "changed": 1, "renamed": 0, "removed": 0},
        {"added": 1, "changed": 0, "renamed": 0, "removed": 0},
    ]
    assert found["versions"][0]["made_from"] == found["versions"][1]["name"]


def test_rollback_there_and_back_is_said_and_explained(synced: Path) -> None:
    new, old = (version["name"] for version in listed(synced)["versions"])
    ran = run(synced, "kb", "rollback")
    assert f"The index went from {new} to {old}." in ran.stdout
    assert f"support kb rollback {new}" in ran.stderr
    assert "two" in warranty(synced)
    printed = run(synced, "kb", "versions").stdout
    assert f"came here from {new}." in printed
    assert "1 changed" in printed
    forward = json.loads(run(synced, "kb", "rollback", new, "--json").stdout)
    assert (forward["before"], forward["now"]["name"], forward["now"]["current"]) == (old, new, True)
    assert "three" in warranty(synced)
    assert "nothing was done" in run(synced, "kb", "rollback", new).stdout
    assert [move["by"] for move in listed(synced)["moves"]] == ["sync", "sync", "rollback", "rollback"]


def test_unknown_version_is_refused_with_the_known_ones(synced: Path) -> None:
    error = run(synced, "kb", "rollback", "yesterday").exception
    assert isinstance(error, InputError)
    assert exit_status(error) == INPUT
    assert all(version["name"] in str(error) for version in listed(synced)["versions"])


@pytest.mark.parametrize("command", ["versions", "rollback"])
def test_without_an_index_the_command_that_makes_one_is_named(tmp_path: Path, command: str) -> None:
    error = run(tmp_path, "kb", command).exception
    assert isinstance(error, IndexMissingError)
    assert list(tmp_path.iterdir()) == []
