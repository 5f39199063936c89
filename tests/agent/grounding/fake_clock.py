"""A clock that a test moves by hand."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class FakeClock:
    """Says the same time until somebody changes `now`, in seconds."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now
