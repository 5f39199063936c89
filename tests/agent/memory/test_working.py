"""Working memory keeps the last lines, shows the last few, and sums up the older ones."""

from __future__ import annotations

from agent.context.tokens import UpperBoundCounter
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


def test_turn_that_was_handed_over_outlives_the_bound_and_others_do_not() -> None:
    memory = WorkingMemory(shown=2, kept=2)
    history = memory.remember(
        (), "Where is my lamp?", "A colleague has it.", outcome="handed_off", reason="no_evidence"
    )
    for number in range(5):
        history = memory.remember(history, f"Question {number}", "Answer", outcome="answered")
    assert [line.text for line in history] == ["Where is my lamp?", "A colleague has it.", "Question 4", "Answer"]


def test_only_so_many_turns_are_carried() -> None:
    memory = WorkingMemory(shown=2, kept=2, carried=2)
    history: tuple[Message, ...] = ()
    for number in range(6):
        history = memory.remember(history, f"Refund {number}", "Yes", outcome="handed_off", reason="approval_needed")
    assert [line.text for line in history if line.role == "customer"] == ["Refund 3", "Refund 4", "Refund 5"]


def test_what_is_not_shown_word_for_word_is_summed_up() -> None:
    memory = WorkingMemory(shown=2)
    history = memory.remember((), "Where is ORD-1?", "On its way.", ["ORD-1"], outcome="answered")
    assert memory.summarise(history) == ""
    history = memory.remember(history, "And the lamp?", "Which lamp?", outcome="asked_back")
    assert memory.summarise(history) == (
        "1 earlier turn; orders spoken of, latest first: ORD-1.\n- The customer wrote “Where is ORD-1?”: answered; ORD-1."
    )
    assert memory.recalled(history)[0].reason == "2 lines word for word, 1 older turns in short"


def test_state_of_a_conversation_of_ten_thousand_turns_is_bounded() -> None:
    memory, history = WorkingMemory(shown=6), ()
    sizes = []
    for number in range(10_000):
        handed = number % 7 == 0
        history = memory.remember(
            history,
            f"Question {number:05} about my order",
            "Answer",
            [f"ORD-{number % 50:05}"],
            outcome="handed_off" if handed else "answered",
            reason="no_evidence" if handed else None,
        )
        sizes.append(len(history))
    assert max(sizes) == max(sizes[:200]) == 60 + 2 * 10
    assert UpperBoundCounter().count(memory.summarise(history)) <= 300
    assert "handed over (no evidence)" in memory.summarise(history)
