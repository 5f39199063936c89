"""Turns become lines that a person labels, and those lines are read as grounding rows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from agent.build import Parts
from agent.types import TurnResult
from evals.cli import app
from evals.errors import DatasetError
from evals.grounding_files import read_grounding
from evals.labelling import labelled_turn
from tests.agent.shop import SayingDrafter, agent_of, copied_home, quick_parts, set_up

SENT = "Order ORD-99107 was delivered on 2026-11-21."
LIE = "The total of order ORD-99107 is 186.40 USD."


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("labels")
    set_up(quick_parts(home))
    return home


@pytest.fixture
def parts(synced: Path, tmp_path: Path) -> Parts:
    return quick_parts(copied_home(synced, tmp_path / "home"))


@pytest.fixture
def turn(parts: Parts) -> TurnResult:
    agent = agent_of(parts, SayingDrafter(f"Hello! {SENT} {LIE}"))
    agent.ask("Hello", conversation_id="c", customer_id="C-1001")
    found = agent.ask("Was ORD-99107 delivered?", conversation_id="c", customer_id="C-1001")
    agent.close()
    return found


def label(parts: Parts, *arguments: str, text: str = "") -> Result:
    home = {"SUPPORT_HOME": str(parts.settings.home)}
    return CliRunner().invoke(app, ["label", *arguments], input=text, env=home)


def test_claims_worth_checking_stand_without_a_label_and_orders_as_one_text(turn: TurnResult) -> None:
    line = labelled_turn(turn)
    assert [(one["text"], one["supported"], one["cut"]) for one in line["claims"]] == [
        (SENT, None, False),
        (LIE, None, True),
    ]
    orders = [text for text in line["evidence"] if "ORD-99107" in text]
    assert len(orders) == 1
    assert SENT in orders[0]
    assert "Was ORD-99107 delivered?" not in line["evidence"]


def test_labelled_claims_are_rows_and_the_others_are_left_out(turn: TurnResult, tmp_path: Path) -> None:
    line = labelled_turn(turn)
    line["claims"][1]["supported"] = False
    file = tmp_path / "turns.jsonl"
    file.write_text(json.dumps(line) + "\n" + json.dumps({"evidence": "a", "claim": "b", "supported": True}), "utf-8")
    first, second = read_grounding(file).rows
    assert (first.claim, first.supported, first.evidence) == (LIE, False, tuple(line["evidence"]))
    assert second.claim == "b"


def test_file_without_a_label_is_refused(turn: TurnResult, tmp_path: Path) -> None:
    file = tmp_path / "turns.jsonl"
    file.write_text(json.dumps(labelled_turn(turn)), "utf-8")
    with pytest.raises(DatasetError, match=r"holds no row: wanted .* or claims that are labelled"):
        read_grounding(file)
    file.write_text('{"evidence": [], "claims": "x"}', "utf-8")
    with pytest.raises(DatasetError, match=r'line 1, has no list of objects under "claims"'):
        read_grounding(file)
    file.write_text('{"evidence": [], "claims": [{"text": "x", "supported": "yes"}]}', "utf-8")
    with pytest.raises(DatasetError, match=r'line 1, has str under "supported": wanted true or false'):
        read_grounding(file)


def test_command_writes_lines_or_adds_them_to_a_file(parts: Parts, turn: TurnResult, tmp_path: Path) -> None:
    printed = label(parts, turn.turn_id)
    assert json.loads(printed.stdout)["turn_id"] == turn.turn_id
    file = tmp_path / "turns.jsonl"
    for _ in range(2):
        assert label(parts, "--last", "9", "--out", str(file)).exit_code == 0
    assert len(file.read_text("utf-8").splitlines()) == 2  # the greeting has no claim


def test_person_is_asked_claim_by_claim_and_not_told_what_was_found(parts: Parts, turn: TurnResult) -> None:
    ran = label(parts, "last", "--ask", text="maybe\ny\n\n")
    assert [one["supported"] for one in json.loads(ran.stdout.splitlines()[-1])["claims"]] == [True, None]
    assert f"The claim: {LIE}" in ran.stderr
    assert "refuted" not in ran.stderr


def test_labels_given_before_the_person_left_are_kept(parts: Parts, turn: TurnResult, tmp_path: Path) -> None:
    agent = agent_of(parts, SayingDrafter(SENT))
    agent.ask("And was ORD-99107 delivered?", conversation_id="c", customer_id="C-1001")
    agent.close()
    file = tmp_path / "turns.jsonl"
    ran = label(parts, "last", turn.turn_id, "--ask", "--out", str(file), text="y\ny\n")
    assert ran.exit_code != 0
    (line,) = file.read_text("utf-8").splitlines()
    assert [one["supported"] for one in json.loads(line)["claims"]] == [True]


def test_turn_that_is_not_there_and_no_turn_end_with_2(parts: Parts, turn: TurnResult) -> None:
    assert (label(parts).exit_code, label(parts, "x").exit_code) == (2, 2)
    assert label(parts, "last", "--out", "/none/x.jsonl").exit_code == 2
