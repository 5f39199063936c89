"""Turns that ask for something to be done."""

from __future__ import annotations

from agent.decisions.so_far import TurnSoFar
from agent.types import Decided

CERTIFIED = (
    "A refund of order {order} is within our rules. I have passed it on to a colleague, who carries refunds out."
)
APPROVAL = "I have passed your refund request for order {order} on to a colleague, who decides about it."
CHANGE = "I cannot change order {order} myself, so I have passed your request on to a colleague."


def refund(so_far: TurnSoFar) -> Decided | None:
    """A refund that was put to the Gatekeeper: refused, or passed on to a person who carries it out."""
    if so_far.certified is None:
        return None
    decision, order = so_far.certified.decision, so_far.certified.request.order_id
    why = f"Gatekeeper: {decision.outcome} by rule {decision.rule}: {decision.reason}"
    if decision.outcome == "refused":
        return Decided(outcome="answered", text=f"I cannot refund order {order}: {decision.reason}", why=why)
    notice = CERTIFIED if decision.outcome == "certified" else APPROVAL
    return Decided(outcome="handed_off", reason="approval_needed", notice=notice.format(order=order), why=why)


def change(so_far: TurnSoFar) -> Decided | None:
    """Nothing is changed by this agent yet, and nothing may be said to have been."""
    gathered = so_far.gathered
    if gathered is None or so_far.route.wants != "change" or len(gathered.orders) != 1:
        return None
    notice = CHANGE.format(order=gathered.orders[0])
    return Decided(
        outcome="handed_off", reason="approval_needed", notice=notice, why="a change to an order is asked for"
    )
