"""The end of a process in which a turn hangs: nothing in Python can stop a thread that waits for ever.

The turn is handed over before, so that it is not begun again, and its conversation is given back, so that another process
need not wait for the lease to run out. Where even that hangs, the process ends all the same: the messages are tried again,
and after so many tries a person gets them.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import structlog

from agent.errors import DeadlineError
from agent.state import NewTurn
from agent.time_limits import within
from agent.turn_clock import TurnClock

MARGIN_S = 5.0
LAST_WORDS_S = 10.0
"""For what is still done before the process ends."""
LOOKS_S = 0.5
STATUS = 70
"""`EX_SOFTWARE` of BSD's sysexits: the supervisor starts another."""

log = structlog.get_logger("support.worker")


def hangs_after(turn_s: float) -> float:
    """Seconds after which a turn hangs: the stage that it is in should have ended by its own bounds."""
    return 2 * turn_s + MARGIN_S


@dataclass(frozen=True)
class Watchdog:
    """Ends the process when a turn has run for too long."""

    clock: TurnClock
    limit_s: float
    hand_over: Callable[[NewTurn, Exception], object]
    give_back: Callable[[], object]
    """Gives back what this process has taken to work on."""
    end: Callable[[int], None] = field(default=os._exit)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch while the block runs."""
        done = threading.Event()
        thread = threading.Thread(target=self._watch, args=(done,), name="watchdog", daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join(LOOKS_S)  # it may itself be in this very turn

    def _watch(self, done: threading.Event) -> None:
        while not done.wait(LOOKS_S):
            if found := self.clock.overdue(self.limit_s):
                self._end(*found[0])
                return

    def _end(self, new: NewTurn, ran_s: float) -> None:
        log.error("a turn hangs: this process ends", turn=new["turn_id"], ran_s=round(ran_s, 1))
        error = DeadlineError(f"it hung: it had run for {ran_s:.0f} s when its process was ended")
        self._last(lambda: self.hand_over(new, error))
        self._last(self.give_back)
        self.end(STATUS)

    def _last(self, action: Callable[[], object]) -> None:
        try:
            within(LAST_WORDS_S, action)
        except Exception as error:  # noqa: BLE001  whatever it is, the process has to end
            log.warning("not done before the end", error=type(error).__name__)
