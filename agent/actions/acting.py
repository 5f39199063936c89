"""Acting: what a customer asks to be done is proposed, certified, confirmed, and carried out once, or put before a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from agent.actions.answers import answer_of
from agent.actions.approvals import Approval, ApprovalQueue
from agent.actions.effects import stands
from agent.actions.gateway import OrderGateway
from agent.actions.phrases import confirmation, question_for
from agent.actions.proposals import Proposal, digest_of
from agent.actions.proposing import Asking, Missing, Proposer
from agent.actions.records import Action, ActionRecord
from agent.actions.requests import request_of
from agent.actions.taken_back import is_taken_back
from agent.actions.wishes import Wish
from agent.gathering import Turn
from knowledge.order_ids import find_order_ids
from knowledge.order_types import Order
from knowledge.types import Value
from policies.gatekeeper import Gatekeeper
from policies.types import Decision

Step = Literal[
    "asks_part",
    "asks_yes",
    "refused",
    "for_a_person",
    "declined",
    "done",
    "not_done",
    "unknown",
    "left",
    "changed",
    "too_old",
]
"""`declined`: by a person, before; `left`: the customer said no; `changed`: the order is not as it was when it was proposed."""


IN_DOUBT = Decision(
    outcome="approval_needed",
    rule="in-doubt",
    reason="It is not known yet what became of another action on this order, so a person decides.",
)


class Pending(Value):
    """What waits for the customer's next message: a proposal for a yes, or a wish for the part that it lacks."""

    customer_id: str
    order_id: str
    wish: Wish
    said: str
    """The customer's words so far, a message a line."""
    asked_in: str
    """Id of the turn that asked; the next turn answers it, or it is dropped."""
    asked_on: date
    proposal: Proposal | None = None
    missing: Missing | None = None


class Acted(Value):
    """What a turn did about an action."""

    step: Step
    order_id: str
    proposal: Proposal | None = None
    decision: Decision | None = None
    """Of the Gatekeeper; None where it was not asked."""
    record: ActionRecord | None = None
    approval: Approval | None = None
    reference: str = ""
    """Of the approval; a record whose street has been taken out no longer tells it."""
    question: str = ""
    """What the customer is asked, where a part or a yes is missing."""
    pending: Pending | None = None


@dataclass(frozen=True)
class Said:
    """A message of the verified customer, and where it was said."""

    text: str
    conversation_id: str
    turn_id: str
    turn: Turn


