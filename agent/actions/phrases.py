"""A proposal in words: what is asked of us, and the question that a yes answers."""

from __future__ import annotations

from agent.actions.addresses import one_line
from agent.actions.effects import money_back
from agent.actions.proposals import Proposal
from agent.actions.proposing import Missing
from agent.actions.records import items_of, split_words
from knowledge.order_types import Order

YES_OR_NO = "Reply yes or no."

ASKED_PARTS = {
    "items": "Which items of order {order} do you mean? Please name them, or say that you mean the whole order.\n{items}",
    "amount": "How much of order {order} do you want back? Please give one sum in {currency}, or say that you mean the whole order.",
    "address": (
        "To which address should order {order} go? Please write the street with the house number, the city, the postcode"
        " (in the United States with the state, as in OR 97205), and the country if it is another one."
    ),
    "reason": "Why do you want to cancel order {order}: is it no longer needed, or was it ordered by mistake?",
}


def what_is_asked(proposal: Proposal) -> str:
    """The action, as it stands after "your request to"."""
    order = proposal.order_id
    match proposal.kind:
        case "refund":
            return f"refund {proposal.money} of order {order}"
        case "cancel":
            return f"cancel order {order}"
        case "address":
            return f"change the address of order {order}"
        case "resend":
            return f"send {items_of(proposal)} of order {order} again"


def what_is_decided(proposal: Proposal) -> str:
    """The action as a noun, for the person who decides about it: `a refund of 45.00 USD for order ORD-1`."""
    order = proposal.order_id
    match proposal.kind:
        case "refund":
            return f"a refund of {proposal.money} for order {order}"
        case "cancel":
            return f"cancelling order {order} ({proposal.money} back)"
        case "address":
            where = one_line(proposal.address) if proposal.address else "another address"
            return f"sending order {order} to {where}"
        case "resend":
            return f"sending {items_of(proposal)} of order {order} again ({proposal.money})"


def confirmation(proposal: Proposal, order: Order) -> str:
    """The question that says exactly what will be done."""
    number = proposal.order_id
    match proposal.kind:
        case "refund":
            asked = f"Refund {proposal.money} of order {number} ({items_of(proposal)}){_to(proposal, order)}?"
        case "cancel":
            count = sum(item.quantity for item in order.items)
            noun = "item" if count == 1 else "items"
            asked = f"Cancel order {number} ({count} {noun}, {proposal.money} back{_to(proposal, order)})?"
        case "address":
            where = one_line(proposal.address) if proposal.address else ""
            asked = f"Send order {number} to {where} from now on?"
        case "resend":
            asked = f"Send {items_of(proposal)} of order {number} again, free of charge, to the address on the order?"
    return f"{asked} {YES_OR_NO}"


def question_for(missing: Missing, order: Order) -> str:
    """What is asked where something is missing."""
    items = "\n".join(f"- {item.quantity} × {item.name}" for item in order.items)
    return ASKED_PARTS[missing.part].format(order=order.order_id, items=items, currency=order.currency)


def _to(proposal: Proposal, order: Order) -> str:
    return split_words(money_back(order, proposal.amount) or (), proposal.currency)
