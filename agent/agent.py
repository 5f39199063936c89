"""The agent: one message in, one finished turn out, whatever happens in between."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from agent.errors import StoreError
from agent.gathering import Turn
from agent.graph import TurnGraph
from agent.intake import Intake, PlainIntake
from agent.results import failed_turn
from agent.state import NewTurn
from agent.types import Message, TurnResult

Stages = Iterator[tuple[str, dict[str, Any] | None]]
"""What a graph gives while it runs: the stage that ended, and at the end the record of the turn."""

OnStage = Callable[[str], None]
"""Told the name of each stage as it ends."""

LOCK_SECONDS = 120
"""How long a message waits for the turn before it in the same conversation."""


@dataclass(frozen=True)
class Agent:
    """Answers messages; one at a time in a conversation, also between processes."""

    graph: TurnGraph
    locks: Path
    record: Callable[[TurnResult], None]
    models: dict[str, str]
    today: Callable[[], date] = date.today
    intake: Intake = field(default_factory=PlainIntake)

    def ask(
        self,
        message: str,
        *,
        conversation_id: str,
        customer_id: str | None = None,
        use_knowledge: bool = True,
        on_stage: OnStage = lambda stage: None,
    ) -> TurnResult:
        """One turn.

        Args:
            message: what the customer wrote.
            conversation_id: turns with the same id share their history.
            customer_id: the verified customer; None where nobody is verified.
            use_knowledge: whether the help articles may be used.
            on_stage: told of progress; never sees unchecked text.

        Returns:
            The finished turn. Whatever fails inside it ends in a handoff, and the turn says why.

        Raises:
            StoreError: the conversation is busy, or the turn cannot be recorded.
        """
        with self._lock(conversation_id):
            taken = self.intake.take(message, conversation_id, customer_id)
            turn = Turn(customer_id=taken.customer_id, today=self.today(), use_knowledge=use_knowledge)
            self._settle_earlier(conversation_id, taken.customer_id)
            new: NewTurn = {
                "turn_id": uuid.uuid4().hex[:12],
                "conversation_id": conversation_id,
                "asked_at": datetime.now(UTC).isoformat(timespec="milliseconds"),
                "message": taken.text,
                "turn": turn.model_dump(mode="json"),
                "intake": taken.model_dump(mode="json", exclude={"text"}),
            }
            return self._finish(new, self.graph.run(new), on_stage)

    def _settle_earlier(self, conversation_id: str, customer_id: str | None) -> None:
        """Finish a turn that was cut short, so that its message is not lost; keep nothing of another customer's."""
        last = self.graph.last(conversation_id)
        if last is None:
            return
        if not last.finished:
            self._finish(last.new, self.graph.resume(conversation_id), lambda stage: None)
        if last.new["turn"]["customer_id"] not in (None, customer_id):
            self.graph.forget(conversation_id)

    def _finish(self, new: NewTurn, stages: Stages, on_stage: OnStage) -> TurnResult:
        """Run the stages to their end; whatever fails becomes a handoff."""
        finished = None
        try:
            for stage, result in stages:
                on_stage(stage)
                finished = result or finished
        except Exception as error:  # noqa: BLE001  the one edge at which any failure becomes a handoff
            return self._failed(new, error)
        return TurnResult.model_validate(finished)

    def _failed(self, new: NewTurn, error: Exception) -> TurnResult:
        result = failed_turn(new, error, self.models)
        # The record first: if the store is what failed, the caller must hear of it, for the message is not safe.
        self.record(result)
        said = (Message(role="customer", text=result.question), Message(role="assistant", text=result.reply))
        self.graph.abandon(new["conversation_id"], said)
        return result

    @contextmanager
    def _lock(self, conversation_id: str) -> Iterator[None]:
        from filelock import FileLock, Timeout

        try:
            self.locks.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"{self.locks} cannot be used ({error.strerror}): wanted a folder that can be written. Move it away, or name "
                "another data folder with `--home`."
            ) from error
        name = hashlib.sha256(conversation_id.encode()).hexdigest()[:32]
        lock = FileLock(self.locks / f"{name}.lock", timeout=LOCK_SECONDS)
        try:
            lock.acquire()
        except Timeout as error:
            raise StoreError(
                f"The conversation {conversation_id!r} has been busy for {LOCK_SECONDS} s. Ask again when the turn "
                "before has ended."
            ) from error
        try:
            yield
        finally:
            lock.release()

    def close(self) -> None:
        """Close the files the agent holds open."""
        self.graph.close()
