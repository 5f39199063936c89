"""A challenge on two customers' orders, with every lookup written down and a clock that stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from agent.identity.challenge import Challenge
from agent.identity.proofs import ProofStore
from agent.identity.settings import IdentitySettings
from knowledge.order_types import Customer, Order
from knowledge.orders import OrderStore
from tests.places import PlaceOf

NOON = 1_800_000_000.0


@dataclass
class WatchedRegister:
    """The order store, with a list of what was asked of it."""

    store: OrderStore
    asked: list[str] = field(default_factory=list)

    def find(self, order_id: str) -> Order | None:
        self.asked.append("order")
        return self.store.find(order_id)

    def customer(self, customer_id: str) -> Customer | None:
        self.asked.append("customer")
        return self.store.customer(customer_id)


@dataclass
class Clock:
    """A time that is set."""

    now: float = NOON

    def __call__(self) -> float:
        return self.now


def challenge_on(register: WatchedRegister, folder: Path, clock: Clock | None = None, **settings: int) -> Challenge:
    """A challenge whose proofs are in a folder."""
    return challenge_at(register, lambda name: folder / f"{name}.db", clock, **settings)


def challenge_at(register: WatchedRegister, place: PlaceOf, clock: Clock | None = None, **settings: int) -> Challenge:
    """A challenge whose proofs are in a place of any kind."""
    return Challenge(register, ProofStore(place("identity"), IdentitySettings(**settings)), clock or Clock())
