"""Chats for tests: on the sample shop with an embedder that costs nothing, and with drafters that say what a test wants."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

from agent.build import Parts
from agent.cli.chat_screen import Screen
from agent.cli.chat_session import ChatSession
from agent.cli.chat_signals import Signals
from agent.cli.chat_turns import Opened, TurnDesk
from agent.drafting import Drafter
from agent.types import Draft, DraftRequest
from knowledge.sample import orders_file
from tests.agent.shop import agent_of

HOSTILE = (
    "plain\x1b[31mred\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\\x1b]52;c;ZXZpbA==\x07\x07\x1bP1;2|payload\x1b\\"
    "\x9b2J\x90more\x9c\rover\u202edlrow\u2066x\u200bz\x00\x08 [bold]b[/bold] :smile: end"
)
"""What a terminal would obey: colour, link, clipboard, bell, device control, C1, carriage return, direction; and markup."""


@dataclass(frozen=True)
class SlowDrafter:
    """Takes its time, then says what it was asked."""

    seconds: float
    name: str = "slow"

    def draft(self, request: DraftRequest) -> Draft:
        time.sleep(self.seconds)
        return Draft(text="Order ORD-99107 was delivered on 2026-11-21.", drafter=self.name)


def session_of(
    parts: Parts, drafter: Drafter, *, as_json: bool = False, customer: str | None = "C-1001"
) -> ChatSession:
    """A chat in which Ctrl-C only stops waiting; close its desk."""
    signals = Signals(may_interrupt=True)
    desk = TurnDesk(lambda: Opened(agent_of(parts, drafter), parts))
    signals.wake = lambda: desk.heard.put(None)
    return ChatSession(desk, Screen(as_json), signals, customer, use_knowledge=False)


def load_order(parts: Parts, order_id: str, **changes: object) -> None:
    """An order of a new customer, made of the sample's first, as a shop's file may hold it."""
    sample = json.loads(orders_file().read_text("utf-8"))
    order = {**sample["orders"][0], "order_id": order_id, "customer_id": "C-7777", **changes}
    customer = {**sample["customers"][0], "customer_id": "C-7777"}
    file = Path(parts.settings.home) / "orders.json"
    file.write_text(json.dumps({**sample, "customers": [customer], "orders": [order]}), "utf-8")
    parts.orders.load(file)
