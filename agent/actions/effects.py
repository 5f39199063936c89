"""What an action does to an order, as values: the order before it, the order after it, and where the money goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from agent.actions.proposals import digest_of, paid, refunded
from agent.actions.records import Action, ActionRecord, MoneyBack
from knowledge.order_types import Order, Payment

CANCELLABLE = ("pending", "processed")
"""A shop's own bounds, whatever the rules say: what has left the house is neither cancelled nor sent elsewhere."""


@dataclass(frozen=True)
class Changed:
    """The order after the action."""

    order: Order
    money_back: tuple[MoneyBack, ...] = ()


@dataclass(frozen=True)
class AlreadySo:
    """The order is as wanted; nothing is to be done."""

    money_back: tuple[MoneyBack, ...] = ()


@dataclass(frozen=True)
class Refused:
    """The order's state forbids it."""

    why: str


Effect = Changed | AlreadySo | Refused


def effect_of(action: Action, order: Order, earlier: Sequence[ActionRecord]) -> Effect:
    """What carrying out an action does to the order as it is now.

    Args:
        action: the certified proposal.
        order: read in the transaction that will write it.
        earlier: records of what was done to this order before, under other keys.
    """
    proposal = action.proposal
    if order.customer_id != proposal.customer_id:
        return Refused("The order belongs to another customer.")
    if proposal.kind == "cancel" and order.status == "cancelled":
        return AlreadySo()
    if proposal.kind == "address" and order.address == proposal.address:
        return AlreadySo()
    if digest_of(order, (record.key for record in earlier if record.happened)) != proposal.order_seen:
        return Refused("The order has changed since this was proposed.")
    match proposal.kind:
        case "refund":
            return _refund(action, order)
        case "cancel":
            return _cancel(action, order)
        case "address":
            return _address(action, order)
        case "resend":
            return _resend(action, order, earlier)


def stands(record: ActionRecord, order: Order) -> bool:
    """Whether the order still is as the record left it; money and goods that went out stay so."""
    if record.proposal.kind == "address":
        return order.address == record.proposal.address
    return record.proposal.kind != "cancel" or order.status == "cancelled"


def money_back(order: Order, amount: Decimal) -> tuple[MoneyBack, ...] | None:
    """The sum spread over the methods the order was paid with, in their order; None where they were not paid so much."""
    left: dict[str, Decimal] = {}
    for move in order.payments:
        sign = 1 if move.kind == "payment" else -1
        left[move.method] = left.get(move.method, Decimal("0.00")) + sign * move.amount
    parts: list[MoneyBack] = []
    for method, held in left.items():
        part = min(amount, held)
        if part > 0:
            parts.append(MoneyBack(amount=part, method=method))
            amount -= part
    return tuple(parts) if amount == 0 else None


def _refund(action: Action, order: Order) -> Effect:
    before, amount = refunded(order), action.proposal.amount
    if amount <= 0 or amount > order.total - before:
        return Refused(f"{action.proposal.money} is more than can still be refunded.")
    if action.limit is not None and before + amount > action.limit:
        return Refused(f"{action.proposal.money} would take the order above the automatic limit of {action.limit:.2f}.")
    parts = money_back(order, amount)
    if parts is None:
        return Refused("The payments on the order do not cover the refund.")
    update: dict[str, object] = {"payments": (*order.payments, *_rows(parts, action))}
    if before + amount == order.total:
        update |= {"status": "refunded", "refunded_on": action.on}
    return _checked(order, update, parts)


def _cancel(action: Action, order: Order) -> Effect:
    if order.status not in CANCELLABLE:
        return Refused(f"The order has the status {order.status.replace('_', ' ')!r}.")
    amount = action.proposal.amount
    if amount != max(paid(order) - refunded(order), Decimal("0.00")):
        return Refused("The sum that goes back is not what was paid.")
    parts = money_back(order, amount) if order.payments else ()
    if parts is None:
        return Refused("The payments on the order do not cover what goes back.")
    update = {
        "status": "cancelled",
        "cancelled_on": action.on,
        "payments": (*order.payments, *_rows(parts, action)),
    }
    return _checked(order, update, parts)


def _address(action: Action, order: Order) -> Effect:
    if order.status not in CANCELLABLE:
        return Refused(f"The order has the status {order.status.replace('_', ' ')!r}.")
    return _checked(order, {"address": action.proposal.address})


def _resend(action: Action, order: Order, earlier: Sequence[ActionRecord]) -> Effect:
    if order.status in ("cancelled", "refunded"):
        return Refused(f"The order has the status {order.status!r}.")
    sent = {
        item.line
        for record in earlier
        if record.happened and record.proposal.kind == "resend"
        for item in record.proposal.items
    }
    if sent & {item.line for item in action.proposal.items}:
        return Refused("These items have been sent again already.")
    return Changed(order)


def _rows(parts: Sequence[MoneyBack], action: Action) -> list[Payment]:
    return [Payment(kind="refund", amount=part.amount, method=part.method, on=action.on) for part in parts]


def _checked(order: Order, update: dict[str, object], parts: tuple[MoneyBack, ...] = ()) -> Changed:
    """The order with some fields changed, held against every rule that an order file is held against."""
    fields = {name: getattr(order, name) for name in Order.model_fields}
    return Changed(Order.model_validate(fields | update), parts)
