"""An action desk on a data folder of the test's own, with the sample shop's rules and orders."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from agent.actions.acting import Acted, ActionDesk, Said
from agent.actions.opening import open_actions
from agent.actions.proposals import Proposal
from agent.actions.records import Action
from agent.actions.settings import ActionSettings
from agent.actions.wishes import wish_of
from agent.gathering import Turn
from agent.stores import Stores
from knowledge.order_types import Order
from knowledge.orders import OrderStore
from knowledge.sample import orders_file
from knowledge.settings import orders_path
from policies.gatekeeper import Gatekeeper
from policies.rules import load_rules
from tests.agent.shop import TODAY


def store_in(home: Path) -> OrderStore:
    """The sample's orders in a data folder."""
    store = OrderStore(orders_path(home))
    store.load(orders_file())
    return store


def desk_in(home: Path, settings: ActionSettings | None = None, rules: Path | None = None) -> ActionDesk:
    """A desk on a data folder that holds orders."""
    stores = Stores(home)
    return open_actions(stores, settings or ActionSettings(), Gatekeeper(load_rules(rules)), stores.orders)


def order_in(home: Path, order_id: str) -> Order:
    found = OrderStore(orders_path(home)).find(order_id)
    assert found is not None
    return found


@dataclass
class Talk:
    """One conversation of one customer with a desk, one message a turn, as the graph would lead it."""

    desk: ActionDesk
    order_id: str
    customer_id: str | None
    conversation_id: str = "c"
    today: date = TODAY
    turns: int = 0
    last: Acted | None = field(default=None)

    def say(self, text: str) -> Acted | None:
        """What the desk did about a message; None where it leaves the message to be answered as usual."""
        self.turns += 1
        said = Said(text, self.conversation_id, f"t{self.turns}", Turn(customer_id=self.customer_id, today=self.today))
        pending, wish = self.last.pending if self.last else None, wish_of(text)
        self.last = self.desk.answer(pending, said) if pending else None
        if self.last is None and wish not in (None, "change"):
            self.last = self.desk.act(wish, self.order_id, said)
        return self.last

    def step(self, text: str) -> str | None:
        """The step that a message led to."""
        acted = self.say(text)
        return acted.step if acted else None


def talk_in(home: Path, order_id: str, text: str | None = None) -> Talk:
    """A conversation of the owner of an order, with a first message said already where one is given."""
    talk = Talk(desk_in(home), order_id, order_in(home, order_id).customer_id)
    if text:
        talk.say(text)
    return talk


def proposed(home: Path, order_id: str, text: str) -> Proposal:
    """The proposal that a wish leads to."""
    acted = talk_in(home, order_id).say(text)
    assert acted is not None
    assert acted.proposal is not None, acted
    return acted.proposal


def action(proposal: Proposal, limit: str | None = None) -> Action:
    from decimal import Decimal

    return Action(proposal=proposal, limit=Decimal(limit) if limit else None, on=TODAY)
