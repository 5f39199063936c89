"""What is text although Unicode calls it a symbol, and which pictures say something."""

from __future__ import annotations

import pytest

from agent.letters import holds_text, telling_pictures, without_text


@pytest.mark.parametrize("text", ["a", "7", "é", "🅵🆁", "Ⓝ", "🄰", "🇫 🇷", "⠋⠗", "🆓", "🅰", "㍿", "½"])
def test_letter_however_drawn_is_text(text: str) -> None:
    assert holds_text(text)


@pytest.mark.parametrize("text", ["", " \n", "--- | …", "😊", "👋🏽", "❤️", "💌", "📦", "🛑", "→", "•", "⠀"])
def test_marks_and_pictures_are_no_text(text: str) -> None:
    assert not holds_text(text)


@pytest.mark.parametrize("text", ["Thanks 😊", "Hello 👋🏽", "❤️", "It is 20°C, made by Jars™", "plain", "a → b"])
def test_friendly_picture_says_nothing(text: str) -> None:
    assert telling_pictures(text) == frozenset()


@pytest.mark.parametrize(("text", "shown"), [("🙅‍♀️ Jars", "🙅♀"), ("🛑", "🛑"), ("Jars 👍", "👍"), ("✅ Jars", "✅")])
def test_picture_that_may_say_something_is_told_apart(text: str, shown: str) -> None:
    assert telling_pictures(text) == frozenset(shown)


def test_of_unread_text_only_blanks_and_marks_are_left() -> None:
    assert without_text("- Jars 🅵\n**7** 🛑") == "-  \n**** "
