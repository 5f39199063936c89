"""The turn as a graph. It only wires."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import BaseModel

from agent.checkpoints import Saver, keeper_of
from agent.checkpoints import open_checkpoints as open_checkpoints
from agent.errors import StoreError
from agent.llm.exchanges import listening
from agent.stages import Stages, ends_early
from agent.state import VERSION, NewTurn, TurnState, fresh
from agent.types import Message

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph


class Node(Protocol):
    """What LangGraph calls: the state in, the fields that change out."""

    def __call__(self, state: TurnState) -> dict[str, Any]:
        """Run one stage."""
        ...


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


def build_graph(stages: Stages, checkpoints: Saver) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The stages as nodes, wired as `TURN` says; where several may follow, one is chosen by the state."""
    from langgraph.graph import END, START, StateGraph

    graph = StateGraph(TurnState)
    for name, node in _nodes(stages).items():
        graph.add_node(name, node)
    graph.add_edge(START, "receive")
    choices = {**CHOICES, "gather": _after_gather(stages)}
    for before, afters in TURN.items():
        if len(afters) > 1:
            graph.add_conditional_edges(before, choices[before], list(afters))
        else:
            graph.add_edge(before, afters[0] if afters else END)
    return graph.compile(checkpointer=checkpoints)


def _nodes(stages: Stages) -> dict[str, Node]:
    return {
        "receive": _node("receive", "received", stages.receive),
        "route": _node("route", "routed", stages.route),
        "gather": _node("gather", "gathered", stages.gather),
        "act": _act(stages),
        "assemble": _node("assemble", "assembled", stages.assemble),
        "draft": _node("draft", "drafted", stages.draft),
        "ground": _node("ground", "grounded", stages.ground),
        "decide": _node("decide", "decided", stages.decide),
        "reply": _node("reply", "replied", stages.reply),
        "handoff": _node("handoff", "handed_off", stages.hand_off),
        "remember": _remember(stages),
    }


def _node(stage: str, field: str, call: Callable[[TurnState], BaseModel | None]) -> Node:
    """A node that calls a stage and returns the one field the stage owns, with its time and what it asked chat models."""

    def node(state: TurnState) -> dict[str, Any]:
        begin = time.perf_counter()
        with listening(state["turn_id"]) as log:
            value = call(state)
        took = round((time.perf_counter() - begin) * 1000, 2)
        dumped = value.model_dump(mode="json") if value is not None else None
        asked = [one.model_dump(mode="json") for one in log.exchanges]
        told = {"exchanges": [*(state.get("exchanges") or ()), *asked]} if asked else {}
        return {field: dumped, "timings_ms": {**state["timings_ms"], stage: took}, **told}

    return node


def _act(stages: Stages) -> Node:
    """Besides what was done, the node owns what waits for the customer's next message."""
    act = _node("act", "certified", stages.act)

    def node(state: TurnState) -> dict[str, Any]:
        found = act(state)
        return {**found, "pending": (found["certified"] or {}).get("pending")}

    return node


def _remember(stages: Stages) -> Node:
    def node(state: TurnState) -> dict[str, Any]:
        result, history = stages.remember(state)
        pending = state.get("pending")
        asked_now = pending is not None and pending["asked_in"] == state["turn_id"]
        return {
            "pending": pending if asked_now else None,
            "result": result.model_dump(mode="json"),
            "history": [line.model_dump(mode="json") for line in history],
        }

    return node


def _after_gather(stages: Stages) -> Callable[[TurnState], str]:
    def choice(state: TurnState) -> str:
        if stages.acts(state):
            return "act"
        return "decide" if ends_early(state) else "assemble"

    return choice


def _after_draft(state: TurnState) -> str:
    drafted = state["drafted"] or {}
    return "decide" if drafted.get("declined") or drafted.get("failed") else "ground"


def _after_decide(state: TurnState) -> str:
    return "reply" if (state["decided"] or {}).get("text") else "handoff"


def _after_reply(state: TurnState) -> str:
    return "handoff" if (state["decided"] or {}).get("reason") else "remember"


