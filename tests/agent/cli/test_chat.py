"""`support chat` answers line by line through a pipe, and its commands show and change what a turn sees."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from threading import Timer

import pytest
from typer.testing import Result

from agent.actions.announcements import announce
from agent.actions.approvals import Approval
from agent.actions.opening import open_book
from agent.actions.proposals import Proposal
from agent.build import Parts
from agent.cli.chat_commands import COMMANDS, completions
from agent.cli.chat_session import ChatSession
from agent.errors import InputError
from agent.types import TurnResult
from policies.types import Decision
from tests.agent.cli.chats import SlowDrafter, session_of
from tests.agent.shop import BANK_QUESTION, TODAY, SayingDrafter, run

ORDER = "Was ORD-99107 delivered?"


def chatted(home: Path, *lines: str, options: tuple[str, ...] = ()) -> Result:
    return run(home, "chat", "--no-kb", *options, text="".join(f"{line}\n" for line in lines))


@pytest.fixture
def session(quick: Parts) -> Iterator[ChatSession]:
    drafter = SayingDrafter("Order ORD-99107 was delivered on 2026-11-21. It is [b]free[/b].")
    found = session_of(quick, drafter)
    yield found
    found.desk.close()


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
    assert (session.customer_id, session.turns) == ("C-1002", [])
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
    assert (session.turns, session.conversation_id == before) == ([], False)


def test_help_lists_every_command(session: ChatSession, capsys: pytest.CaptureFixture[str]) -> None:
    session.take("/help")
    printed = capsys.readouterr().out
    assert [name for name in COMMANDS if name not in printed] == []


def test_unknown_command_is_no_question_and_the_nearest_is_named(
    session: ChatSession, capsys: pytest.CaptureFixture[str]
) -> None:
    session.take("/wyh what is this")
    assert (session.turns, session.refused) == ([], 1)
    assert "no command /wyh. Did you mean /why?" in capsys.readouterr().err


def test_two_slashes_send_a_message_that_begins_with_one(session: ChatSession) -> None:
    session.take("//why is that")
    assert [turn.question for turn in session.turns] == ["/why is that"]


def test_help_of_one_command_is_that_alone(session: ChatSession, capsys: pytest.CaptureFixture[str]) -> None:
    session.take("/help kb")
    printed = capsys.readouterr().out
    assert "/kb on|off" in printed
    assert "/why" not in printed


def test_why_of_an_earlier_reply_is_named_by_its_number(
    session: ChatSession, capsys: pytest.CaptureFixture[str]
) -> None:
    session.take("Hello")
    session.take(ORDER)
    capsys.readouterr()
    session.take("/why 1")
    assert "delivered" not in capsys.readouterr().out
    for number in ("0", "3", "-1", "one", "²", "9" * 30):
        session.take(f"/why {number}")
        assert (
            f"Found '{number}', wanted the number of a reply of this conversation: 1 to 2." in capsys.readouterr().err
        )


def test_context_has_the_budget_as_a_bar_and_what_was_dropped(
    session: ChatSession, capsys: pytest.CaptureFixture[str]
) -> None:
    session.take(ORDER)
    capsys.readouterr()
    session.take("/context")
    printed = capsys.readouterr().out
    bar = printed.splitlines()[0]
    context = session.turns[-1].context
    assert bar == f"[{'#' * bar.count('#')}{'.' * bar.count('.')}] {context['used'] / context['budget']:.0%}"
    assert len(bar.split("]")[0]) == 31
    assert f"{context['used']} of {context['budget']} tokens" in printed
    assert all(drop["reason"] in printed for drop in context["dropped"])


def test_one_order_is_shown_in_full(session: ChatSession, capsys: pytest.CaptureFixture[str]) -> None:
    session.take("/orders ord-99107")
    printed = capsys.readouterr().out
    assert "Stoneware mixing bowl" in printed
    assert "2026-11-21" in printed


def test_the_order_of_another_customer_is_refused_in_the_words_for_none(
    session: ChatSession, capsys: pytest.CaptureFixture[str]
) -> None:
    for order_id in ("ORD-99017", "ORD-00000"):
        assert session.parts.orders.find("ORD-99017") is not None
        session.take(f"/orders {order_id}")
        assert capsys.readouterr().err == f"C-1001 has no order '{order_id}'. /orders lists what there is.\n"


def test_trace_shows_the_last_turn_or_one_of_the_ledger(
    session: ChatSession, capsys: pytest.CaptureFixture[str]
) -> None:
    session.take("Hello")
    session.take(ORDER)
    first, last = session.turns
    capsys.readouterr()
    session.take("/trace")
    assert capsys.readouterr().out.startswith(f"turn {last.turn_id}, ")
    session.take(f"/trace {first.turn_id}")
    assert capsys.readouterr().out.startswith(f"turn {first.turn_id}, ")
    session.take("/trace nosuchturn")
    assert "The ledger holds no turn 'nosuchturn'" in capsys.readouterr().err


def test_commands_of_a_json_chat_are_json_lines_too(quick: Parts, capsys: pytest.CaptureFixture[str]) -> None:
    session = session_of(quick, SayingDrafter("Order ORD-99107 was delivered on 2026-11-21."), as_json=True)
    for line in (ORDER, "/why", "/context", "/orders", "/kb off", "/trace", "/help"):
        session.take(line)
    session.desk.close()
    printed = capsys.readouterr()
    turn, *rows = [json.loads(line) for line in printed.out.splitlines()]
    assert [row["command"] for row in rows] == ["/why", "/context", "/orders", "/trace", "/help"]
    assert rows[0]["claims"] == turn["claims"]
    assert rows[1]["context"] == turn["context"]
    assert rows[3]["turn"] == turn
    assert json.loads(printed.err) == {"command": "/kb", "articles": False}


def test_tab_completes_commands_their_arguments_and_the_orders_of_the_customer(session: ChatSession) -> None:
    assert session.desk.opened
    assert completions(session, "/wh") == [("/why", 3)]
    assert completions(session, "/kb o") == [("on", 1), ("off", 1)]
    assert ("C-1002", 3) in completions(session, "/customer c-1")
    assert ("ORD-99107", 4) in completions(session, "Where is ord-")
    assert "ORD-99017" not in str(completions(session, "Where is ORD-"))
    assert ("ORD-99107", 0) in completions(session, "/orders ")
    assert completions(session, "/nope x") == completions(session, "//wh") == completions(session, "Hello ") == []


def test_reply_that_was_not_waited_for_is_shown_later_beside_its_question(
    quick: Parts, capsys: pytest.CaptureFixture[str]
) -> None:
    session = session_of(quick, SlowDrafter(0.6))
    pressed = Timer(0.2, session.signals._take, (signal.SIGINT, None))
    assert session.desk.opened
    pressed.start()
    session.take(ORDER)
    assert "Not waiting" in capsys.readouterr().err
    assert session.turns == []
    session.take("Hello")
    printed = capsys.readouterr()
    assert [turn.question for turn in session.turns] == [ORDER, "Hello"]
    assert f"To “{ORDER}”:" in printed.err
    assert printed.out.index("ORD-99107 was delivered") < printed.out.rindex(session.turns[1].reply)
    session.desk.close()


def test_crlf_and_a_last_line_without_an_end_are_messages_and_what_is_no_text_is_named(shop_home: Path) -> None:
    text = b"\xef\xbb\xbfHello\r\n\r\n\xff\xfe\nThanks\x00\n/nope\nThanks"
    ran = run(shop_home, "chat", "--no-kb", "--json", text=text)
    assert [json.loads(line)["question"] for line in ran.stdout.splitlines()] == ["Hello", "Thanks"]
    assert ran.stderr.splitlines() == [
        "Line 3 is not UTF-8 text (byte 1 of it) and was left out.",
        "Line 4 holds a NUL character and was left out: wanted text in UTF-8, not in UTF-16 or binary.",
        "There is no command /nope. /help lists them; a message that begins with a slash is written with two.",
    ]
    assert ran.exit_code == 1


def test_what_is_remembered_and_what_waits_is_shown(session: ChatSession, capsys: pytest.CaptureFixture[str]) -> None:
    session.take("/approvals")
    assert capsys.readouterr().out == "Nothing waits for a person.\n"
    session.parts.memory.write_fact("C-1001", "language", "en", "operator", "operator")
    session.take("/memory")
    printed = capsys.readouterr().out
    assert "C-1001: 1 fact, no past turns" in printed
    assert "verified" in printed
    session.take("/customer")
    session.take("/memory")
    assert "Nobody is verified" in capsys.readouterr().err


def test_what_was_decided_meanwhile_is_shown_once_before_the_prompt(
    session: ChatSession, capsys: pytest.CaptureFixture[str]
) -> None:
    session.take("Hello")
    waiting = approval(session.conversation_id)
    book = open_book(session.parts.stores)
    book.write(waiting)
    session.take("/approvals")
    printed = capsys.readouterr().out
    assert waiting.reference in printed
    assert "a refund of 86.40 USD for order ORD-99107" in printed
    denied = waiting.model_copy(update={"state": "denied"})
    book.write(denied, announce(waiting.proposal, "denied", TODAY))
    session.show_news()
    session.show_news()
    assert capsys.readouterr().err.count("Decided meanwhile: A colleague has looked at your request") == 1


def approval(conversation_id: str) -> Approval:
    proposal = Proposal(
        kind="refund",
        conversation_id=conversation_id,
        customer_id="C-1001",
        order_id="ORD-99107",
        order_seen="x",
        asked_on=TODAY,
        currency="USD",
        amount=Decimal("86.40"),
        whole=True,
    )
    decision = Decision(outcome="approval_needed", rule="refund.limit", reason="It is above the limit.")
    return Approval(proposal=proposal, decision=decision, opened_on=TODAY, expires_on=date.max)
