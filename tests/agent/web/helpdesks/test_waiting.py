from __future__ import annotations

from datetime import UTC, datetime, timedelta

from agent.web.envelope import AuthorKind, Conversation, Line
from agent.web.errors import ClosedError
from agent.web.helpdesks.contract import UNREAD
from agent.web.helpdesks.waiting import MOST, all_waiting, is_unread, latest_waiting, unanswered

AT = datetime(2026, 1, 2, tzinfo=UTC)


def talk(*authors: AuthorKind, ours: bool = True, private: bool = False) -> Conversation:
    lines = tuple(
        Line(
            message_id=str(at),
            author=author,
            at=AT + timedelta(minutes=at),
            text=f"line {at}",
            private=private and author != "customer",
        )
        for at, author in enumerate(authors)
    )
    return Conversation(conversation_id="7", bot_in_control=ours, lines=lines)


def test_lines_after_the_last_answer_are_waiting() -> None:
    found = unanswered(talk("customer", "bot", "customer", "system", "customer"))
    assert [line.message_id for line in found] == ["2", "4"]
    assert unanswered(talk("customer", "agent")) == ()
    assert unanswered(talk("customer", ours=False)) == ()
    assert unanswered(talk()) == ()


def test_note_is_no_answer() -> None:
    assert [line.message_id for line in unanswered(talk("customer", "bot", private=True))] == ["0"]


def test_what_was_not_said_to_us_openly_waits_for_nothing() -> None:
    hidden = Line(message_id="9", author="customer", at=AT, text="private", private=True)
    asked = talk("customer")
    found = unanswered(asked.model_copy(update={"lines": (*asked.lines, hidden)}))
    assert [line.message_id for line in found] == ["0"]


def test_last_of_them_is_told_as_a_message() -> None:
    found = latest_waiting(talk("customer", "customer"))
    assert found is not None
    assert (found.conversation_id, found.message_id, found.text, found.customer_id) == ("7", "1", "line 1", None)
    assert (found.occurred_at, found.bot_in_control) == (AT + timedelta(minutes=1), True)
    assert not is_unread(found)
    assert is_unread(found.model_copy(update={"message_id": f"{UNREAD}1"}))


def test_conversation_that_is_gone_is_passed_over_and_the_list_has_an_end() -> None:
    asked: list[str] = []

    def read(conversation_id: str) -> Conversation:
        asked.append(conversation_id)
        if conversation_id == "0":
            raise ClosedError("gone")
        return talk("customer")

    assert len(all_waiting(map(str, range(500)), read)) == MOST - 1
    assert len(asked) == MOST
