"""A turn killed at any stage is finished by the next process: nothing is lost, nothing is answered or done twice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from agent.build import Parts
from agent.errors import StoreError
from agent.graph import TURN
from agent.locking import holding, mark_file
from tests.agent.killing import LINES, PLAIN
from tests.agent.shop import agent_of
from tests.agent.web.postgres import Postgres, driver_url

ROOT = Path(__file__).parents[2]
ORDER = "Was ORD-99107 delivered?"


def killed(home: Path, times: int, *server: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "tests.agent.killing", str(home), str(times), *server]
    said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in said.splitlines()]


def check(found: list[dict[str, Any]], times: int) -> None:
    """Every message has one turn, one pair of lines and one reply; a refund is made once and told from its record."""
    assert [one["stage"] for one in found] == [stage for stage in TURN for _ in range(times)]
    for one in found:
        said = LINES.get(one["stage"], PLAIN)
        assert one["asked"] == [*said, "Thanks!"], one
        assert one["lines"] == 6, one
        assert all(one["replies"]), one
        assert one["open"] == [], one
        assert one["refunds"] == (["34.00"] if one["stage"] == "act" else []), one
        if one["stage"] == "act":
            assert "34.00 USD for order ORD-99107 were refunded to your credit card" in one["replies"][1], one
    missed = [one for one in found if not one["killed"]]
    assert missed == [], "a kill that does not happen shows nothing"


def test_turn_killed_at_any_stage_is_finished_by_the_next_process(quick_home: Path) -> None:
    check(killed(quick_home, 1), 1)


@pytest.mark.postgres
def test_turn_killed_at_any_stage_is_finished_by_the_next_process_from_a_server(
    quick_home: Path, postgres: Postgres
) -> None:
    check(killed(quick_home, 1, driver_url(postgres.new_database())), 1)


@pytest.mark.slow
def test_turn_killed_twenty_times_at_every_stage_is_finished_by_the_next_process(quick_home: Path) -> None:
    check(killed(quick_home, 20), 20)


def cut_short_by(quick: Parts, version: int | None) -> None:
    """A turn that stopped after its second stage, as a program of that version has left it."""
    agent = agent_of(quick)
    stages = agent.graph.run(
        {
            "turn_id": "t1",
            "conversation_id": "c",
            "asked_at": "2026-11-30T00:00:00+00:00",
            "message": ORDER,
            "turn": {"customer_id": "C-1001", "today": "2026-11-30", "use_knowledge": False},
            "intake": {},
        }
    )
    next(stages)
    next(stages)
    stages.close()  # type: ignore[attr-defined]
    config = agent.graph._config("c")
    agent.graph._graph.update_state(config, {"version": version}, as_node="route")
    agent.close()


def test_turn_of_an_older_version_is_begun_anew_from_its_message(quick: Parts) -> None:
    cut_short_by(quick, 1)
    agent = agent_of(quick)
    agent.ask("Thanks!", conversation_id="c", customer_id="C-1001")
    agent.close()
    turns = [quick.ledger.turn(row["turn_id"]) for row in reversed(quick.ledger.recent(9))]
    assert [(turn.question, turn.outcome) for turn in turns] == [(ORDER, "answered"), ("Thanks!", "answered")]
    assert "2026-11-21" in turns[0].reply


def test_conversation_of_a_newer_version_is_refused_with_words(quick: Parts) -> None:
    cut_short_by(quick, 99)
    agent = agent_of(quick)
    with pytest.raises(StoreError, match=r"written by a newer version \(state 99, this one reads up to 2\)"):
        agent.ask("Thanks!", conversation_id="c", customer_id="C-1001")
    agent.close()
    assert quick.ledger.recent(9) == []


def test_conversation_of_the_first_version_goes_on(quick: Parts) -> None:
    agent = agent_of(quick)
    agent.ask(ORDER, conversation_id="c", customer_id="C-1001", use_knowledge=False)
    agent.close()
    agent = agent_of(quick)
    agent.graph._graph.update_state(agent.graph._config("c"), {"version": None}, as_node="remember")
    follow_up = agent.ask("When was it placed?", conversation_id="c", customer_id="C-1001", use_knowledge=False)
    agent.close()
    assert "2026-11-16" in follow_up.reply
    assert len(quick.ledger.recent(9)) == 2


def test_turn_that_another_process_is_at_is_left_to_it(quick: Parts) -> None:
    agent = agent_of(quick)
    locks = quick.settings.home / "locks"
    with holding(locks, "busy"):
        mark_file(locks, "busy").write_text("busy")
        assert agent.recover() == ()
    assert agent.recover() == ("busy",)
    agent.close()
