"""The turns of a chat, in a thread of their own: who stops waiting for one neither stops nor loses it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.agent import Agent
    from agent.build import Parts
    from agent.types import TurnResult


@dataclass(frozen=True)
class Asked:
    """A message as it was handed in."""

    message: str
    conversation_id: str
    customer_id: str | None
    use_knowledge: bool


@dataclass(frozen=True)
class Opened:
    """What a chat talks to."""

    agent: Agent
    parts: Parts


class TurnDesk:
    """Runs turns one after another; each one that was handed in is finished, whatever its asker does."""

    def __init__(self, opening: Callable[[], Opened], *, when_broken: Callable[[], None] = lambda: None) -> None:
        """Begin to open the agent.

        Args:
            opening: opens what answers; it may take seconds, and what it raises is raised to whoever asks.
            when_broken: called in the desk's thread where it raised.
        """
        self.heard: SimpleQueue[str | None] = SimpleQueue()
        """Stages that have ended, and None where there is something to look at."""
        self._pool = ThreadPoolExecutor(1, "turns")
        self._opened: Future[Opened] = self._pool.submit(opening)
        self._opened.add_done_callback(lambda done: when_broken() if done.exception() else None)
        self._in_hand: deque[tuple[Asked, Future[TurnResult]]] = deque()

    @property
    def opened(self) -> Opened:
        """What a chat talks to, waited for.

        Raises:
            Exception: whatever opening it raised.
        """
        return self._opened.result()

    @property
    def is_open(self) -> bool:
        """Whether `opened` is there at once."""
        return self._opened.done() and self._opened.exception() is None

    @property
    def is_broken(self) -> bool:
        """Whether opening it has failed, so that no turn will run."""
        return self._opened.done() and self._opened.exception() is not None

    @property
    def busy(self) -> bool:
        """Whether a turn has not been collected."""
        return bool(self._in_hand)

    def ask(self, asked: Asked) -> None:
        """Hand a message in; its turn begins when those before it have ended."""
        ended = self._pool.submit(self._answer, asked)
        self._in_hand.append((asked, ended))
        ended.add_done_callback(lambda done: self.heard.put(None))

    def collected(self) -> tuple[Asked, TurnResult] | None:
        """The oldest turn that was not collected, once; None while it runs, and where there is none.

        Raises:
            StoreError: the turn cannot be recorded, or its conversation is busy.
        """
        if not self._in_hand or not self._in_hand[0][1].done():
            return None
        asked, ended = self._in_hand.popleft()
        return asked, ended.result()

    def close(self) -> None:
        """Wait for the turns in hand and close the agent's files."""
        self._pool.shutdown(wait=True)
        if self.is_open:
            self.opened.agent.close()

    def _answer(self, asked: Asked) -> TurnResult:
        return self.opened.agent.ask(
            asked.message,
            conversation_id=asked.conversation_id,
            customer_id=asked.customer_id,
            use_knowledge=asked.use_knowledge,
            on_stage=self.heard.put,
        )
