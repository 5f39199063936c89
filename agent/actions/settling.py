"""What is done with an approval once a person has answered: everything but the limit is certified again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent.actions.announcements import AnnouncedOutcome, Announcement, announce
from agent.actions.approvals import Answer, Approval, ApprovalState
from agent.actions.gateway import OrderGateway
from agent.actions.proposals import Proposal, digest_of
from agent.actions.records import Action, ActionRecord
from agent.actions.requests import request_of
from knowledge.order_types import Order
from knowledge.types import Value
from policies.gatekeeper import Gatekeeper

CHANGED = (
    "Order {order} has changed since this was asked for, so nothing was done. Look at it (`support orders show {order}`), then "
    "deny the request, or approve it again with `--despite-changes`."
)

IN_DOUBT = (
    "It is not known yet what became of another action on order {order}, so nothing was done. Ask the shop, then deny the "
    "request, or approve it again with `--despite-changes`."
)


class Settled(Value):
    """An approval after an answer, and what the customer is to be told; nothing where it goes on waiting."""

    approval: Approval
    announcement: Announcement | None = None


@dataclass(frozen=True)
class ApprovalSettler:
    """Carries out what was approved, once, or says why it cannot be."""

    gatekeeper: Gatekeeper
    orders_of: Callable[[str], tuple[Order, ...]]
    gateway: OrderGateway

    def settle(self, approval: Approval, answer: Answer) -> Settled:
        """The approval after the answer; where the order or the rules forbid it now, it waits on with the problem named."""
        approval = approval.model_copy(update={"answers": (*approval.answers, answer), "problem": ""})
        # What was done under this key was done, whoever answers what afterwards.
        if record := self.gateway.find(approval.proposal.key):
            return _with_record(approval, answer, record)
        if answer.verdict == "deny":
            return _closed(approval, answer, "denied")
        if answer.on > approval.expires_on:
            return _closed(approval, answer, "expired")
        return self._approved(approval, answer)

    def _approved(self, approval: Approval, answer: Answer) -> Settled:
        proposal, orders = approval.proposal, self.orders_of(approval.proposal.customer_id)
        order = next((one for one in orders if one.order_id == proposal.order_id), None)
        if order is None:
            return _waits(approval, f"Order {proposal.order_id} is no longer in the order store, so nothing was done.")
        earlier = [one for one in self.gateway.records_of(order.customer_id) if one.proposal.order_id == order.order_id]
        seen = digest_of(order, (one.key for one in earlier if one.happened))
        if seen != proposal.order_seen and not answer.despite_changes:
            return _waits(approval, CHANGED.format(order=order.order_id))
        if any(one.outcome == "unknown" for one in earlier) and not answer.despite_changes:
            return _waits(approval, IN_DOUBT.format(order=order.order_id))
        decision = self.gatekeeper.certify(request_of(proposal, order, earlier, answer.on))
        if decision.outcome == "refused":
            return _waits(approval, f"The rules refuse it now: {decision.reason} Nothing was done.")
        return self._carried_out(approval, answer, proposal.model_copy(update={"order_seen": seen}))

    def _carried_out(self, approval: Approval, answer: Answer, proposal: Proposal) -> Settled:
        record = self.gateway.execute(Action(proposal=proposal, limit=None, on=answer.on, approved_by=answer.by))
        if record.outcome == "refused":
            return _waits(approval, f"The shop did not do it: {record.detail}")
        return _with_record(approval, answer, record)


def _with_record(approval: Approval, answer: Answer, record: ActionRecord) -> Settled:
    state: ApprovalState = "done" if record.happened else "unknown"
    settled = approval.model_copy(update={"state": state, "record": record})
    outcome: AnnouncedOutcome = "done" if record.happened else "unknown"
    return Settled(approval=settled, announcement=announce(approval.proposal, outcome, answer.on, record))


def _closed(approval: Approval, answer: Answer, state: AnnouncedOutcome) -> Settled:
    settled = approval.model_copy(update={"state": state})
    return Settled(approval=settled, announcement=announce(approval.proposal, state, answer.on))


def _waits(approval: Approval, problem: str) -> Settled:
    return Settled(approval=approval.model_copy(update={"problem": problem}))
