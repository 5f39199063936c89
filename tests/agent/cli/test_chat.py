"""`support chat` answers line by line through a pipe, and its commands show and change what a turn sees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import Result

from agent.build import Parts
from agent.cli.chat import COMMANDS, ChatSession
from agent.errors import InputError
from agent.types import TurnResult
from tests.agent.shop import BANK_QUESTION, SayingDrafter, agent_of, run

ORDER = "Was ORD-99107 delivered?"


def chatted(home: Path, *lines: str, options: tuple[str, ...] = ()) -> Result:
    return run(home, "chat", "--no-kb", *options, text="".join(f"{line}\n" for line in lines))


@pytest.fixture
def session(quick: Parts) -> Iterator[ChatSession]:
    agent = agent_of(quick, SayingDrafter("Order ORD-99107 was delivered on 2026-11-21. It is [b]free[/b]."))
    yield ChatSession(agent, quick, customer_id="C-1001", use_knowledge=False, as_json=False)
    agent.close()


def test_piped_chat_answers_and_shows_its_source(shop_home: Path) -> None:
    printed = run(shop_home, "chat", text=f"{BANK_QUESTION}\n").stdout
    assert "5 to 10 business days" in printed
    assert "[refunds › When the money arrives]" in printed


def test_without_the_articles_the_question_is_declined_with_the_reason(shop_home: Path) -> None:
    printed = chatted(shop_home, BANK_QUESTION).stdout
    assert "help articles are switched off" in printed
    assert "business days" not in printed


def test_json_is_one_turn_a_line_of_one_conversation(shop_home: Path) -> None:
    ran = chatted(shop_home, "Hello", "Thanks", options=("--json",))
    turns = [TurnResult.model_validate_json(line) for line in ran.stdout.splitlines()]
    assert [turn.question for turn in turns] == ["Hello", "Thanks"]
    assert len({turn.conversation_id for turn in turns}) == 1


def test_unknown_customer_is_refused_at_the_start(shop_home: Path) -> None:
    assert isinstance(chatted(shop_home, "Hello", options=("--customer", "C-9999")).exception, InputError)


def test_why_shows_each_sentence_with_what_decided(session: ChatSession, capsys: pytest.CaptureFixture[str]) -> None:
    session.take(ORDER)
    capsys.readouterr()
    session.take("/why")
    printed = capsys.readouterr().out
    assert "supported" in printed
    assert "CUT" in printed
    assert "[b]free[/b]" in printed


def test_context_shows_what_the_drafter_was_shown(session: ChatSession, capsys: pytest.CaptureFixture[str]) -> None:
    session.take(ORDER)
    capsys.readouterr()
    session.take("/context")
    printed = capsys.readouterr().out
    assert "ORD-99107" in printed
    assert "tokens" in printed


@pytest.mark.parametrize("command", ["/why", "/context"])
def test_nothing_is_shown_before_a_question(
    session: ChatSession, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    session.take(command)
    printed = capsys.readouterr()
    assert (printed.out, bool(printed.err)) == ("", True)


def test_orders_are_those_of_the_verified_customer(session: ChatSession, capsys: pytest.CaptureFixture[str]) -> None:
    session.take("/orders")
    printed = capsys.readouterr().out
    assert "ORD-99107" in printed
    assert "ORD-99017" not in printed
    session.take("/customer")
    session.take("/orders")
    assert "ORD-" not in capsys.readouterr().out


def test_another_customer_does_not_inherit_the_conversation(session: ChatSession) -> None:
    before = session.conversation_id
    session.take(ORDER)
    session.take("/customer C-1002")
    assert (session.customer_id, session.last) == ("C-1002", None)
    assert session.conversation_id != before


def test_unknown_customer_changes_nothing(session: ChatSession, capsys: pytest.CaptureFixture[str]) -> None:
    before = session.conversation_id
    session.take("/customer C-9999")
    assert (session.customer_id, session.conversation_id) == ("C-1001", before)
    assert "No customer 'C-9999'" in capsys.readouterr().err


def test_articles_are_switched_on_and_off(session: ChatSession) -> None:
    session.take("/kb on")
    assert session.use_knowledge
    session.take("/kb off")
    session.take("/kb maybe")
    assert not session.use_knowledge


def test_reset_starts_a_new_conversation(session: ChatSession) -> None:
    before = session.conversation_id
    session.take("Hello")
    session.take("/reset")
    assert (session.last, session.conversation_id == before) == (None, False)


def test_help_lists_every_command(session: ChatSession, capsys: pytest.CaptureFixture[str]) -> None:
    session.take("/help")
    printed = capsys.readouterr().out
    assert [name for name in COMMANDS if name not in printed] == []


def test_unknown_command_is_no_question(session: ChatSession, capsys: pytest.CaptureFixture[str]) -> None:
    session.take("/nope what is this")
    assert session.last is None
    assert "/nope" in capsys.readouterr().err
