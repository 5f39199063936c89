"""What became of an action, and the words that may be said of it: a reply says that something happened only from these."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from agent.actions.addresses import one_line
from agent.actions.proposals import Proposal, Sum
from knowledge.types import Value

ActionOutcome = Literal["done", "already_done", "refused", "unknown"]
"""`already_done`: the order was as wanted before; `refused`: nothing was changed; `unknown`: nobody can say yet."""

METHODS = {"paypal": "PayPal account"}


class Action(Value):
    """A certified proposal, ready to be carried out."""

    proposal: Proposal
    limit: Decimal | None
    """Largest sum that may have gone back on the order in all, this one included; None where a person approved it."""
    on: date
    approved_by: str | None = None
    """Who approved it; None where the rules alone did."""


class MoneyBack(Value):
    """A sum that went back to one of the methods the order was paid with."""

    amount: Sum
    method: str


class ActionRecord(Value):
    """What a gateway did, or found that it cannot do."""

    reference: str
    key: str
    proposal: Proposal
    outcome: ActionOutcome
    detail: str = ""
    """Why it was refused or is unknown, in one plain sentence; empty where it was done."""
    money_back: tuple[MoneyBack, ...] = ()
    on: date
    """The day on which it was done."""
    at: datetime
    """UTC."""
    approved_by: str | None = None
    gateway: str

    @property
    def happened(self) -> bool:
        """Whether the order is as the customer wanted it."""
        return self.outcome in ("done", "already_done")


def record_of(action: Action, outcome: ActionOutcome, at: datetime, gateway: str, detail: str = "") -> ActionRecord:
    """A record of an action, without money back."""
    return ActionRecord(
        reference=action.proposal.reference,
        key=action.proposal.key,
        proposal=action.proposal,
        outcome=outcome,
        detail=detail,
        on=action.on,
        at=at,
        approved_by=action.approved_by,
        gateway=gateway,
    )


def sentence(record: ActionRecord, *, with_address: bool = False) -> str:
    """What happened, in one sentence that is true of the record alone; empty where it is not recorded to have happened.

    `with_address` is for the reply to the customer who gave the address; evidence leaves the street out.
    """
    if not record.happened:
        return ""
    proposal = record.proposal
    order, mark = proposal.order_id, f"(reference {record.reference})"
    on = f"on {record.on}" if record.outcome == "done" else "already"
    money = _money(record)
    match proposal.kind:
        case "refund":
            return f"{proposal.money} for order {order} were refunded{money} {on} {mark}."
        case "cancel":
            back = f", and {proposal.money} were refunded{money}" if record.money_back else ""
            return f"Order {order} was cancelled {on}{back} {mark}."
        case "address":
            where = f" to {one_line(proposal.address)}" if with_address and proposal.address else ""
            return f"The delivery address of order {order} was changed{where} {on} {mark}."
        case "resend":
            return f"A replacement for {items_of(proposal)} of order {order} was ordered {on}, free of charge {mark}."


def items_of(proposal: Proposal) -> str:
    """The items as `2 × Stoneware mixing bowl, 1 × Linen apron`."""
    return ", ".join(f"{item.quantity} × {item.name}" for item in proposal.items)


def method_words(method: str) -> str:
    """How a payment method is called to its owner: `your credit card`."""
    return f"your {METHODS.get(method, method.replace('_', ' '))}"


def split_words(parts: tuple[MoneyBack, ...], currency: str) -> str:
    """Where money goes: ` to your credit card`, or each sum with its method where there are several."""
    if not parts:
        return ""
    if len(parts) == 1:
        return f" to {method_words(parts[0].method)}"
    return " (" + ", ".join(f"{one.amount:.2f} {currency} to {method_words(one.method)}" for one in parts) + ")"


def _money(record: ActionRecord) -> str:
    return split_words(record.money_back, record.proposal.currency)
