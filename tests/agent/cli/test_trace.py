"""`support trace` shows a turn of the ledger again, by its id, its beginning, or `last`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.build import Parts
from agent.errors import InputError
from agent.types import TurnResult
from tests.agent.shop import SayingDrafter, agent_of, run


@pytest.fixture
def turn(quick: Parts) -> TurnResult:
    agent = agent_of(quick, SayingDrafter("Order ORD-99107 was delivered on 2026-11-21. [red]It is free.[/red]"))
    result = agent.ask("Was ORD-99107 delivered?", conversation_id="c", customer_id="C-1001", use_knowledge=False)
    agent.close()
    return result


def test_turn_is_shown_with_all_that_led_to_it(quick: Parts, turn: TurnResult) -> None:
    printed = run(quick.settings.home, "trace", turn.turn_id).stdout
    for part in (turn.turn_id, "C-1001", turn.question, "unverified", "CUT", "exact", "tokens", "saying", "ground"):
        assert part in printed
    assert "[red]It is free.[/red]" in printed


@pytest.mark.parametrize("name", ["last", "beginning"])
def test_turn_is_found_without_its_whole_id(quick: Parts, turn: TurnResult, name: str) -> None:
    asked = turn.turn_id[:6] if name == "beginning" else name
    found = json.loads(run(quick.settings.home, "trace", asked, "--json").stdout)
    assert TurnResult.model_validate(found) == turn


def test_without_a_turn_the_last_ones_are_listed(quick: Parts, turn: TurnResult) -> None:
    agent = agent_of(quick, SayingDrafter("x"))
    later = agent.ask("Hello", conversation_id="d")
    agent.close()
    printed = run(quick.settings.home, "trace").stdout
    assert printed.index(later.turn_id) < printed.index(turn.turn_id)
    assert turn.question in printed
    assert "support trace TURN" in printed
    rows = json.loads(run(quick.settings.home, "trace", "--last", "1", "--json").stdout)
    assert [(row["turn_id"], row["question"], row["handoff"]) for row in rows] == [(later.turn_id, "Hello", None)]


def test_sentence_is_one_line_in_a_pipe(quick: Parts, turn: TurnResult) -> None:
    lines = run(quick.settings.home, "trace", "last").stdout.splitlines()
    assert any(line.endswith("Order ORD-99107 was delivered on 2026-11-21. [red]It is free.[/red]") for line in lines)


def test_unknown_turn_names_those_there_are(quick: Parts, turn: TurnResult) -> None:
    error = run(quick.settings.home, "trace", "zzzz").exception
    assert isinstance(error, InputError)
    assert turn.turn_id in str(error)


def test_folder_without_turns_says_so(tmp_path: Path) -> None:
    assert "No turn is recorded yet." in run(tmp_path, "trace").stdout
    assert run(tmp_path, "trace", "--json").stdout == "[]\n"
    assert isinstance(run(tmp_path, "trace", "last").exception, InputError)
