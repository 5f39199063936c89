"""Proving who a customer is: an order number with the e-mail address or the delivery postcode of that order."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from agent.identity.given import Given, comparable, is_bare, read_given
from agent.identity.proofs import Half, ProofStore
from agent.types import Message
from knowledge.order_types import Customer, Order
from knowledge.types import Value

State = Literal["off", "open", "verified", "proved", "half", "not_matched", "locked"]
"""`off`: only the caller verifies. `open`: nobody is known, and may prove themselves. `verified`: by the caller, or by an
earlier proof. The others are what came of this message: a proof, half of one, one that does not match, one too many."""

_NOBODY = ""
"""Asked for in the place of a customer where there is no such order, so that the same is looked up either way."""


class Register(Protocol):
    """Orders and customers, whoever asks; the order store."""

    def find(self, order_id: str) -> Order | None:
        """An order by its id."""
        ...

    def customer(self, customer_id: str) -> Customer | None:
        """A customer by their id."""
        ...


class Heard(Value):
    """What came of a message."""

    state: State
    customer_id: str | None = None
    given: tuple[str, ...] = ()
    """Postcodes of the message as they were typed: no stage needs them any more."""
    continues: str | None = None
    """What the customer wished for before they were asked for a proof, with the order of the proof; None where the message
    says itself what it is about."""


@dataclass(frozen=True)
class Challenge:
    """Compares what is given with the order store; what is compared is never kept."""

    register: Register
    store: ProofStore
    now: Callable[[], float] = time.time

    def hear(self, message: str, conversation_id: str, earlier: Sequence[Message]) -> Heard:
        """Who writes, as far as it is proved.

        Args:
            message: as it was typed.
            conversation_id: a proof holds in this conversation only.
            earlier: its anonymous lines, oldest first; none of a customer who was proved before.
        """
        now = self.now()
        known = self.store.proved(conversation_id, now)
        given = read_given(message, earlier)
        proof = self._proof(given, conversation_id, now)
        if proof is None:
            if known is None and given.asked and given.values:
                self.store.keep_half(conversation_id, _digested(given.values), now)
                return Heard(state="half", given=given.postcodes)
            return Heard(state="verified" if known else "open", customer_id=known)
        return self._compared(given, proof, conversation_id, known, earlier, now)

    def _proof(self, given: Given, conversation_id: str, now: float) -> tuple[str, Half] | None:
        """An order number and what is to be compared with it; None where one of the two is missing."""
        if given.order_id is None:
            return None
        if given.values:
            return given.order_id, _digested(given.values)
        half = self.store.half(conversation_id, now) if given.asked else None
        return (given.order_id, half) if half else None

    def _compared(
        self,
        given: Given,
        proof: tuple[str, Half],
        conversation_id: str,
        known: str | None,
        earlier: Sequence[Message],
        now: float,
    ) -> Heard:
        order_id, half = proof
        if not self.store.begin_attempt(conversation_id, order_id, now):
            return Heard(state="verified" if known else "locked", customer_id=known, given=given.postcodes)
        order = self.register.find(order_id)
        customer = self.register.customer(order.customer_id if order else _NOBODY)
        how = _matching(half, order, customer)
        if how is None or customer is None:
            # A customer who is known already may have named another address for its own sake: nothing is said of it.
            return Heard(state="verified" if known else "not_matched", customer_id=known, given=given.postcodes)
        self.store.prove(conversation_id, order_id, customer.customer_id, how, now)
        if known == customer.customer_id:
            return Heard(state="verified", customer_id=known, given=given.postcodes)
        continues = _wish(earlier, order_id) if given.bare else None
        return Heard(state="proved", customer_id=customer.customer_id, given=given.postcodes, continues=continues)


def _wish(earlier: Sequence[Message], order_id: str) -> str:
    """The last line of the customer that was no part of a proof, with the order that was proved; the order alone if none."""
    said = (line.text for line in reversed(earlier) if line.role == "customer" and not is_bare(line.text))
    wish = next(said, "")
    return wish if order_id in wish.upper() else f"{wish} {order_id}".strip()


def _digested(values: Sequence[str]) -> Half:
    salt = secrets.token_bytes(16)
    return Half(salt, tuple(_digest(salt, value) for value in values))


def _digest(salt: bytes, value: str) -> str:
    return hashlib.blake2b(value.encode(), digest_size=32, salt=salt).hexdigest()


def _matching(half: Half, order: Order | None, customer: Customer | None) -> str | None:
    """Which of the two matched; as many comparisons of constant time whether there is such an order or not."""
    expected = {
        "e-mail": comparable(customer.email) if customer else _NOBODY,
        "postcode": comparable(order.address.postcode) if order else _NOBODY,
    }
    matched = [
        how
        for how, value in expected.items()
        for digest in half.digests
        if hmac.compare_digest(digest, _digest(half.salt, value))
    ]
    return matched[0] if matched and order is not None else None