@dataclass(frozen=True)
class ActionDesk:
    """Takes an action from the wish to its record; every step may run again and does nothing twice."""

    gatekeeper: Gatekeeper
    orders_of: Callable[[str], tuple[Order, ...]]
    gateway: OrderGateway
    approvals: ApprovalQueue
    confirm_days: int
    """For which a yes counts."""

    def takes(self, pending: Pending | None, said: Said) -> bool:
        """Whether a message answers what is pending: a plain yes or no, or the part that was asked for."""
        if pending is None or pending.customer_id != said.turn.customer_id:
            return False
        if set(find_order_ids(said.text)) - {pending.order_id}:
            return False
        if pending.proposal is not None:
            return answer_of(said.text, pending.proposal.kind) is not None
        return self._completed(pending, said) is not None

    def answer(self, pending: Pending, said: Said) -> Acted | None:
        """Go on with what is pending; None where the message does not answer it."""
        if not self.takes(pending, said):
            return None
        if pending.proposal is None:
            order, found = self._order(pending.order_id, said.turn), self._completed(pending, said)
            return self._next(found, order, pending.wish, _joined(pending, said), said) if order and found else None
        if answer_of(said.text, pending.proposal.kind) == "no":
            return Acted(step="left", order_id=pending.order_id, proposal=pending.proposal)
        return self._confirmed(pending, pending.proposal, said)

    def act(self, wish: Wish, order_id: str, said: Said) -> Acted | None:
        """Begin with a wish about one order; None where it is not an order of the verified customer."""
        order = self._order(order_id, said.turn)
        if order is None:
            return None
        return self._next(self._propose(wish, order, said.text, said), order, wish, said.text, said)

    def _completed(self, pending: Pending, said: Said) -> Proposal | Missing | None:
        """The proposal of a wish and the part now given; None where the message does not give that part."""
        order = self._order(pending.order_id, said.turn)
        if order is None or pending.missing is None:
            return None
        if is_taken_back(said.text):
            return None
        found = self._propose(pending.wish, order, _joined(pending, said), said)
        return None if found == pending.missing else found

    def _propose(self, wish: Wish, order: Order, text: str, said: Said) -> Proposal | Missing | None:
        customer, done = order.customer_id, tuple(one.key for one in self._earlier(order) if one.happened)
        asking = Asking(text, said.conversation_id, customer, said.turn.today, done)
        return Proposer(self.gatekeeper.rules).propose(wish, order, asking)

    def _next(self, found: Proposal | Missing | None, order: Order, wish: Wish, text: str, said: Said) -> Acted:
        if found is None:
            return Acted(step="for_a_person", order_id=order.order_id)
        if isinstance(found, Missing):
            pending = self._pending(order, wish, text, said).model_copy(update={"missing": found})
            return Acted(
                step="asks_part", order_id=order.order_id, question=question_for(found, order), pending=pending
            )
        if settled := self._settled(found, order):
            return settled
        acted = self._certified(found, order, said.turn.today)
        if acted.step != "asks_yes":
            return acted
        pending = self._pending(order, wish, text, said).model_copy(update={"proposal": found})
        return acted.model_copy(update={"question": confirmation(found, order), "pending": pending})

    def _pending(self, order: Order, wish: Wish, text: str, said: Said) -> Pending:
        return Pending(
            customer_id=order.customer_id,
            order_id=order.order_id,
            wish=wish,
            said=text,
            asked_in=said.turn_id,
            asked_on=said.turn.today,
        )

    def _confirmed(self, pending: Pending, proposal: Proposal, said: Said) -> Acted:
        """Carry out what was said yes to, if the order is still as it was and the rules still allow it."""
        order = self._order(proposal.order_id, said.turn)
        if settled := self._settled(proposal, order):
            return settled
        if order is None or digest_of(order, self._done(order)) != proposal.order_seen:
            return Acted(step="changed", order_id=proposal.order_id, proposal=proposal)
        if not 0 <= (said.turn.today - pending.asked_on).days <= self.confirm_days:
            return Acted(step="too_old", order_id=proposal.order_id, proposal=proposal)
        return self._certified(proposal, order, said.turn.today, confirmed=True)

    def _settled(self, proposal: Proposal, order: Order | None) -> Acted | None:
        """What was recorded or asked of a person under the same key before; for a person where it was undone since."""
        if record := self.gateway.find(proposal.key):
            undone = record.happened and order is not None and not stands(record, order)
            return Acted(step="for_a_person", order_id=proposal.order_id) if undone else _recorded(record)
        approval = self.approvals.find(proposal.reference)
        if approval is None or approval.state == "expired":
            return None
        step: Step = "for_a_person" if approval.state == "waiting" else "declined"
        return Acted(
            step=step,
            order_id=proposal.order_id,
            proposal=proposal,
            decision=approval.decision,
            approval=approval,
            reference=approval.reference,
        )

    def _certified(self, proposal: Proposal, order: Order, today: date, *, confirmed: bool = False) -> Acted:
        earlier = self._earlier(order)
        in_doubt = any(one.outcome == "unknown" for one in earlier)
        decision = IN_DOUBT if in_doubt else self.gatekeeper.certify(request_of(proposal, order, earlier, today))
        known = {"order_id": order.order_id, "proposal": proposal, "decision": decision}
        if decision.outcome == "refused":
            return Acted(step="refused", **known)
        if decision.outcome == "approval_needed":
            approval = self.approvals.open(proposal, decision, today)
            return Acted(step="for_a_person", approval=approval, reference=approval.reference, **known)
        if decision.confirm and not confirmed:
            return Acted(step="asks_yes", **known)
        record = self.gateway.execute(Action(proposal=proposal, limit=decision.limit, on=today))
        return _recorded(record).model_copy(update={"decision": decision})

    def _earlier(self, order: Order) -> tuple[ActionRecord, ...]:
        return tuple(
            one for one in self.gateway.records_of(order.customer_id) if one.proposal.order_id == order.order_id
        )

    def _done(self, order: Order) -> list[str]:
        return [one.key for one in self._earlier(order) if one.happened]

    def _order(self, order_id: str, turn: Turn) -> Order | None:
        if turn.customer_id is None:
            return None
        return next((one for one in self.orders_of(turn.customer_id) if one.order_id == order_id), None)


def _recorded(record: ActionRecord) -> Acted:
    steps: dict[str, Step] = {"done": "done", "already_done": "done", "refused": "not_done", "unknown": "unknown"}
    return Acted(step=steps[record.outcome], order_id=record.proposal.order_id, proposal=record.proposal, record=record)


def _joined(pending: Pending, said: Said) -> str:
    return f"{pending.said}\n{said.text}"
