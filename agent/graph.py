"""The turn as a graph. It only wires; the only file that imports langgraph."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import BaseModel

from agent.errors import StoreError
from agent.stages import Stages, ends_early, wants_action
from agent.state import NewTurn, TurnState, fresh
from agent.types import Message

if TYPE_CHECKING:
    from langgraph.checkpoint.sqlite import SqliteSaver
    from langgraph.graph.state import CompiledStateGraph

SETUP_SECONDS = 30
"""How long a process waits for another one that makes the same file ready."""


class Node(Protocol):
    """What LangGraph calls: the state in, the fields that change out."""

    def __call__(self, state: TurnState) -> dict[str, Any]:
        """Run one stage."""
        ...


def open_checkpoints(path: Path) -> SqliteSaver:
    """LangGraph's SQLite saver in a file of its own; plain types only, nothing is unpickled.

    Raises:
        StoreError: the file is damaged, or no database.
    """
    from filelock import FileLock
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
    from langgraph.checkpoint.sqlite import SqliteSaver

    connection = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, check_same_thread=False, timeout=10)
        saver = SqliteSaver(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        with FileLock(path.parent / f".{path.name}.lock", timeout=SETUP_SECONDS):
            saver.setup()  # switches to WAL, for which SQLite does not wait while another process does the same
    except (sqlite3.Error, OSError) as error:
        if connection is not None:
            connection.close()
        raise StoreError(
            f"The conversations in {path} cannot be used ({error}): wanted a SQLite file that can be written. Move it away "
            "to start without them (the ledger is a file of its own), or name another folder with `--home`."
        ) from error
    return saver


TURN: dict[str, tuple[str, ...]] = {
    "receive": ("route",),
    "route": ("gather",),
    "gather": ("act", "assemble", "decide"),
    "act": ("decide",),
    "assemble": ("draft",),
    "draft": ("ground", "decide"),
    "ground": ("decide",),
    "decide": ("reply", "handoff"),
    "reply": ("handoff", "remember"),
    "handoff": ("remember",),
    "remember": (),
}
"""Each stage, and those that may follow it; the picture in the README is this."""


def build_graph(stages: Stages, checkpoints: SqliteSaver) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The stages as nodes, wired as `TURN` says; where several may follow, one is chosen by the state."""
    from langgraph.graph import END, START, StateGraph

    graph = StateGraph(TurnState)
    for name, node in _nodes(stages).items():
        graph.add_node(name, node)
    graph.add_edge(START, "receive")
    for before, afters in TURN.items():
        if len(afters) > 1:
            graph.add_conditional_edges(before, CHOICES[before], list(afters))
        else:
            graph.add_edge(before, afters[0] if afters else END)
    return graph.compile(checkpointer=checkpoints)


def _nodes(stages: Stages) -> dict[str, Node]:
    return {
        "receive": _node("receive", "received", stages.receive),
        "route": _node("route", "routed", stages.route),
        "gather": _node("gather", "gathered", stages.gather),
        "act": _node("act", "certified", stages.act),
        "assemble": _node("assemble", "assembled", stages.assemble),
        "draft": _node("draft", "drafted", stages.draft),
        "ground": _node("ground", "grounded", stages.ground),
        "decide": _node("decide", "decided", stages.decide),
        "reply": _node("reply", "replied", stages.reply),
        "handoff": _node("handoff", "handed_off", stages.hand_off),
        "remember": _remember(stages),
    }


def _node(stage: str, field: str, call: Callable[[TurnState], BaseModel | None]) -> Node:
    """A node that calls a stage and returns the one field the stage owns, with the time it took."""

    def node(state: TurnState) -> dict[str, Any]:
        begin = time.perf_counter()
        value = call(state)
        took = round((time.perf_counter() - begin) * 1000, 2)
        dumped = value.model_dump(mode="json") if value is not None else None
        return {field: dumped, "timings_ms": {**state["timings_ms"], stage: took}}

    return node


def _remember(stages: Stages) -> Node:
    def node(state: TurnState) -> dict[str, Any]:
        result, history = stages.remember(state)
        return {
            "result": result.model_dump(mode="json"),
            "history": [line.model_dump(mode="json") for line in history],
        }

    return node


def _after_gather(state: TurnState) -> str:
    if ends_early(state):
        return "decide"
    return "act" if wants_action(state) else "assemble"


def _after_draft(state: TurnState) -> str:
    return "decide" if (state["drafted"] or {}).get("declined") else "ground"


def _after_decide(state: TurnState) -> str:
    return "reply" if (state["decided"] or {}).get("text") else "handoff"


def _after_reply(state: TurnState) -> str:
    return "handoff" if (state["decided"] or {}).get("reason") else "remember"


CHOICES: dict[str, Callable[[TurnState], str]] = {
    "gather": _after_gather,
    "draft": _after_draft,
    "decide": _after_decide,
    "reply": _after_reply,
}


@dataclass(frozen=True)
class LastTurn:
    """The newest turn of a conversation."""

    new: NewTurn
    finished: bool
    """False where it was cut short, for example because the process was killed."""


class TurnGraph:
    """Runs turns on conversations whose state is in the checkpointer."""

    def __init__(self, stages: Stages, checkpoints: SqliteSaver) -> None:
        self._graph = build_graph(stages, checkpoints)
        self._checkpoints = checkpoints

    def last(self, conversation_id: str) -> LastTurn | None:
        """The turn a conversation is in or was in last; None where there was none."""
        state = self._graph.get_state(self._config(conversation_id))
        if not state.values:
            return None
        keys = ("turn_id", "conversation_id", "asked_at", "message", "turn", "intake")
        new: Any = {key: state.values.get(key, {}) for key in keys}
        return LastTurn(new, finished=not state.next)

    def run(self, new: NewTurn) -> Iterator[tuple[str, dict[str, Any] | None]]:
        """One turn: (stage, None) as each ends, and last ("result", the turn's record)."""
        yield from self._stream(new["conversation_id"], fresh(new))

    def resume(self, conversation_id: str) -> Iterator[tuple[str, dict[str, Any] | None]]:
        """The unfinished turn from the stage it stopped in; as `run`."""
        yield from self._stream(conversation_id, None)

    def forget(self, conversation_id: str) -> None:
        """Delete all that is kept of a conversation's state, its history included."""
        self._checkpoints.delete_thread(conversation_id)

    def abandon(self, conversation_id: str, lines: Sequence[Message]) -> None:
        """Leave the stages of an unfinished turn, so that the next message starts afresh; its lines join the history."""
        config = self._config(conversation_id)
        history = self._graph.get_state(config).values.get("history") or []
        said = [line.model_dump(mode="json") for line in lines]
        self._graph.update_state(config, {"result": None, "history": [*history, *said]}, as_node="remember")

    def _stream(self, conversation_id: str, given: Any) -> Iterator[tuple[str, dict[str, Any] | None]]:
        config = self._config(conversation_id)
        for update in self._graph.stream(given, config, stream_mode="updates", durability="sync"):
            for name, fields in update.items():
                yield name, (fields or {}).get("result")

    def _config(self, conversation_id: str) -> Any:
        return {"configurable": {"thread_id": conversation_id}}

    def close(self) -> None:
        """Close the checkpointer's file."""
        self._checkpoints.conn.close()
