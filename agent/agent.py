"""The agent: one message in, one finished turn out, whatever happens in between."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from agent.gathering import Turn
from agent.graph import LastTurn, TurnGraph
from agent.intake import Intake, PlainIntake
from agent.privacy.records import names_street
from agent.results import failed_turn
from agent.state import NewTurn
from agent.turn_clock import TurnClock
from agent.turn_locks import TurnLocks
from agent.types import Message, TurnResult
from knowledge.open_files import OpenFiles

Stages = Generator[tuple[str, dict[str, Any] | None]]
"""What a graph gives while it runs: the stage that ended, and at the end the record of the turn."""

Clean = Callable[..., Any]
"""Takes a record of plain JSON, and texts whose personal data it must not hold; all of its own where none are given."""

OnStage = Callable[[str], None]
"""Told the name of each stage as it ends."""


def unchanged(record: Any, told: Sequence[str] | None = None) -> Any:
    """The record as it is."""
    return record


def _lines_of_nobody(last: LastTurn | None) -> tuple[Message, ...]:
    """The lines of a conversation in which no customer is known yet."""
    if last is None or last.new["turn"]["customer_id"] is not None:
        return ()
    return tuple(Message.model_validate(line) for line in last.history)


@dataclass(frozen=True)
class Agent:
    """Answers messages; one at a time in a conversation, also between processes."""

    graph: TurnGraph
    locks: TurnLocks
    record: Callable[[TurnResult], None]
    models: dict[str, str]
    today: Callable[[], date] = date.today
    intake: Intake = field(default_factory=PlainIntake)
    clean: Clean = unchanged
    """Takes personal data out of what is kept."""
    files: OpenFiles = field(default_factory=OpenFiles)
    """What its stages keep open."""
    recorded: Callable[[str], TurnResult | None] = lambda turn_id: None
    """The turn on record with an id, if there is one."""
    clock: TurnClock = field(default_factory=TurnClock)
    """Bounds a turn as a whole."""

    def ask(
        self,
        message: str,
        *,
        conversation_id: str,
        customer_id: str | None = None,
        use_knowledge: bool = True,
        on_stage: OnStage = lambda stage: None,
        turn_id: str | None = None,
    ) -> TurnResult:
        """One turn.

        Args:
            message: what the customer wrote.
            conversation_id: turns with the same id share their history.
            customer_id: the verified customer; None where nobody is verified.
            use_knowledge: whether the help articles may be used.
            on_stage: told of progress; never sees unchecked text.
            turn_id: of whoever may ask the same again, for example after a kill: a turn that is on record with this id is
                returned as it was, and nothing is done twice. None makes a new one.

        Returns:
            The finished turn. Whatever fails inside it ends in a handoff, and the turn says why.

        Raises:
            StoreError: the conversation is busy, or the turn cannot be recorded.
        """
        with self.locks.holding(conversation_id):
            last = self._finish_earlier(conversation_id)
            if turn_id is not None and (known := self.recorded(turn_id)) is not None:
                return known
            taken = self.intake.take(message, conversation_id, customer_id, _lines_of_nobody(last))
            if last is not None and last.new["turn"]["customer_id"] not in (None, taken.customer_id):
                self.graph.forget(conversation_id)  # nothing of another customer's is kept
            turn = Turn(customer_id=taken.customer_id, today=self.today(), use_knowledge=use_knowledge)
            new: NewTurn = {
                "turn_id": turn_id or uuid.uuid4().hex[:12],
                "conversation_id": conversation_id,
                "asked_at": datetime.now(UTC).isoformat(timespec="milliseconds"),
                "message": taken.text,
                "turn": turn.model_dump(mode="json"),
                "intake": taken.model_dump(mode="json", exclude={"text"}),
            }
            with self.locks.marked(new):
                return self._finish(new, self.graph.run(new), on_stage)

    def recover(self) -> tuple[str, ...]:
        """Finish every turn that was cut short, as by a kill, and that no process is at; their conversations are returned.

        A message that was accepted is answered even where its customer never writes again.

        Raises:
            StoreError: a turn cannot be recorded.
        """
        found = self.locks.cut_short()
        for conversation_id in found:
            with self.locks.holding(conversation_id):
                self._finish_earlier(conversation_id)
        return found

    def _finish_earlier(self, conversation_id: str) -> LastTurn | None:
        """The turn before, finished where it was cut short, so that its message is not lost."""
        last, new = self.graph.last(conversation_id), self.locks.begun(conversation_id)
        if new is not None and (last is None or last.new["turn_id"] != new["turn_id"]):
            self._finish(new, self.graph.run(new), lambda stage: None)  # nothing of it was saved
        elif last is None or (last.finished and not last.new["intake"].get("keeps")):
            self.locks.unmark(conversation_id)
            return last
        elif last.finished:
            self.graph.settle(last.new, self.clean)
        else:
            stages = self.graph.resume(conversation_id) if last.resumable else self.graph.run(last.new)
            self._finish(last.new, stages, lambda stage: None)
        self.locks.unmark(conversation_id)
        return self.graph.last(conversation_id)

    def _finish(self, new: NewTurn, stages: Stages, on_stage: OnStage) -> TurnResult:
        """Run the stages to their end; whatever fails becomes a handoff."""
        finished = None
        try:
            with closing(stages), self.clock.running(new) as look:
                for stage, result in stages:
                    on_stage(stage)
                    finished = result or finished
                    look(stage)
            ended = TurnResult.model_validate(finished)
        except Exception as error:  # noqa: BLE001  the one edge at which any failure becomes a handoff
            return self._failed(new, error)
        if new["intake"].get("keeps") or names_street(ended.decision):
            self.graph.settle(new, self.clean)
        return ended

    def give_up(self, new: NewTurn, error: Exception) -> TurnResult:
        """Hand over a turn that hangs, from another thread of a process that is about to end; what is on record stays."""
        return self.recorded(new["turn_id"]) or self._failed(new, error)

    def _failed(self, new: NewTurn, error: Exception) -> TurnResult:
        result = failed_turn(new, error, self.models)
        result = TurnResult.model_validate(self.clean(result.model_dump(mode="json"), (result.question, result.why)))
        # The record first: if the store is what failed, the caller must hear of it, for the message is not safe.
        self.record(result)
        said = (Message(role="customer", text=result.question), Message(role="assistant", text=result.reply))
        self.graph.abandon(new["conversation_id"], said)
        self.graph.settle(new, self.clean)  # the error itself is among what the stages leave behind
        return result

    def close(self) -> None:
        """Close the files the agent holds open."""
        self.graph.close()
        self.files.close()
