"""Ctrl-C and the wish to end, taken note of and never raised in the middle of work, so that nothing is left half done."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stopped(BaseException):
    """A signal came while nothing but waiting for input was going on."""


@dataclass
class Signals:
    """What was signalled to this process while it is listened to."""

    may_interrupt: bool
    """Whether Ctrl-C only stops waiting, as at a prompt; in a pipe it ends the chat after the turn in hand."""
    wake: Callable[[], None] = lambda: None
    """Called at each signal, in the main thread between two of its steps."""
    interrupted: bool = False
    """Whether Ctrl-C was pressed since this was last set to False."""
    ended_by: int | None = None
    """The signal by which the chat has to end."""
    _reading: bool = False

    @contextmanager
    def listened_to(self) -> Iterator[None]:
        """Take the signals over for as long as the chat runs."""
        before = {number: signal.signal(number, self._take) for number in (signal.SIGINT, *ENDING)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def read(self, reading: Callable[[], bytes]) -> bytes:
        """What a call reads that may block; nothing, as at the end of the input, once a signal has come."""
        try:
            self._reading = True
            found = reading() if self.ended_by is None else b""
            self._reading = False
        except Stopped:
            return b""
        return found

    def _take(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True
        if number != signal.SIGINT or not self.may_interrupt:
            self.ended_by = number
        self.wake()
        if self._reading:
            self._reading = False
            raise Stopped
