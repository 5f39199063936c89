"""What a person has to find out or decide before the customer can be answered, in words."""

from __future__ import annotations

from collections.abc import Sequence

from agent.actions.phrases import what_is_decided
from agent.decisions.so_far import TurnSoFar
from agent.packet import CutClaim
from agent.suggested_reply import answer_to
from agent.types import Decided, HandoffReason

FIXED: dict[HandoffReason, str] = {
    "customer_asked": "Nothing that the agent could find: the customer asked for a person.",
    "policy_topic": "A person's judgement: the policy keeps this topic from the agent.",
    "low_confidence": "Somebody who is sure: what was found did not answer clearly enough to be sent.",
    "distress": "A person who listens: the customer is distressed, and the agent stopped.",
    "loop": "Another way to the answer: the agent has said what it can say, and the customer still asks.",
    "deadline": "The checks that were not finished in time; what is listed as cut may well be true.",
    "failure": "The turn could not be finished, so nothing of it was sent.",
}


def missing(question: str, decided: Decided, so_far: TurnSoFar, cut: Sequence[CutClaim]) -> str:
    """One or two sentences; what was decided, and why, stands in brackets at the end."""
    reason = decided.reason or "failure"
    words = FIXED.get(reason) or _open(reason, question, so_far, cut)
    return f"{words} ({decided.why})" if decided.why and decided.why not in words else words


def _open(reason: HandoffReason, question: str, so_far: TurnSoFar, cut: Sequence[CutClaim]) -> str:
    claims = "; ".join(f"“{claim.text}”" for claim in cut)
    if reason == "conflict":
        return f"A decision which of two sources holds{f', for {claims}' if claims else ''}"
    if reason == "approval_needed":
        return f"A decision on {asked_decision(so_far) or 'what the customer asks for'}."
    if claims:
        return f"Proof of, or a correction to: {claims}"
    found = answer_to(question)
    return (
        f"{found[0].upper()}{found[1:]}: neither the help articles nor the customer's orders gave one that is proved."
    )


def asked_decision(so_far: TurnSoFar) -> str | None:
    """What somebody has to decide, in words; None where the turn asks for no action on an order."""
    if so_far.certified is not None:
        proposal, order = so_far.certified.proposal, so_far.certified.order_id
        return what_is_decided(proposal) if proposal else f"the change to order {order}"
    orders = so_far.gathered.orders if so_far.gathered else ()
    return f"the change to order {orders[0]}" if so_far.route.wants == "change" and len(orders) == 1 else None
