from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from agent.web.envelope import Conversation, Line
from agent.web.helpdesks.marking import find_sent, html_key, text_key
from agent.web.helpdesks.plain_text import as_html

AT = datetime(2026, 1, 2, tzinfo=UTC)


def said(*lines: tuple[str, str | None, bool]) -> Conversation:
    told = tuple(Line(message_id=one, author="bot", at=AT, key=key, private=private) for one, key, private in lines)
    return Conversation(conversation_id="1", bot_in_control=True, lines=told)


@given(st.text())
def test_text_is_known_again_after_it_was_html(text: str) -> None:
    assert html_key(as_html(text)) == text_key(text)


def test_text_is_known_by_its_words_not_by_its_blanks() -> None:
    assert text_key("a  b\n\nc ") == text_key("a b c")
    assert text_key("a b c") != text_key("a b d")
    assert text_key("a ﬁne ５") == text_key("a fine 5")


def test_text_that_quotes_is_known_again_whole() -> None:
    text = "You wrote:\n> Is it free?\nIt is."
    assert html_key(as_html(text)) == text_key(text)
    assert html_key(as_html(text)) != text_key("You wrote:\nIt is.")


def test_newest_of_several_is_the_one_that_was_sent_and_a_key_tells_more_than_an_id() -> None:
    found = find_sent(said(("1", text_key("hi"), False), ("2", text_key("hi"), False)), "k", "hi")
    assert found is not None
    assert found.message_id == "2"
    assert find_sent(said(("1", "k", False)), "k", "hi", known_ids={"1"}) is not None


def test_line_is_found_by_its_key_first() -> None:
    found = find_sent(said(("1", "k", False), ("2", text_key("hi"), False)), "k", "other")
    assert found is not None
    assert found.message_id == "1"


def test_earlier_message_of_the_same_words_is_not_the_one_that_was_sent() -> None:
    earlier = said(("1", text_key("hi"), False))
    assert find_sent(earlier, "k", "hi", known_ids={"1"}) is None
    both = said(("1", text_key("hi"), False), ("2", text_key("hi"), False))
    found = find_sent(both, "k", "hi", known_ids={"1"})
    assert found is not None
    assert found.message_id == "2"


def test_note_is_not_taken_for_a_reply() -> None:
    assert find_sent(said(("1", "k", True)), "k", "hi") is None
    assert find_sent(said(("1", "k", True)), "k", "hi", private=True) is not None
    assert find_sent(said(("1", None, False)), "k", "hi") is None
