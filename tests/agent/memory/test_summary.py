"""Older turns in short: what was asked, how it ended, which orders; never what a model said."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent.context.tokens import UpperBoundCounter
from agent.memory.summary import Summariser, past_turns
from agent.types import HandoffReason, Message, Outcome


def lines(
    asked: str,
    outcome: Outcome,
    reason: HandoffReason | None = None,
    reply: str = "An answer.",
    orders: tuple[str, ...] = (),
) -> tuple[Message, Message]:
    ended = Message(role="assistant", text=reply, outcome=outcome, reason=reason, orders=orders)
    return Message(role="customer", text=asked), ended


def test_no_lines_have_no_summary() -> None:
    assert Summariser(300).summarise(()) == ""


def test_each_turn_says_what_was_asked_and_how_it_ended() -> None:
    history = (
        *lines("Where is my parcel?", "answered", orders=("ORD-1",)),
        *lines("Give me my money back", "handed_off", "approval_needed", orders=("ORD-2",)),
    )
    assert Summariser(300).summarise(history).split("\n") == [
        "2 earlier turns; orders spoken of, latest first: ORD-2, ORD-1.",
        "- The customer wrote “Where is my parcel?”: answered; ORD-1.",
        "- The customer wrote “Give me my money back”: handed over (approval needed); ORD-2.",
    ]


def test_recorded_action_is_said() -> None:
    asked, ended = lines("Refund it", "answered")
    done = ended.model_copy(update={"actions": ("refund of order ORD-1: certified",)})
    assert "recorded: refund of order ORD-1: certified" in Summariser(300).summarise((asked, done))


def test_what_a_person_has_to_do_with_stays_where_not_all_of_it_fits() -> None:
    old = lines("My lamp burns", "handed_off", "policy_topic")
    chatter = [line for n in range(40) for line in lines(f"Question number {n} about shipping", "answered")]
    found = Summariser(120).summarise((*old, *chatter))
    assert "My lamp burns" in found
    assert "number 39" in found
    assert "number 3 " not in found


def test_line_of_an_older_version_is_only_what_was_asked() -> None:
    history = (Message(role="customer", text="Hello?"), Message(role="assistant", text="It is free."))
    assert Summariser(300).summarise(history) == "1 earlier turn.\n- The customer wrote “Hello?”"


def test_lines_without_a_question_before_them_are_no_turn() -> None:
    person = Message(role="person", text="I am on it.")
    assert past_turns((person, *lines("Thanks", "answered"), person))[0].asked.text == "Thanks"
    assert len(past_turns((person, *lines("Thanks", "answered"), person))) == 1


@given(st.lists(st.tuples(st.text(max_size=300), st.text(alphabet="XYZ", min_size=12, max_size=40)), max_size=12))
def test_nothing_that_was_replied_is_in_it_and_the_budget_holds(said: list[tuple[str, str]]) -> None:
    history = [line for asked, reply in said for line in lines(asked, "declined", "no_evidence", reply)]
    found = Summariser(200).summarise(history)
    assert UpperBoundCounter().count(found) <= 200
    assert all(
        reply not in found or reply in asked for asked, reply in said for asked in [" ".join(a for a, _ in said)]
    )
