"""`support freeze` writes a turn as one file, which `support replay FILE` checks again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.build import Parts
from agent.errors import InputError
from agent.frozen import content_id
from agent.types import TurnResult
from tests.agent.shop import SayingDrafter, agent_of, run

SENT = "Order ORD-99107 was delivered on 2026-11-21."


@pytest.fixture
def turn(quick: Parts) -> TurnResult:
    agent = agent_of(quick, SayingDrafter(f"{SENT} It is free."))
    result = agent.ask("Was ORD-99107 delivered?", conversation_id="c", customer_id="C-1001", use_knowledge=False)
    agent.close()
    return result


def test_frozen_turn_needs_no_data_folder(quick: Parts, turn: TurnResult, tmp_path: Path) -> None:
    file = tmp_path / "turn.json"
    ran = run(quick.settings.home, "freeze", "last", "--out", str(file))
    assert (ran.exit_code, ran.stdout) == (0, "")
    assert "`support forget` does not reach that file" in ran.stderr
    again = run(tmp_path / "nowhere", "replay", str(file))
    assert again.exit_code == 0
    assert "stage that differs\n  none" in again.stdout
    assert "orders are read as they are now" not in again.stdout
    assert not (tmp_path / "nowhere").exists()


def test_what_comes_out_otherwise_ends_with_1(quick: Parts, turn: TurnResult, tmp_path: Path) -> None:
    content = json.loads(run(quick.settings.home, "freeze", turn.turn_id).stdout)
    content["turn"]["claims"][1]["cut"] = False
    content["turn"]["claims"][1]["label"] = "supported"
    (tmp_path / "turn.json").write_text(json.dumps({**content, "id": content_id(content)}), encoding="utf-8")
    ran = run(tmp_path, "replay", str(tmp_path / "turn.json"), "--json")
    found = json.loads(ran.stdout)
    assert (ran.exit_code, found["differs"]) == (1, "ground")
    assert [one["name"] for one in found["diff"]["verdicts"]] == ["It is free."]


def test_json_names_the_file_and_its_id(quick: Parts, turn: TurnResult, tmp_path: Path) -> None:
    file = tmp_path / "turn.json"
    found = json.loads(run(quick.settings.home, "freeze", "last", "--out", str(file), "--json").stdout)
    assert found == {"id": json.loads(file.read_text("utf-8"))["id"], "turn_id": turn.turn_id, "file": str(file)}
    error = run(quick.settings.home, "freeze", "last", "--out", str(file)).exception
    assert isinstance(error, InputError)
    assert "is there already" in str(error)


def test_help_says_that_forget_does_not_reach_the_file(tmp_path: Path) -> None:
    said = " ".join(run(tmp_path, "freeze", "--help").stdout.split())
    assert "`support forget` does not find it" in said


def test_forgotten_customer_leaves_nothing_to_freeze(quick: Parts, turn: TurnResult) -> None:
    ran = run(quick.settings.home, "forget", "C-1001", "--yes")
    assert ran.exit_code == 0, ran.stdout
    error = run(quick.settings.home, "freeze", turn.turn_id).exception
    assert isinstance(error, InputError)
    assert "holds no turn" in str(error)


@pytest.mark.parametrize("option", ["--draft", "--today", "--as-case"])
def test_options_of_the_ledger_mean_nothing_for_a_file(tmp_path: Path, option: str) -> None:
    error = run(tmp_path, "replay", "turn.json", option).exception
    assert isinstance(error, InputError)
    assert "leave --today, --draft and --as-case out" in str(error)
