"""Working memory keeps the last lines, and shows the last few."""

from __future__ import annotations

from agent.memory.working import WorkingMemory
from agent.types import Message

LINES = tuple(Message(role="customer", text=str(n)) for n in range(5))


def test_last_lines_are_shown_oldest_first() -> None:
    assert WorkingMemory(shown=2).recall(LINES) == LINES[3:]


def test_nothing_is_shown_where_nothing_is_wanted() -> None:
    assert WorkingMemory(shown=0).recall(LINES) == ()


def test_turn_adds_its_two_lines() -> None:
    assert WorkingMemory(shown=2).remember((), "Hi", "Hello") == (
        Message(role="customer", text="Hi"),
        Message(role="assistant", text="Hello"),
    )


def test_oldest_lines_are_dropped_beyond_the_bound() -> None:
    kept = WorkingMemory(shown=2, kept=4).remember(LINES, "Hi", "Hello")
    assert [line.text for line in kept] == ["3", "4", "Hi", "Hello"]
