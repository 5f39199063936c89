"""An action is waited for no longer than there is time."""

from __future__ import annotations

import math
import threading
import time
from contextvars import ContextVar

import pytest

from agent.time_limits import within

WHO: ContextVar[str] = ContextVar("WHO", default="nobody")


@pytest.mark.parametrize("seconds", [5.0, math.inf])
def test_what_ends_in_time_is_returned(seconds: float) -> None:
    assert within(seconds, lambda: 6 * 7) == 42


def test_nothing_is_a_result_too() -> None:
    assert within(5.0, lambda: None) is None


def test_what_hangs_is_left_behind() -> None:
    ended = threading.Event()
    begin = time.monotonic()
    with pytest.raises(TimeoutError, match=r"no answer within 0\.05 s"):
        within(0.05, lambda: ended.wait(10))
    ended.set()
    assert time.monotonic() - begin < 5


def test_error_of_the_action_is_raised_to_the_caller() -> None:
    def failing() -> None:
        raise ConnectionError("refused")

    with pytest.raises(ConnectionError, match="refused"):
        within(5.0, failing)


def test_action_sees_the_context_of_its_caller() -> None:
    token = WHO.set("the caller")
    assert within(5.0, WHO.get) == "the caller"
    WHO.reset(token)
