"""A conversation is written whole into a new file in which nothing is markup, or it is not written."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest

from agent.build import Parts
from agent.cli.chat_export import export
from agent.cli.chat_session import ChatSession
from agent.errors import InputError
from tests.agent.cli.chats import HOSTILE, session_of
from tests.agent.cli.test_show import obeyed
from tests.agent.shop import SayingDrafter


@pytest.fixture
def session(quick: Parts) -> Iterator[ChatSession]:
    found = session_of(quick, SayingDrafter("Order ORD-99107 was delivered on 2026-11-21. It is free."))
    found.take(f"=HYPERLINK(1) ORD-99107 <img src=x> [a](http://evil.example) {HOSTILE}")
    yield found
    found.desk.close()


def test_markdown_holds_question_reply_claims_and_handoff_and_no_markup_of_theirs(
    session: ChatSession, tmp_path: Path
) -> None:
    file = tmp_path / "talk.md"
    session.take(f"/export {file}")
    text = file.read_text("utf-8")
    assert "\n> \\=HYPERLINK(1) ORD-99107 \\<img src=x\\> \\[a\\](http://evil.example) plain" in text
    assert "- supported, exact tier, score 1: Order ORD-99107 was delivered" in text
    assert "- CUT: not enough info" in text
    assert "- reason: unsupported\\_claim" in text
    assert obeyed(text) == []
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_json_holds_the_turns_as_they_are(session: ChatSession, tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    session.take(f"/export {file}")
    found = json.loads(file.read_text("utf-8"))
    [turn] = session.turns
    assert found["conversation_id"] == session.conversation_id
    assert found["turns"][0]["question"] == turn.question
    assert found["turns"][0]["claims"] == turn.model_dump(mode="json")["claims"]
    assert obeyed(file.read_text("utf-8")) == []


def test_file_that_is_there_is_replaced_only_when_that_is_said(session: ChatSession, tmp_path: Path) -> None:
    file = tmp_path / "talk.md"
    file.write_text("mine", "utf-8")
    with pytest.raises(InputError, match="is there already"):
        export("c", session.turns, str(file))
    assert file.read_text("utf-8") == "mine"
    export("c", session.turns, f"{file}!")
    assert file.read_text("utf-8").startswith("# Conversation c\n")


@pytest.mark.parametrize(
    "name",
    ["talk", "talk.exe", "no/such/folder/talk.md", "a\x1b[31m.md", "a\0b.md", "~nobody-here/talk.md", ".md"],
)
def test_name_that_is_no_good_is_refused_with_words(session: ChatSession, tmp_path: Path, name: str) -> None:
    with chdir(tmp_path), pytest.raises(InputError, match="wanted a name that ends in"):
        export("c", session.turns, name)
    assert list(tmp_path.glob("*.md")) == []


def test_file_that_is_not_named_is_that_of_the_conversation(session: ChatSession, tmp_path: Path) -> None:
    with chdir(tmp_path):
        assert export("c", session.turns, "") == Path("c.md")
    assert (tmp_path / "c.md").is_file()


def test_what_is_no_plain_file_is_never_written_to(session: ChatSession, tmp_path: Path) -> None:
    (tmp_path / "folder.md").mkdir()
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "link.md").symlink_to(tmp_path / "elsewhere.md")
    for name in ("folder.md", "pipe.md", "link.md"):
        with pytest.raises(InputError, match="is no plain file"):
            export("c", session.turns, f"{tmp_path / name}!")
    assert not (tmp_path / "elsewhere.md").exists()


def test_nothing_is_exported_before_a_reply(quick: Parts, capsys: pytest.CaptureFixture[str]) -> None:
    session = session_of(quick, SayingDrafter("Hello."))
    session.take("/export x.md")
    session.desk.close()
    assert "Nothing was answered yet" in capsys.readouterr().err
