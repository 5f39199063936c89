"""The turn as a graph. It only wires; the only file that imports langgraph."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import BaseModel

from agent.stages import Stages, ends_early, wants_action
from agent.state import NewTurn, TurnState, fresh

if TYPE_CHECKING:
    from langgraph.checkpoint.sqlite import SqliteSaver
    from langgraph.graph.state import CompiledStateGraph


class Node(Protocol):
    """What LangGraph calls: the state in, the fields that change out."""

    def __call__(self, state: TurnState) -> dict[str, Any]:
        """Run one stage."""
        ...


def open_checkpoints(path: Path) -> SqliteSaver:
    """LangGraph's SQLite saver in a file of its own; plain types only, nothing is unpickled."""
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
    from langgraph.checkpoint.sqlite import SqliteSaver

    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, check_same_thread=False, timeout=10)
    saver = SqliteSaver(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
    saver.setup()
    return saver


def build_graph(stages: Stages, checkpoints: SqliteSaver) -> CompiledStateGraph[Any, Any, Any, Any]:
    """receive → route → gather → (act | assemble → draft → ground) → decide → reply | handoff → remember."""
    from langgraph.graph import END, START, StateGraph

    graph = StateGraph(TurnState)
    nodes: dict[str, Node] = {
        "receive": _node("receive", "received", stages.receive),
        "route": _node("route", "route", stages.route),
        "gather": _node("gather", "gathered", stages.gather),
        "act": _node("act", "certified", stages.act),
        "assemble": _node("assemble", "context", stages.assemble),
        "draft": _node("draft", "draft", stages.draft),
        "ground": _node("ground", "grounded", stages.ground),
        "decide": _node("decide", "decided", stages.decide),
        "reply": _node("reply", "reply", stages.reply),
        "handoff": _node("handoff", "handoff", stages.hand_off),
        "remember": _remember(stages),
    }
    for name, node in nodes.items():
        # A node's name may not be that of a field of the state.
        graph.add_node(f"{name}_node", node)
    for before, after in (("receive", "route"), ("route", "gather"), ("act", "decide"), ("assemble", "draft")):
        graph.add_edge(f"{before}_node", f"{after}_node")
    graph.add_edge(START, "receive_node")
    graph.add_conditional_edges("gather_node", _after_gather, ["decide_node", "act_node", "assemble_node"])
    graph.add_conditional_edges("draft_node", _after_draft, ["decide_node", "ground_node"])
    graph.add_edge("ground_node", "decide_node")
    graph.add_conditional_edges("decide_node", _after_decide, ["reply_node", "handoff_node"])
    graph.add_conditional_edges("reply_node", _after_reply, ["handoff_node", "remember_node"])
    graph.add_edge("handoff_node", "remember_node")
    graph.add_edge("remember_node", END)
    return graph.compile(checkpointer=checkpoints)


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
        return "decide_node"
    return "act_node" if wants_action(state) else "assemble_node"


def _after_draft(state: TurnState) -> str:
    return "decide_node" if (state["draft"] or {}).get("declined") else "ground_node"


def _after_decide(state: TurnState) -> str:
    return "reply_node" if (state["decided"] or {}).get("text") else "handoff_node"


def _after_reply(state: TurnState) -> str:
    return "handoff_node" if (state["decided"] or {}).get("reason") else "remember_node"


class TurnGraph:
    """Runs turns on conversations whose state is in the checkpointer."""

    def __init__(self, stages: Stages, checkpoints: SqliteSaver) -> None:
        self._graph = build_graph(stages, checkpoints)
        self._checkpoints = checkpoints

    def unfinished(self, conversation_id: str) -> str | None:
        """The turn that a conversation stopped in, for example because the process was killed; None where none."""
        state = self._graph.get_state(self._config(conversation_id))
        return str(state.values.get("turn_id")) if state.next else None

    def run(self, new: NewTurn) -> Iterator[tuple[str, dict[str, Any] | None]]:
        """One turn: (stage, None) as each ends, and last ("result", the turn's record)."""
        yield from self._stream(new["conversation_id"], fresh(new))

    def resume(self, conversation_id: str) -> Iterator[tuple[str, dict[str, Any] | None]]:
        """The unfinished turn from the stage it stopped in; as `run`."""
        yield from self._stream(conversation_id, None)

    def abandon(self, conversation_id: str) -> None:
        """Forget the stages of an unfinished turn, so that the next message starts afresh; the history stays."""
        state = self._graph.get_state(self._config(conversation_id))
        if state.next:
            self._graph.update_state(self._config(conversation_id), {"result": None}, as_node="remember_node")

    def _stream(self, conversation_id: str, given: Any) -> Iterator[tuple[str, dict[str, Any] | None]]:
        config = self._config(conversation_id)
        for update in self._graph.stream(given, config, stream_mode="updates", durability="sync"):
            for name, fields in update.items():
                yield name.removesuffix("_node"), (fields or {}).get("result")

    def _config(self, conversation_id: str) -> Any:
        return {"configurable": {"thread_id": conversation_id}}

    def close(self) -> None:
        """Close the checkpointer's file."""
        self._checkpoints.conn.close()
