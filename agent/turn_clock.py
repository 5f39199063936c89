"""How long the turns of this process have run: one that is late is stopped between its stages."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from agent.errors import DeadlineError
from agent.state import NewTurn

STOPPED_AFTER = frozenset({"receive", "route", "gather", "assemble", "draft"})
"""Stages after which a late turn is stopped. After the others it is brought to its end: what is left takes no time, and
what was proved or done has to be told."""


@dataclass(frozen=True)
class Running:
    """A turn that runs."""

    new: NewTurn
    begun: float
    """On the clock's own scale."""


@dataclass(frozen=True)
class TurnClock:
    """Bounds a turn as a whole; the parts of it that wait for others have bounds of their own."""

    turn_s: float = math.inf
    now: Callable[[], float] = time.monotonic
    turns: dict[str, Running] = field(default_factory=dict, compare=False, repr=False)
    """Those that run now, by their ids; a thread may look while others begin and end."""

    @contextmanager
    def running(self, new: NewTurn) -> Iterator[Callable[[str], None]]:
        """While the block runs, the turn does; what is given is called with the name of each stage that has ended.

        Raises:
            DeadlineError: when called, the turn has run for longer than it may, and is not nearly done.
        """
        one = Running(new, self.now())
        self.turns[new["turn_id"]] = one

        def look(stage: str) -> None:
            ran_s = self.now() - one.begun
            if stage in STOPPED_AFTER and ran_s > self.turn_s:
                raise DeadlineError(f"it had run for {ran_s:.1f} s after {stage!r}, of {self.turn_s:g} s that it may")

        try:
            yield look
        finally:
            del self.turns[new["turn_id"]]

    def overdue(self, limit_s: float) -> tuple[tuple[NewTurn, float], ...]:
        """The turns that have run for longer than that, with how long they have."""
        now = self.now()
        return tuple((one.new, now - one.begun) for one in list(self.turns.values()) if now - one.begun > limit_s)
