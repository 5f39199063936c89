"""How long the tiers may take over one draft, and the tokens that they spent on it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Clock = Callable[[], float]
"""Seconds since some fixed moment; never runs backwards."""


@dataclass(frozen=True)
class Budget:
    """The time of one draft, started when it is made."""

    ends: float = math.inf
    """By the clock, in seconds."""
    clock: Clock = time.monotonic
    tokens: dict[str, int] = field(default_factory=dict, compare=False)
    """Tokens in and out, as the providers counted them."""

    @classmethod
    def of(cls, seconds: float | None, clock: Clock = time.monotonic) -> Budget:
        """So many seconds from now; None for as long as it takes."""
        return cls(math.inf if seconds is None else clock() + seconds, clock)

    @property
    def left(self) -> float:
        """Seconds, 0 when the time is over; infinite where it is not limited."""
        return math.inf if self.endless else max(0.0, self.ends - self.clock())

    @property
    def endless(self) -> bool:
        """Whether the time is not limited."""
        return math.isinf(self.ends)

    @property
    def spent(self) -> bool:
        """Whether the time is over."""
        return self.left <= 0.0

    def charge(self, usage: Mapping[str, int]) -> None:
        """Add what one call of a model cost, in tokens."""
        for name, count in usage.items():
            self.tokens[name] = self.tokens.get(name, 0) + count
