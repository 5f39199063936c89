"""An approval as a graph of its own: it stops at an interrupt and goes on when a person answers, days later if need be.

The book holds the approval, the checkpoint holds where it stands. An approval that an older version of this graph
left at a node that is no longer there is put at the interrupt again; nothing has happened before it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from agent.actions.approvals import Answer, Approval
from agent.actions.settling import Settled
from agent.checkpoint_server import open_server_checkpoints
from agent.checkpoints import Saver, open_checkpoints
from agent.errors import StoreError
from knowledge.server_tables import ServerTables

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph

FORMAT = 1
"""Of the state below; a state of a newer format is refused."""

Settle = Callable[[Approval, Answer], Settled]
"""Carries an answer out and writes what became of it; called again after a kill, so it does everything once."""


class ApprovalGraphState(TypedDict):
    """Plain JSON only."""

    format: int
    approval: dict[str, Any]
    answer: dict[str, Any] | None
    settled: bool


def build_approval_graph(settle: Settle, checkpoints: Saver) -> CompiledStateGraph[Any, Any, Any, Any]:
    """Wait for a person, carry it out, and wait again where it could not be."""
    from langgraph.graph import END, START, StateGraph
    from langgraph.types import interrupt

    def wait_for_person(state: ApprovalGraphState) -> dict[str, Any]:
        return {"answer": interrupt({"approval": state["approval"]})}

    def carry_out(state: ApprovalGraphState) -> dict[str, Any]:
        approval = Approval.model_validate_json(json.dumps(state["approval"]))
        found = settle(approval, Answer.model_validate(state["answer"])).approval
        waits = found.state == "waiting"
        return {"approval": found.model_dump(mode="json"), "settled": not waits, "answer": None}

    graph = StateGraph(ApprovalGraphState)
    graph.add_node("wait_for_person", wait_for_person)
    graph.add_node("carry_out", carry_out)
    graph.add_edge(START, "wait_for_person")
    graph.add_edge("wait_for_person", "carry_out")
    graph.add_conditional_edges(
        "carry_out", lambda state: END if state["settled"] else "wait_for_person", [END, "wait_for_person"]
    )
    return graph.compile(checkpointer=checkpoints)


@dataclass(frozen=True)
class ApprovalThreads:
    """One thread for each approval, in a checkpoint file of their own, or beside the conversations on a server."""

    path: Path | ServerTables
    settle: Settle

    def start(self, approval: Approval) -> None:
        """Run an approval to its interrupt; one that stands there already is left as it is."""
        with self._graph() as graph:
            if not graph.get_state(self._config(approval.reference)).next:
                self._begin(graph, approval)

    def resume(self, approval: Approval, answer: Answer) -> None:
        """Give the answer to the approval where it stands, also where a killed process left it.

        Raises:
            StoreError: the approval was saved by a newer version of this graph.
        """
        from langgraph.types import Command

        config = self._config(approval.reference)
        with self._graph() as graph:
            stands = graph.get_state(config)
            saved = stands.values.get("format", FORMAT)
            if saved > FORMAT:
                raise StoreError(
                    f"The approval {approval.reference} was saved by a newer version (format {saved}, this one reads up to "
                    f"{FORMAT}). Install that grounded-support and answer it there; nothing was done."
                )
            if stands.next == (
                "carry_out",
            ):  # left by a process that ended there; this answer takes the place of that one
                graph.update_state(config, {"answer": answer.model_dump(mode="json")}, as_node="wait_for_person")
                self._run(graph, None, config)
                return
            if stands.next != ("wait_for_person",) or not _is_current(stands.values):
                self._begin(graph, approval)
            self._run(graph, Command(resume=answer.model_dump(mode="json")), config)

    def forget(self, reference: str) -> None:
        """Delete all that is kept of an approval's thread."""
        if not self.path.exists():
            return
        with self._saver() as checkpoints:
            checkpoints.delete_thread(self._thread(reference))

    def _begin(self, graph: CompiledStateGraph[Any, Any, Any, Any], approval: Approval) -> None:
        state: ApprovalGraphState = {
            "format": FORMAT,
            "approval": approval.model_dump(mode="json"),
            "answer": None,
            "settled": False,
        }
        self._run(graph, state, self._config(approval.reference))

    def _run(self, graph: CompiledStateGraph[Any, Any, Any, Any], given: Any, config: Any) -> None:
        for _ in graph.stream(given, config, stream_mode="updates", durability="sync"):
            pass

    @contextmanager
    def _graph(self) -> Iterator[CompiledStateGraph[Any, Any, Any, Any]]:
        with self._saver() as checkpoints:
            yield build_approval_graph(self.settle, checkpoints)

    @contextmanager
    def _saver(self) -> Iterator[Saver]:
        path = self.path
        checkpoints: Saver = (
            open_server_checkpoints(path.url) if isinstance(path, ServerTables) else open_checkpoints(path)
        )
        try:
            yield checkpoints
        finally:
            checkpoints.conn.close()

    def _config(self, reference: str) -> Any:
        return {"configurable": {"thread_id": self._thread(reference)}}

    def _thread(self, reference: str) -> str:
        """On a server conversations are beside them: no helpdesk's conversation has such a name."""
        return f"approval {reference}" if isinstance(self.path, ServerTables) else reference


def _is_current(values: dict[str, Any]) -> bool:
    """Whether a state is of today's format, with everything in it."""
    return values.get("format") == FORMAT and set(ApprovalGraphState.__annotations__) <= set(values)
