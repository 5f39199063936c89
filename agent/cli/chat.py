"""`support chat`: a conversation in the terminal, or line by line through a pipe.

Exit status: 0 it ended, or nobody reads it any more; 1 a line of a pipe was left out; 2 your input or settings; 3 the index, a model or a store;
130 Ctrl-C ended a pipe; 143 and 129 the process was told to end, or its terminal was closed. Whatever ends it, the turn
in hand is finished and recorded first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING

import typer

from agent.cli.chat_commands import completions
from agent.cli.chat_history import TypedLines
from agent.cli.chat_input import piped_lines
from agent.cli.chat_prompt import clear_line, leave_prompt, typed_messages
from agent.cli.chat_screen import Screen
from agent.cli.chat_session import ChatSession
from agent.cli.chat_signals import Signals
from agent.cli.chat_terminal import keys_kept
from agent.cli.chat_turns import Opened, TurnDesk
from knowledge.settings import index_folder

if TYPE_CHECKING:
    from pathlib import Path

    from agent.settings import Settings

LEFT_OUT = 1
BY_SIGNAL = 128
"""What a shell adds to the number of the signal that ended a command."""

GREETING = "Ask a question. /help lists commands, Ctrl-D leaves."


def run_chat(settings: Settings, *, customer: str | None, use_knowledge: bool, as_json: bool) -> None:
    """Chat until the input ends.

    Raises:
        typer.Exit: with the status, where that is not 0.
    """
    at_terminal = sys.stdin is not None and sys.stdin.isatty()
    opening: Callable[[], Opened] = partial(open_chat, settings, customer, use_knowledge, at_terminal)
    if not (at_terminal and (index_folder(settings.home) / "CURRENT").exists()):
        # The sample shop is synced under a bar of its own before anything is asked; a pipe has nobody who types meanwhile.
        opened = opening()
        opening = lambda: opened  # noqa: E731
    try:
        status = hold_chat(
            opening,
            settings.home,
            customer=customer,
            use_knowledge=use_knowledge,
            as_json=as_json,
            at_terminal=at_terminal,
            keep=partial(without_personal_data, settings),
        )
    except BrokenPipeError:
        # Whoever read the replies has gone, for example `| head`: the turns are recorded, and nothing is left to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    if status:
        raise typer.Exit(status)


def without_personal_data(settings: Settings, line: str) -> str:
    """A typed line as the history may keep it."""
    from agent.privacy.opening import open_redactor

    return open_redactor(settings.privacy).redact(line).text


def open_chat(settings: Settings, customer: str | None, use_knowledge: bool, at_terminal: bool) -> Opened:
    """The agent and the stores; at a terminal the models are loaded while the person types.

    Raises:
        InputError: there is no such customer.
        IndexStateError: the index cannot be used, which is the operator's to mend.
    """
    from agent.build import open_agent
    from agent.cli.opening import known_customer, open_for_turns

    parts = open_for_turns(settings)
    known_customer(parts, customer)
    if use_knowledge:
        _ = parts.knowledge.searcher.state.vectors
    agent = open_agent(parts)
    agent.recover()
    if use_knowledge and at_terminal:
        # Nobody waits for this, and a chat that ends does not either.
        Thread(target=parts.knowledge.prepare, daemon=True).start()
    return Opened(agent, parts)


def hold_chat(
    opening: Callable[[], Opened],
    home: Path,
    *,
    customer: str | None,
    use_knowledge: bool,
    as_json: bool,
    at_terminal: bool,
    keep: Callable[[str], str] = str,
) -> int:
    """Take lines until they end or a signal does; the exit status.

    `keep` gives a typed line as its history may keep it.
    """
    signals = Signals(may_interrupt=at_terminal)
    desk = TurnDesk(opening, when_broken=leave_prompt if at_terminal else lambda: None)
    signals.wake = partial(_wake, desk, signals)
    session = ChatSession(desk, Screen(as_json), signals, customer, use_knowledge)
    with signals.listened_to(), keys_kept(sys.stdin.fileno()) if at_terminal else nullcontext():
        try:
            for line in _typed(session, home, keep) if at_terminal else _piped(session):
                session.take(line)
                if session.left or signals.ended_by is not None:
                    break
            session.finish()
        finally:
            desk.close()
    if signals.ended_by is not None:
        return BY_SIGNAL + signals.ended_by
    return LEFT_OUT if session.refused and not at_terminal else 0


def _wake(desk: TurnDesk, signals: Signals) -> None:
    """Let whoever waits look up: for the end of a turn, or at the prompt."""
    desk.heard.put(None)
    if signals.may_interrupt:
        clear_line() if signals.ended_by is None else leave_prompt()


def _typed(session: ChatSession, home: Path, keep: Callable[[str], str]) -> Iterator[str]:
    session.screen.tell(GREETING)
    desk, signals = session.desk, session.signals
    return typed_messages(
        partial(completions, session),
        TypedLines(home / "chat_history", keep),
        session.show_news,
        lambda: desk.is_broken or signals.ended_by is not None,
    )


def _piped(session: ChatSession) -> Iterator[str]:
    if sys.stdin is None:
        return iter(())
    stream = sys.stdin.buffer
    return piped_lines(lambda most: session.signals.read(lambda: stream.readline(most)), session.refuse)
