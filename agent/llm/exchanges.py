"""What passed between a turn and its chat models, collected while a stage runs.

A model is shared by all turns, and some are asked deep inside a stage, so the turn that asks is known by the context of
the call (`contextvars`), which `time_limits.within` hands on to its threads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Literal

from knowledge.types import Value

Role = Literal["drafter", "judge", "rewriter", "blurbs", "customer"]

KEPT = 20_000
"""Characters of an answer; nothing as long is read as one."""


class Exchange(Value):
    """One call of a chat model."""

    role: Role
    model: str
    """`provider:model`."""
    prompt: tuple[tuple[str, str], ...] = ()
    """Pairs of role and text; empty for the drafter, whose prompt stands with the draft."""
    answer: str = ""
    """As it came; of a very long one the beginning."""
    usage: dict[str, int] = {}
    """Tokens in and out; empty where nothing was asked."""
    estimated: bool = False
    """Whether the tokens are an upper bound, because the provider did not say."""
    cost: float = 0.0
    """In the currency of the prices."""
    ms: float = 0.0
    """Retries and waiting included; what the provider's client did within it is not known here."""
    error: str | None = None
    """Why there is no answer, or none that may be used."""


class TurnLog:
    """The exchanges of one stage of a turn, in the order in which they began."""

    def __init__(self, turn_id: str | None) -> None:
        self.turn_id = turn_id
        self._found: dict[int, Exchange] = {}
        self._lock = Lock()

    def begin(self, exchange: Exchange) -> int:
        """Keep what is known of a call before it is made; its number in this log."""
        with self._lock:
            self._found[len(self._found)] = exchange
            return len(self._found) - 1

    def end(self, number: int, exchange: Exchange) -> None:
        """Keep what is known of it now."""
        with self._lock:
            self._found[number] = exchange

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """What is known by now."""
        with self._lock:
            return tuple(self._found.values())


_LOG: ContextVar[TurnLog | None] = ContextVar("turn_log", default=None)


@contextmanager
def listening(turn_id: str) -> Iterator[TurnLog]:
    """Collect the exchanges of everything that is called within."""
    log = TurnLog(turn_id)
    token = _LOG.set(log)
    try:
        yield log
    finally:
        _LOG.reset(token)


def listener() -> TurnLog:
    """The log of the stage that runs; one that nobody reads outside a turn."""
    return _LOG.get() or TurnLog(None)


def storable(text: str, kept: int = KEPT) -> str:
    """A text as the ledger can keep it: not endless, and without halves of characters, which no file takes."""
    whole = text if len(text) <= kept else f"{text[:kept]}… (and {len(text) - kept:,} characters more)"
    return whole.encode("utf-8", "backslashreplace").decode("utf-8")


def tokens(usage: Mapping[str, int]) -> tuple[int, int]:
    """Those in and out."""
    return usage.get("input_tokens", 0), usage.get("output_tokens", 0)
