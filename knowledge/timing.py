"""How long the stages of a search take."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

Timings = dict[str, float]
"""Milliseconds by stage."""


@contextmanager
def timed(timings: Timings, stage: str) -> Iterator[None]:
    """Add the milliseconds of a block to those of its stage."""
    begin = time.perf_counter()
    try:
        yield
    finally:
        timings[stage] = round(timings.get(stage, 0.0) + (time.perf_counter() - begin) * 1000, 2)
