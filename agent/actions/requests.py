"""A proposal and the order as it is now, as the question that the Gatekeeper is asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from agent.actions.addresses import country_code
from agent.actions.proposals import Proposal, refunded
from agent.actions.records import ActionRecord
from knowledge.order_types import Order
from policies.action_types import ActionRequest, AddressRequest, CancelRequest, ResendRequest
from policies.types import RefundLine, RefundRequest


def request_of(
    proposal: Proposal, order: Order, earlier: Sequence[ActionRecord], today: date
) -> RefundRequest | ActionRequest:
    """The request for a proposal of the verified owner of the order; `earlier` was done to this order before."""
    known: dict[str, Any] = {
        "order_id": order.order_id,
        "placed_on": order.placed_on,
        "status": order.status,
        "currency": order.currency,
        "amount": proposal.amount,
        "already_refunded": refunded(order),
        "earlier": tuple(record.proposal.kind for record in earlier if record.happened),
        "identity_verified": order.customer_id == proposal.customer_id,
        "reported_on": proposal.asked_on,
        "today": today,
    }
    lines = tuple(_line(order, item.line) for item in proposal.items)
    match proposal.kind:
        case "refund":
            known |= {"delivered_on": order.delivered_on, "order_total": order.total}
            return RefundRequest.model_validate({**known, "lines": lines, "reason": proposal.reason})
        case "cancel":
            return CancelRequest.model_validate({**known, "reason": proposal.reason})
        case "address":
            abroad = proposal.address is None or country_code(proposal.address.country) != country_code(
                order.address.country
            )
            return AddressRequest.model_validate({**known, "abroad": abroad})
        case "resend":
            known |= {"delivered_on": order.delivered_on}
            return ResendRequest.model_validate({**known, "lines": lines, "reason": proposal.reason})


def _line(order: Order, number: int) -> RefundLine:
    item = order.items[number - 1]
    return RefundLine(
        name=item.name, category=item.category, final_sale=item.final_sale, personalised=item.personalised
    )
