"""The graph runs the stages in order on plain JSON, keeps the history and nothing else, and survives a kill."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from agent.build import Parts, build_stages
from agent.errors import DraftingError
from agent.graph import TurnGraph, open_checkpoints
from agent.locking import begun
from agent.state import NewTurn, TurnState
from agent.types import Message, TurnResult
from tests.agent.shop import FailingDrafter, SayingDrafter, agent_of

ROOT = Path(__file__).parents[2]
OWNER = "C-1001"
ORDER = "Was ORD-99107 delivered?"

SCRIPT = """
import os, signal, sys
from pathlib import Path
from tests.agent.shop import agent_of, quick_parts

home, name, killed_after = sys.argv[1:]
agent = agent_of(quick_parts(Path(home)))

def on_stage(stage):
    if stage == killed_after:
        os.kill(os.getpid(), signal.SIGKILL)

for number in range(3):
    agent.ask(f"Hi {name}{number}, was ORD-99107 delivered?", conversation_id="shared", customer_id="C-1001",
              use_knowledge=False, on_stage=on_stage)
agent.close()
"""


def started(parts: Parts, name: str, killed_after: str = "-") -> subprocess.Popen[bytes]:
    """Another process that asks three questions in the conversation `shared`, or kills itself after a stage."""
    command = [sys.executable, "-c", SCRIPT, str(parts.settings.home), name, killed_after]
    return subprocess.Popen(command, cwd=ROOT)


def checkpoints(parts: Parts) -> list[dict[str, Any]]:
    """The channel values of every checkpoint of every conversation, newest first."""
    saver = open_checkpoints(parts.settings.home / "checkpoints.db")
    found = [saved.checkpoint["channel_values"] for saved in saver.list(None)]
    saver.conn.close()
    return found


def history(parts: Parts, conversation_id: str) -> list[str]:
    """The lines that the newest checkpoint of a conversation holds."""
    values = [found for found in checkpoints(parts) if found.get("conversation_id") == conversation_id]
    return [line["text"] for line in values[0]["history"]]


def turns(parts: Parts, conversation_id: str) -> list[TurnResult]:
    """The turns of a conversation in the ledger, oldest first."""
    rows = [row for row in parts.ledger.recent(99) if row["conversation_id"] == conversation_id]
    return [parts.ledger.turn(row["turn_id"]) for row in reversed(rows)]


@pytest.fixture
def graph(quick: Parts) -> Iterator[TurnGraph]:
    stages = build_stages(quick, SayingDrafter("It is free. Order ORD-99107 was delivered on 2026-11-21."))
    found = TurnGraph(stages, open_checkpoints(quick.settings.home / "checkpoints.db"))
    yield found
    found.close()


def new(message: str, turn_id: str = "t1") -> NewTurn:
    turn = {"customer_id": OWNER, "today": "2026-11-30", "use_knowledge": False}
    return {
        "turn_id": turn_id,
        "conversation_id": "c",
        "asked_at": "2026-11-30",
        "message": message,
        "turn": turn,
        "intake": {},
    }


@pytest.mark.parametrize(
    ("message", "stages"),
    [
        ("Hello", "receive route gather decide reply remember"),
        ("Let me talk to a person", "receive route gather decide handoff remember"),
        (ORDER, "receive route gather assemble draft ground decide reply handoff remember"),
    ],
)
def test_stages_run_in_the_order_of_the_picture(graph: TurnGraph, message: str, stages: str) -> None:
    assert [stage for stage, _ in graph.run(new(message))] == stages.split()


def test_last_stage_brings_the_record_with_a_time_for_each_before_it(graph: TurnGraph) -> None:
    *before, (_, record) = graph.run(new(ORDER))
    assert record is not None
    assert list(record["timings_ms"]) == [stage for stage, _ in before]


def test_turn_is_saved_once_and_as_plain_json(graph: TurnGraph, quick: Parts) -> None:
    unsaved = [stage for stage, _ in graph.run(new(ORDER)) if checkpoints(quick) == []]
    assert unsaved[-1] == "handoff"
    (values,) = checkpoints(quick)
    fields = {name: value for name, value in values.items() if not name.startswith("branch:")}
    assert json.loads(json.dumps(fields)) == fields


def test_turn_that_fails_saves_the_stages_before(quick: Parts) -> None:
    stages = build_stages(quick, FailingDrafter())
    graph = TurnGraph(stages, open_checkpoints(quick.settings.home / "checkpoints.db"))
    with pytest.raises(DraftingError):
        list(graph.run(new(ORDER)))
    last = graph.last("c")
    graph.close()
    assert last is not None
    assert (last.new, last.finished) == (new(ORDER), False)
    (values,) = checkpoints(quick)
    assert (values["gathered"] is not None, values["drafted"]) == (True, None)


def test_second_turn_starts_with_nothing_of_the_first_but_the_history(graph: TurnGraph, quick: Parts) -> None:
    list(graph.run(new(ORDER)))
    list(graph.run(new("Hello", "t2")))
    of_second = [found for found in checkpoints(quick) if found.get("turn_id") == "t2"]
    inputs = {*NewTurn.__annotations__, "history", "version", "timings_ms"}
    held = [name for name in TurnState.__annotations__ if name not in inputs and of_second[0].get(name)]
    assert held == ["received", "routed", "gathered", "decided", "replied", "result"]
    assert "It is free" not in json.dumps([{**found, "history": []} for found in of_second])
    assert len(of_second[0]["history"]) == 4


def test_checkpoints_have_a_file_of_their_own(graph: TurnGraph, quick: Parts) -> None:
    list(graph.run(new(ORDER)))
    quick.ledger.path.unlink()
    assert len(checkpoints(quick)) == 1


def test_two_conversations_do_not_mix(quick: Parts) -> None:
    agent = agent_of(quick)
    agent.ask(ORDER, conversation_id="a", customer_id=OWNER, use_knowledge=False)
    follow_up = agent.ask("When was it shipped?", conversation_id="b", customer_id=OWNER, use_knowledge=False)
    agent.close()
    assert follow_up.route["order_ids"] == []
    assert history(quick, "b")[0] == "When was it shipped?"


def test_threads_in_one_conversation_lose_no_turn(quick: Parts) -> None:
    agent = agent_of(quick)
    messages = [f"Hello, was ORD-99107 delivered? {name}" for name in "abcd"]
    settings = {"conversation_id": "shared", "customer_id": OWNER, "use_knowledge": False}
    threads = [Thread(target=agent.ask, args=(message,), kwargs=settings) for message in messages]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    agent.close()
    assert {turn.question for turn in turns(quick, "shared")} == set(messages)
    assert set(history(quick, "shared")[::2]) == set(messages)


def test_processes_in_one_conversation_lose_no_turn(quick: Parts) -> None:
    asking = [started(quick, "a"), started(quick, "b")]
    assert [process.wait(timeout=120) for process in asking] == [0, 0]
    assert len(turns(quick, "shared")) == 6
    assert len(history(quick, "shared")) == 12


def test_turn_of_a_killed_process_is_finished_before_the_next(quick: Parts) -> None:
    assert started(quick, "killed", "gather").wait(timeout=120) == -signal.SIGKILL
    assert turns(quick, "shared") == []
    agent = agent_of(quick)
    assert agent.graph.last("shared") is None
    started_by = begun(quick.settings.home / "locks", "shared")
    assert started_by is not None
    answer = agent.ask("Hello", conversation_id="shared", customer_id=OWNER, use_knowledge=False)
    agent.close()
    first, second = turns(quick, "shared")
    assert (first.turn_id, first.asked_at) == (started_by["turn_id"], started_by["asked_at"])
    assert (first.question, first.outcome) == ("Hi killed0, was ORD-99107 delivered?", "answered")
    assert "2026-11-21" in first.reply
    assert second == answer
    assert begun(quick.settings.home / "locks", "shared") is None
    assert len(history(quick, "shared")) == 4


def test_turn_that_is_abandoned_joins_the_history_with_the_lines_given(graph: TurnGraph) -> None:
    list(graph.run(new("Hello")))
    running = graph.run(new(ORDER, "t2"))
    next(running)
    running.close()  # type: ignore[attr-defined]
    stopped = graph.last("c")
    assert stopped is not None
    assert (stopped.new, stopped.finished) == (new(ORDER, "t2"), False)
    graph.abandon("c", [Message(role="customer", text="the lost one")])
    abandoned = graph.last("c")
    assert abandoned is not None
    assert abandoned.finished
    *_, (_, record) = graph.run(new("Thanks!", "t3"))
    assert record is not None
    assert record["question"] == "Thanks!"


def test_checkpoint_revives_plain_types_only(tmp_path: Path) -> None:
    saver = open_checkpoints(tmp_path / "checkpoints.db")
    stored = saver.serde.dumps_typed(Message(role="customer", text="Hi"))
    revived = saver.serde.loads_typed(stored)
    assert (type(revived), revived["text"]) == (dict, "Hi")
    saver.conn.close()


def test_long_conversation_keeps_the_states_of_one_turn_and_no_more(graph: TurnGraph, quick: Parts) -> None:
    sizes = []
    for number in range(4):
        list(graph.run(new(f"Hello {number}, was ORD-99107 delivered?", f"t{number}")))
        sizes.append(len(checkpoints(quick)))
    assert sizes[1] == sizes[2] == sizes[3] == sizes[0] + 1
    assert len(history(quick, "c")) == 8
