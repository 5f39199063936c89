"""Kills a turn at every stage, one process a kill, and says what is left once the next process has gone on.

Run as `python -m tests.agent.killing HOME TIMES [URL]` on a data folder of the sample shop; it prints one JSON object a kill.
With the URL of a PostgreSQL database the states of conversations are there.
A stage is killed before its work, in the midst of it, after it, once its end is told of, and, by turns, right before or
right after the state of its turn is saved.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import bm25s  # noqa: F401  what is loaded here is not loaded again in each process
import chromadb.api.rust  # noqa: F401
import filelock  # noqa: F401
import langgraph.checkpoint.sqlite
import langgraph.graph  # noqa: F401
import onnxruntime  # noqa: F401
import sqlite_utils  # noqa: F401

from agent.agent import Agent
from agent.build import Parts, build_stages
from agent.checkpoints import open_conversations
from agent.graph import TURN, TurnGraph
from agent.open_models import open_drafter
from agent.stages import Stages
from knowledge.sample import orders_file
from tests.agent.shop import TODAY, copied_home, quick_parts

OWNER = "C-1001"
ORDER = "ORD-99107"
CONVERSATION = "killed"
MOMENTS = ("before", "midst", "after", "told", "unsaved", "saved")

LINES = {
    "act": (f"Please refund the linen apron of {ORDER}, it arrived damaged", "Yes"),
    "handoff": ("Hello", "I want to talk to a person"),
}
"""What is said in the conversation whose last turn is killed in a stage."""
PLAIN = ("Hello", f"Was {ORDER} delivered?")


def method(stage: str) -> str:
    """The method of `Stages` that does the work of a stage."""
    return {"handoff": "hand_off"}.get(stage, stage)


@dataclass(frozen=True)
class Armed(Stages):
    """Stages of which one kills its process."""

    deadly: str = ""
    moment: str = ""
    done: threading.Event = field(default_factory=threading.Event)
    """Whether the stage has done its work."""

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name.startswith("_") or name in ("deadly", "moment", "done") or name != method(self.deadly):
            return found
        return self._killing(found)

    def _killing(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def dying(state: Any) -> Any:
            if self.moment == "before":
                die()
            if self.moment == "midst":
                threading.Thread(target=die, args=(random.uniform(0, 0.02),), daemon=True).start()
            found = work(state)
            if self.moment == "after":
                die()
            self.done.set()
            return found

        return dying


def die(seconds: float = 0.0) -> None:
    """As kill -9 does it."""
    time.sleep(seconds)
    os.kill(os.getpid(), signal.SIGKILL)


def agent_in(parts: Parts, deadly: str = "", moment: str = "", server: str | None = None) -> Agent:
    """An agent whose stage of that name kills its process."""
    plain = build_stages(parts, open_drafter(parts.settings, parts.embedder))
    given = {one.name: getattr(plain, one.name) for one in fields(plain)}
    stages = Armed(**given, deadly=deadly, moment=moment)
    saver = open_conversations(parts.settings.home, server)
    save = saver.put

    def dying(*given: Any, **named: Any) -> Any:
        if stages.done.is_set() and moment == "unsaved":
            die()
        found = save(*given, **named)
        if stages.done.is_set() and moment == "saved":
            die()
        return found

    saver.put = dying  # type: ignore[method-assign]
    graph = TurnGraph(stages, saver)
    found = Agent(graph, parts.stores.locks, parts.ledger.record, stages.models)
    return replace(found, today=lambda: TODAY)


def talk(home: Path, stage: str, moment: str, server: str | None) -> None:
    """The conversation, with its last turn killed; it ends where the moment was missed."""
    *before, last = LINES.get(stage, PLAIN)
    parts = quick_parts(home, server)
    if server:
        parts.orders.load(orders_file())
    agent = agent_in(parts, server=server)
    for line in before:
        agent.ask(line, conversation_id=CONVERSATION, customer_id=OWNER)
    agent.close()
    agent = agent_in(parts, stage, moment, server)

    def on_stage(name: str) -> None:
        if moment in ("told", "midst") and name == stage:
            die()

    agent.ask(last, conversation_id=CONVERSATION, customer_id=OWNER, on_stage=on_stage)


def go_on(home: Path, server: str | None) -> dict[str, Any]:
    """What another process finds, once it has finished what was cut short and the customer has written again."""
    parts = quick_parts(home, server)
    agent = agent_in(parts, server=server)
    recovered = agent.recover()
    agent.ask("Thanks!", conversation_id=CONVERSATION, customer_id=OWNER)
    last = agent.graph.last(CONVERSATION)
    agent.close()
    turns = [parts.ledger.turn(row["turn_id"]) for row in reversed(parts.ledger.recent(99))]
    order = parts.orders.find(ORDER)
    assert last is not None
    assert order is not None
    return {
        "recovered": recovered == (CONVERSATION,),
        "asked": [turn.question for turn in turns],
        "outcomes": [turn.outcome for turn in turns],
        "replies": [turn.reply for turn in turns],
        "lines": len(last.history),
        "refunds": [str(payment.amount) for payment in order.payments if payment.kind == "refund"],
        "open": list(parts.stores.locks.cut_short()),
    }


def in_child(work: Callable[[], Any]) -> Any:
    """Do the work in a process of its own; None where it was killed."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        code = 1
        try:
            os.write(writer, json.dumps(work()).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        said = stream.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return None
    if status:
        raise RuntimeError(f"a process ended with status {status}")
    return json.loads(said)


def place_of_its_own(server: str, name: str) -> str:
    """The URL of a new schema beside the one that a URL names."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        (schema,) = connection.execute("SELECT current_schema()").fetchone() or ("public",)
        connection.execute(f"CREATE SCHEMA {schema}_{name}".encode())
    return server.replace(str(schema), f"{schema}_{name}")


def kill_everywhere(source: Path, times: int, server: str | None) -> list[dict[str, Any]]:
    """Each stage killed so many times."""
    found = []
    for place, stage in enumerate(TURN):
        for number in range(times):
            moment = MOMENTS[(number + place) % len(MOMENTS)]
            with tempfile.TemporaryDirectory() as name:
                home = copied_home(source, Path(name) / "home")
                own = place_of_its_own(server, f"{stage}{number}") if server else None
                survived = in_child(
                    lambda home=home, moment=moment, stage=stage, own=own: talk(home, stage, moment, own) or True
                )
                left = in_child(lambda home=home, own=own: go_on(home, own))
                found.append({"stage": stage, "moment": moment, "killed": survived is None, **left})
                shutil.rmtree(home)
    return found


if __name__ == "__main__":
    for one in kill_everywhere(Path(sys.argv[1]), int(sys.argv[2]), next(iter(sys.argv[3:]), None)):
        print(json.dumps(one))
