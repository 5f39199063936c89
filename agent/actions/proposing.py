"""Making a proposal of a wish and the order it is about, or saying what is missing for one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from agent.actions.addresses import read_address
from agent.actions.named_items import NamedItems, named_items, named_sum, price_of
from agent.actions.own_words import own_words
from agent.actions.proposals import SAID_CHARS, Proposal, digest_of, paid, refunded
from agent.actions.reasons import cancel_reason, refund_reason
from agent.actions.wishes import Wish
from knowledge.order_types import Order
from knowledge.types import Value
from policies.action_rules import CancelRule
from policies.rule_types import Rules
from policies.types import ActionKind

Part = Literal["items", "amount", "address", "reason"]


class Missing(Value):
    """What has to be asked for before there is a proposal."""

    kind: ActionKind
    part: Part


@dataclass(frozen=True)
class Asking:
    """Who asked for what, where and when."""

    text: str
    """The message; where a part was asked for, the first wish and what was answered, a line each."""
    conversation_id: str
    customer_id: str
    today: date
    done: tuple[str, ...] = ()
    """Keys of what was done to the order before."""


@dataclass(frozen=True)
class Proposer:
    """Builds proposals from a customer's own words and their own order alone."""

    rules: Rules

    def propose(self, wish: Wish, order: Order, asking: Asking) -> Proposal | Missing | None:
        """The proposal, what is missing for it, or None where only a person can make sense of the wish."""
        text = own_words(asking.text)
        match wish:
            case "refund":
                return self._refund(order, asking, text)
            case "cancel":
                return self._cancel(order, asking, text)
            case "address":
                return self._address(order, asking, text)
            case "resend":
                return self._resend(order, asking, text)
            case _:
                return None

    def _refund(self, order: Order, asking: Asking, text: str) -> Proposal | Missing:
        named, left = named_items(text, order), order.total - refunded(order)
        if named.found == "unclear":
            return Missing(kind="refund", part="items")
        amount = left if named.found == "whole" else min(price_of(named.items), max(left, Decimal("0.00")))
        found = named_sum(text)
        if found == "unclear" or (found and found.currency != order.currency):
            return Missing(kind="refund", part="amount")
        whole = named.found == "whole"
        if found and found.amount not in (left, order.total, amount):
            amount, whole = found.amount, False
        return _proposal("refund", order, asking, amount, named, whole=whole, reason=refund_reason(text))

    def _cancel(self, order: Order, asking: Asking, text: str) -> Proposal | Missing | None:
        named = named_items(text, order)
        if named.found == "some" or (named.found == "unclear" and len(order.items) > 1):
            return None  # only a person takes single lines out of an order
        if named.found == "unclear":
            return Missing(kind="cancel", part="items")
        reason, rule = cancel_reason(text), self.rules.action_rule("cancel", order.placed_on)
        if isinstance(rule, CancelRule) and rule.reasons and reason not in rule.reasons:
            return Missing(kind="cancel", part="reason")
        left = max(paid(order) - refunded(order), Decimal("0.00"))
        return _proposal("cancel", order, asking, left, named, whole=True, reason=reason)

    def _address(self, order: Order, asking: Asking, text: str) -> Proposal | Missing:
        address = read_address(text, order.address.country)
        if address is None:
            return Missing(kind="address", part="address")
        proposal = _proposal("address", order, asking, order.total, NamedItems(found="whole"), whole=True)
        return proposal.model_copy(update={"address": address})

    def _resend(self, order: Order, asking: Asking, text: str) -> Proposal | Missing:
        named = named_items(text, order)
        if named.found == "unclear":
            return Missing(kind="resend", part="items")
        whole = named.found == "whole"
        return _proposal("resend", order, asking, price_of(named.items), named, whole=whole, reason=refund_reason(text))


def _proposal(
    kind: ActionKind,
    order: Order,
    asking: Asking,
    amount: Decimal,
    named: NamedItems,
    *,
    whole: bool,
    reason: str = "other",
) -> Proposal:
    return Proposal.model_validate(
        {
            "kind": kind,
            "conversation_id": asking.conversation_id,
            "customer_id": asking.customer_id,
            "order_id": order.order_id,
            "order_seen": digest_of(order, asking.done),
            "asked_on": asking.today,
            "currency": order.currency,
            "amount": max(amount, Decimal("0.00")),
            "whole": whole,
            "items": named.items,
            "reason": reason,
            "said": " ".join(asking.text.split())[:SAID_CHARS],
        }
    )
