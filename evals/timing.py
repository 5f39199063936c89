"""Taking times: one thing against another within the same run, so that a figure means the same on any machine."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import Any

from knowledge.types import Value


class Comparison(Value):
    """Repeats of one thing, each beside a repeat of what it is measured against."""

    name: str
    against: str
    milliseconds: tuple[float, ...]
    """Wall time, one a repeat."""
    against_ms: tuple[float, ...]
    """Of what it is measured against, taken in the same repeat."""
    items: int = 1
    """How many things, such as passages, one repeat did."""

    @property
    def median_ms(self) -> float:
        """The middle repeat."""
        return median(self.milliseconds)

    @property
    def ratios(self) -> tuple[float, ...]:
        """How many times as long as what it is measured against, one a repeat."""
        return tuple(own / other for own, other in zip(self.milliseconds, self.against_ms, strict=True))

    def summary(self) -> dict[str, Any]:
        """Medians and spread as plain JSON; a rate where one repeat did many items."""
        found: dict[str, Any] = {
            "name": self.name,
            "repeats": len(self.milliseconds),
            "ms": _spread(self.milliseconds),
            "against": self.against,
            "against_ms": _spread(self.against_ms),
            "ratio": _spread(self.ratios),
        }
        if self.items > 1:
            found |= {"items": self.items, "per_second": round(self.items * 1000 / self.median_ms, 1)}
        return found


def compared(name: str, against: str, pairs: Sequence[tuple[float, float]], items: int = 1) -> Comparison:
    """One comparison of (own, other) milliseconds, one pair a repeat."""
    own, other = zip(*pairs, strict=True)
    return Comparison(name=name, against=against, milliseconds=own, against_ms=other, items=items)


def elapsed_ms(action: Callable[[], object]) -> float:
    """Wall time of one call, milliseconds."""
    begin = time.perf_counter()
    action()
    return (time.perf_counter() - begin) * 1000


@contextmanager
def forward_clock() -> Iterator[list[float]]:
    """Collects the milliseconds of every outermost forward pass of torch, and run of onnxruntime, while the block runs.

    What is left of a call's wall time is our own: tokenising, searching, splitting, storing.
    """
    from torch.nn.modules import module

    spent: list[float] = []
    running = threading.local()

    def enter(*_: object) -> None:
        depth = getattr(running, "depth", 0)
        running.depth = depth + 1
        if depth == 0:
            running.begin = time.perf_counter()

    def leave(*_: object) -> None:
        running.depth -= 1
        if running.depth == 0:
            spent.append((time.perf_counter() - running.begin) * 1000)

    handles = [
        module.register_module_forward_pre_hook(enter),
        module.register_module_forward_hook(leave, always_call=True),
    ]
    try:
        with _timed_sessions(spent):
            yield spent
    finally:
        for handle in handles:
            handle.remove()


@contextmanager
def _timed_sessions(spent: list[float]) -> Iterator[None]:
    """onnxruntime has no hooks: its sessions' `run` is replaced for as long as the block lasts."""
    from onnxruntime import InferenceSession

    plain, lock = InferenceSession.run, threading.Lock()
    begins: list[float] = []  # one for each run under way: what runs side by side counts once

    def timed(session: InferenceSession, *arguments: Any, **named: Any) -> Any:
        with lock:
            begins.append(begins[0] if begins else time.perf_counter())
        try:
            return plain(session, *arguments, **named)
        finally:
            with lock:
                begin = begins.pop()
                if not begins:
                    spent.append((time.perf_counter() - begin) * 1000)

    InferenceSession.run = timed
    try:
        yield
    finally:
        InferenceSession.run = plain


def with_forward_ms(action: Callable[[], object]) -> tuple[float, float]:
    """Wall time of one call and the forward passes' share of it, both in milliseconds."""
    with forward_clock() as spent:
        wall = elapsed_ms(action)
    return wall, sum(spent)


def _spread(values: Sequence[float]) -> dict[str, float]:
    """The middle and both ends, to four significant digits."""
    ends = {"median": median(values), "low": min(values), "high": max(values)}
    return {name: float(f"{value:.4g}") for name, value in ends.items()}
