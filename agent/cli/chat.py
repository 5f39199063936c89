"""`support chat`: a conversation in the terminal, or line by line through a pipe."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import TYPE_CHECKING

import typer

from agent.agent import Agent, OnStage
from agent.build import Parts, open_agent
from agent.cli.opening import known_customer, open_for_turns
from agent.cli.show import console, print_json, print_turn
from agent.cli.trace import print_claims, print_context
from agent.errors import InputError
from agent.settings import Settings
from agent.types import TurnResult

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

COMMANDS = {
    "/why": "the ledger of the last reply: sentence, verdict, tier, evidence",
    "/context": "what the drafter was shown, and what was dropped",
    "/orders": "the orders of the verified customer",
    "/customer": "/customer ID verifies a customer, /customer alone nobody",
    "/kb": "/kb on or /kb off: use the help articles, or leave them out",
    "/reset": "start a new conversation",
    "/help": "these commands",
    "/quit": "leave; so does Ctrl-D",
}


COMING = {
    "receive": "reading",
    "route": "searching the articles and orders",
    "gather": "choosing what to use",
    "assemble": "drafting",
    "draft": "checking every claim",
    "ground": "deciding",
}
"""What a chat says is going on once a stage has ended."""


@dataclass
class ChatSession:
    """What a chat is set to between two lines."""

    agent: Agent
    parts: Parts
    customer_id: str | None
    use_knowledge: bool
    as_json: bool
    conversation_id: str = field(default_factory=lambda: f"chat-{uuid.uuid4().hex}")
    last: TurnResult | None = None

    def take(self, line: str) -> None:
        """Answer one line, or carry out a command."""
        if line.startswith("/"):
            self._command(line)
            return
        with _stages(quiet=self.as_json) as on_stage:
            self.last = self.agent.ask(
                line,
                conversation_id=self.conversation_id,
                customer_id=self.customer_id,
                use_knowledge=self.use_knowledge,
                on_stage=on_stage,
            )
        if self.as_json:
            print_json(self.last.model_dump(mode="json"), lines=True)
        else:
            print_turn(self.last)

    def _command(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        known: dict[str, Callable[[str], None]] = {
            "/why": lambda _: self._of_last(print_claims),
            "/context": lambda _: self._of_last(print_context),
            "/orders": lambda _: self._orders(),
            "/customer": self._customer,
            "/kb": self._knowledge,
            "/reset": lambda _: self._reset(),
            "/help": lambda _: _help(),
        }
        if name not in known:
            typer.echo(f"There is no command {name}. /help lists them.", err=True)
            return
        known[name](rest.strip())

    def _of_last(self, show: Callable[[TurnResult], None]) -> None:
        if self.last is None:
            typer.echo("Nothing was asked yet.", err=True)
        else:
            show(self.last)

    def _orders(self) -> None:
        if self.customer_id is None:
            typer.echo("Nobody is verified: /customer ID first.", err=True)
            return
        for order in self.parts.orders.orders_of(self.customer_id):
            items = ", ".join(item.name for item in order.items)
            typer.echo(f"{order.order_id}  {order.status:<17} {order.total:>9} {order.currency}  {items}")

    def _customer(self, rest: str) -> None:
        try:
            self.customer_id = known_customer(self.parts, rest or None)
        except InputError as error:
            typer.echo(str(error), err=True)
            return
        # Another customer must not inherit this one's conversation.
        self._reset()
        typer.echo(f"Verified customer: {self.customer_id or 'nobody'}", err=True)

    def _knowledge(self, rest: str) -> None:
        if rest not in ("on", "off"):
            typer.echo("Wanted /kb on or /kb off.", err=True)
            return
        self.use_knowledge = rest == "on"
        typer.echo(f"The help articles are switched {rest}.", err=True)

    def _reset(self) -> None:
        self.conversation_id = f"chat-{uuid.uuid4().hex}"
        self.last = None


def run_chat(settings: Settings, *, customer: str | None, use_knowledge: bool, as_json: bool) -> None:
    """Chat until the input ends."""
    parts = open_for_turns(settings)
    verified = known_customer(parts, customer)
    if use_knowledge:
        _ = parts.knowledge.searcher.state.vectors
    agent = open_agent(parts)
    if use_knowledge and sys.stdin.isatty():
        # The user types; nobody waits for this, and a chat that ends does not either.
        Thread(target=parts.knowledge.prepare, daemon=True).start()
    session = ChatSession(agent, parts, verified, use_knowledge, as_json)
    try:
        for line in _typed(settings) if sys.stdin.isatty() else sys.stdin:
            if line.strip() == "/quit":
                break
            if line.strip():
                session.take(line.strip())
    except KeyboardInterrupt:
        typer.echo("", err=True)
    finally:
        agent.close()


def _typed(settings: Settings) -> Iterator[str]:
    """Lines from the terminal, with history and completion of commands."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.history import FileHistory

    typer.echo("Ask a question. /help lists commands, Ctrl-D leaves.")
    line: PromptSession[str] = PromptSession(
        history=FileHistory(str(settings.home / "chat_history")),
        completer=WordCompleter(list(COMMANDS), sentence=True),
        complete_while_typing=False,
    )
    while True:
        try:
            yield line.prompt("you> ")
        except EOFError:
            return
        except KeyboardInterrupt:
            continue


@contextmanager
def _stages(*, quiet: bool) -> Iterator[OnStage]:
    """The name of the running stage, shown on a terminal while a turn takes its time."""
    if quiet or not sys.stderr.isatty():
        yield lambda stage: None
        return
    with console(stderr=True).status("reading") as status:
        yield lambda stage: status.update(COMING.get(stage, "finishing"))


def _help() -> None:
    for name, does in COMMANDS.items():
        typer.echo(f"{name:<10} {does}")