CHOICES: dict[str, Callable[[TurnState], str]] = {
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
    history: tuple[dict[str, Any], ...] = ()
    """Lines of the conversation up to now: `types.Message` as JSON."""
    resumable: bool = True
    """False where it was cut short under an older version, whose stages may be others: it has to be begun anew."""


def _holds(history: Sequence[Mapping[str, Any]], message: str) -> bool:
    """Whether the last lines are those of the turn of this message."""
    return any(line["role"] == "customer" and line["text"] == message for line in history[-2:])


class TurnGraph:
    """Runs turns on conversations whose state is in the checkpointer."""

    def __init__(self, stages: Stages, checkpoints: Saver) -> None:
        self._graph = build_graph(stages, checkpoints)
        self._checkpoints = checkpoints
        self._keeper = keeper_of(checkpoints)

    def last(self, conversation_id: str) -> LastTurn | None:
        """The turn a conversation is in or was in last; None where there was none.

        Raises:
            StoreError: a newer version of the program wrote it, or the server that keeps it cannot be reached.
        """
        with self._keeper.reaching():
            state = self._graph.get_state(self._config(conversation_id))
        if not state.values:
            return None
        written_by = state.values.get("version") or 1
        if written_by > VERSION:
            raise StoreError(
                f"The conversation {conversation_id!r} was written by a newer version (state {written_by}, this one reads up "
                f"to {VERSION}). Install the newer grounded-support, or name another data folder with `--home`."
            )
        keys = ("turn_id", "conversation_id", "asked_at", "message", "turn", "intake")
        new: Any = {key: state.values.get(key, {}) for key in keys}
        history = tuple(state.values.get("history") or ())
        # LangGraph forgets in silence that a turn is open where its next stage has another name now.
        ended = written_by == VERSION or state.values.get("result") is not None or _holds(history, new["message"])
        # `next` names no stage whose result is written down and not yet taken over; `tasks` does.
        return LastTurn(new, not state.tasks and ended, history, resumable=written_by == VERSION)

    def run(self, new: NewTurn) -> Generator[tuple[str, dict[str, Any] | None]]:
        """One turn: (stage, None) as each ends, and last ("result", the turn's record)."""
        self._keeper.drop_earlier(new["conversation_id"])
        yield from self._stream(new["conversation_id"], fresh(new))

    def resume(self, conversation_id: str) -> Generator[tuple[str, dict[str, Any] | None]]:
        """The unfinished turn from the stage it stopped in; as `run`."""
        yield from self._stream(conversation_id, None)

    def forget(self, conversation_id: str) -> None:
        """Delete all that is kept of a conversation's state, its history included."""
        with self._keeper.reaching():
            self._checkpoints.delete_thread(conversation_id)

    def abandon(self, conversation_id: str, lines: Sequence[Message]) -> None:
        """Leave the stages of an unfinished turn, so that the next message starts afresh; its lines join the history."""
        said = [line.model_dump(mode="json") for line in lines]
        changes = {"result": None, "pending": None}
        with self._keeper.reaching():
            self._update(conversation_id, lambda history: {**changes, "history": [*history, *said]})

    def settle(self, new: NewTurn, clean: Callable[[Any], Any]) -> None:
        """Keep of a turn that has ended its lines alone, as `clean` leaves them, and nothing of its stages on the disk."""
        conversation_id = new["conversation_id"]
        intake = {**new["intake"], "keeps": False}
        kept = fresh({**new, "message": clean(new["message"]), "intake": intake})
        with self._keeper.reaching():
            self._update(conversation_id, lambda history: {**kept, "history": clean(history)})
            self._keeper.drop_earlier(conversation_id)
        self._keeper.tidy()

    def _update(self, conversation_id: str, changes: Callable[[list[Any]], dict[str, Any]]) -> None:
        """Write a state whose turn has ended; `changes` is given the history."""
        config = self._config(conversation_id)
        history = self._graph.get_state(config).values.get("history") or []
        self._graph.update_state(config, changes(history), as_node="remember")

    def _stream(self, conversation_id: str, given: Any) -> Generator[tuple[str, dict[str, Any] | None]]:
        config = self._config(conversation_id)
        # Written once, as the turn ends, fails or is left: what a killed process had not saved is begun anew from its mark.
        for update in self._graph.stream(given, config, stream_mode="updates", durability="exit"):
            for name in update.keys() & TURN:  # beside what LangGraph tells of itself
                yield name, (update[name] or {}).get("result")

    def _config(self, conversation_id: str) -> Any:
        return {"configurable": {"thread_id": conversation_id}}

    def close(self) -> None:
        """Close the checkpointer's file, or its connections."""
        self._keeper.close()
