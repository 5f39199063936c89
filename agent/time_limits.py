"""Waiting for somebody else no longer than there is time."""

from __future__ import annotations

import contextvars
import math
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def within(seconds: float, action: Callable[[], T]) -> T:
    """What the action returns, if it does so in time.

    A provider's own time-out counts from the last byte, or for one attempt of several; this one counts from the call.
    The action runs in a thread of its own, which is left behind when the time is over: it must end by itself some day,
    and change nothing that others read.

    Args:
        seconds: how long to wait; infinite for as long as it takes.
        action: is called once, with the context variables of the caller.

    Raises:
        TimeoutError: it took longer.
        BaseException: whatever the action raised.
    """
    found: list[T] = []
    failed: list[BaseException] = []
    context = contextvars.copy_context()

    def run() -> None:
        try:
            found.append(context.run(action))
        except BaseException as error:  # noqa: BLE001 - it is raised again where the caller waits
            failed.append(error)

    thread = threading.Thread(target=run, name="within", daemon=True)
    thread.start()
    thread.join(None if math.isinf(seconds) else seconds)
    if failed:
        raise failed[0]
    if not found:
        raise TimeoutError(f"no answer within {seconds:.3g} s")
    return found[0]
