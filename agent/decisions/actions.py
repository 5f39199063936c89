"""Turns that ask for something to be done. That it was done is said in the words of its record, and in no others."""

from __future__ import annotations

from agent.actions.acting import Acted
from agent.actions.phrases import what_is_asked
from agent.actions.records import sentence
from agent.decisions.so_far import TurnSoFar
from agent.types import Decided

APPROVAL = "I have passed your request to {what} on to a colleague, who decides about it (reference {reference})."
CHANGE = "I cannot change order {order} myself, so I have passed your request on to a colleague."
LEFT_OPEN = "You have not said yes to what I asked about order {order}, so nothing was done there. Tell me again if you still want it."
DECLINED = "A colleague has looked at your request to {what}, and has declined it. Nothing was done."
LEFT = "All right, I have left order {order} as it is: nothing was done."
CHANGED = (
    "Order {order} has changed since I asked you, so I have done nothing. Please tell me again what you would like."
)
TOO_OLD = "I asked you that some time ago, so I have done nothing. Please tell me again what you would like for order {order}."
NOT_DONE = "The shop's system did not accept it, so nothing was done about order {order}. A colleague looks at it now."
UNKNOWN = (
    "I cannot tell yet whether your request to {what} went through, so a colleague is checking it (reference {reference}). "
    "Please do not ask for it again in the meantime."
)


def acted(so_far: TurnSoFar) -> Decided | None:
    """A turn in which an action was asked for, answered, or carried out."""
    found = so_far.certified
    if found is None:
        return None
    match found.step:
        case "asks_part" | "asks_yes":
            return Decided(outcome="asked_back", text=found.question, why=_why(found))
        case "refused":
            because = found.decision.reason if found.decision else ""
            return Decided(outcome="answered", text=f"I cannot {_asked(found)}: {because}", why=_why(found))
        case "done":
            done = sentence(found.record, with_address=True) if found.record else ""
            return Decided(outcome="answered", text=done, why=_why(found))
        case "declined":
            return Decided(outcome="answered", text=DECLINED.format(what=_asked(found)), why=_why(found))
        case "left":
            return Decided(outcome="answered", text=LEFT.format(order=found.order_id), why=_why(found))
        case "changed" | "too_old":
            words = CHANGED if found.step == "changed" else TOO_OLD
            return Decided(outcome="asked_back", text=words.format(order=found.order_id), why=_why(found))
        case "for_a_person" | "not_done" | "unknown":
            return _handed_over(found)


def change(so_far: TurnSoFar) -> Decided | None:
    """What a person alone does to an order: nothing is said to have been done."""
    gathered = so_far.gathered
    if gathered is None or so_far.route.wants != "change" or len(gathered.orders) != 1:
        return None
    notice = CHANGE.format(order=gathered.orders[0])
    return Decided(
        outcome="handed_off", reason="approval_needed", notice=notice, why="a change to an order is asked for"
    )


def without_address(reply: str, acted: Acted | None) -> str:
    """The reply as the conversation keeps it: an address that was changed is the order's, and no later turn needs it."""
    if acted is None or acted.record is None:
        return reply
    return reply.replace(sentence(acted.record, with_address=True), sentence(acted.record))


def with_left_open(decided: Decided, so_far: TurnSoFar) -> Decided:
    """Where a message passes over the question that waited for a yes, that nothing was done stands below the answer."""
    if not so_far.left_open or not decided.text:
        return decided
    return decided.model_copy(update={"text": f"{decided.text}\n\n{LEFT_OPEN.format(order=so_far.left_open)}"})


def _handed_over(found: Acted) -> Decided:
    order, reference = found.order_id, found.proposal.reference if found.proposal else ""
    if found.step == "not_done":
        return Decided(outcome="handed_off", reason="failure", notice=NOT_DONE.format(order=order), why=_why(found))
    if found.step == "unknown":
        notice = UNKNOWN.format(what=_asked(found), reference=reference)
        return Decided(outcome="handed_off", reason="failure", notice=notice, why=_why(found))
    notice = APPROVAL.format(what=_asked(found), reference=reference) if found.proposal else CHANGE.format(order=order)
    return Decided(outcome="handed_off", reason="approval_needed", notice=notice, why=_why(found))


def _asked(found: Acted) -> str:
    return what_is_asked(found.proposal) if found.proposal else f"change order {found.order_id}"


def _why(found: Acted) -> str:
    """One line for a person."""
    if found.record is not None:
        detail = f": {found.record.detail}" if found.record.detail else ""
        return f"action {found.record.reference}: {found.record.outcome}{detail}"
    if found.decision is not None:
        decision = found.decision
        return f"Gatekeeper: {decision.outcome} by rule {decision.rule}: {decision.reason}"
    words = {
        "asks_part": "a part of what is asked for is missing",
        "left": "the customer said no to what was proposed",
        "changed": "the order has changed since it was proposed",
        "too_old": "the yes came too late",
        "for_a_person": "a change to an order is asked for",
    }
    return words.get(found.step, found.step)
