"""The agent: one message in, one finished turn out, whatever happens in between."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from agent.gathering import Turn
from agent.graph import TurnGraph
from agent.handoff import failure_handoff
from agent.types import TurnResult

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
        """
        turn = Turn(customer_id=customer_id, today=self.today(), use_knowledge=use_knowledge)
        with self._lock(conversation_id):
            self._finish_earlier(conversation_id)
            return self._run(message, conversation_id, turn, on_stage)

    def _finish_earlier(self, conversation_id: str) -> None:
        """Bring a turn that was cut short to its end first, so that its message is not lost."""
        if self.graph.unfinished(conversation_id) is None:
            return
        try:
            for _ in self.graph.resume(conversation_id):
                pass
        except Exception:  # noqa: BLE001  a turn that cannot be resumed must not block the conversation
            self.graph.abandon(conversation_id)

    def _run(self, message: str, conversation_id: str, turn: Turn, on_stage: OnStage) -> TurnResult:
        turn_id, asked_at = uuid.uuid4().hex[:12], datetime.now(UTC).isoformat(timespec="milliseconds")
        finished = None
        try:
            for stage, result in self.graph.run(
                {
                    "turn_id": turn_id,
                    "conversation_id": conversation_id,
                    "asked_at": asked_at,
                    "message": message,
                    "turn": turn.model_dump(mode="json"),
                }
            ):
                on_stage(stage)
                finished = result or finished
        except Exception as error:  # noqa: BLE001  the one edge: whatever fails becomes a handoff
            self.graph.abandon(conversation_id)
            return self._failed(message, conversation_id, turn, turn_id, asked_at, error)
        return TurnResult.model_validate(finished)

    def _failed(
        self, message: str, conversation_id: str, turn: Turn, turn_id: str, asked_at: str, error: Exception
    ) -> TurnResult:
        handoff = failure_handoff(message, error)
        result = TurnResult(
            turn_id=turn_id,
            conversation_id=conversation_id,
            customer_id=turn.customer_id,
            asked_at=asked_at,
            question=message,
            outcome="handed_off",
            reply=handoff.notice,
            handoff=handoff,
            why=f"{type(error).__name__}: {error}",
            models=self.models,
        )
        self.record(result)
        return result

    @contextmanager
    def _lock(self, conversation_id: str) -> Iterator[None]:
        from filelock import FileLock

        self.locks.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha256(conversation_id.encode()).hexdigest()[:32]
        with FileLock(self.locks / f"{name}.lock", timeout=LOCK_SECONDS):
            yield

    def close(self) -> None:
        """Close the files the agent holds open."""
        self.graph.close()
