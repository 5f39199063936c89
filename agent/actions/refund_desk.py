"""Actions: what a customer asks to be done is put to the Gatekeeper, and done by nobody before it is certified."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from agent.gathering import Turn
from knowledge.order_types import Order
from knowledge.types import Value
from policies.gatekeeper import Gatekeeper
from policies.types import Decision, RefundLine, RefundReason, RefundRequest

REASONS: tuple[tuple[re.Pattern[str], RefundReason], ...] = (
    (
        re.compile(
            r"\b(damag\w*|broken?|broke|crack\w*|smash\w*|snap\w*|torn|tore|rip\w*|dent\w*|shatter\w*|bent|spoil\w*|rotten|rotting|mou?ld\w*|leak\w*|wilted|dead|warm|melted|thawed|off|bad)\b",
            re.I,
        ),
        "damaged",
    ),
    (re.compile(r"\b(fault\w*|defect\w*|stopped working|does(n't| not) work|not working)\b", re.I), "faulty"),
    (
        re.compile(r"\b(never arrived|not arrived|did(n't| not) arrive|missing|lost|not received)\b", re.I),
        "not_arrived",
    ),
    (re.compile(r"\b(changed my mind|don't want|do not want|no longer)\b", re.I), "changed_mind"),
)


class Certified(Value):
    """A request and what the rules say about it."""

    request: RefundRequest
    decision: Decision


@dataclass(frozen=True)
class RefundDesk:
    """Turns the wish for a refund into a request and puts it to the Gatekeeper."""

    gatekeeper: Gatekeeper
    orders_of: Callable[[str], tuple[Order, ...]]

    def certify(self, message: str, order_id: str, turn: Turn) -> Certified | None:
        """The decision on refunding one order in full; None where it is not an order of the verified customer."""
        if turn.customer_id is None:
            return None
        order = next((one for one in self.orders_of(turn.customer_id) if one.order_id == order_id), None)
        if order is None:
            return None
        request = _request(message, order, turn)
        return Certified(request=request, decision=self.gatekeeper.certify_refund(request))


def _request(message: str, order: Order, turn: Turn) -> RefundRequest:
    refunded = sum((payment.amount for payment in order.payments if payment.kind == "refund"), Decimal("0.00"))
    return RefundRequest(
        order_id=order.order_id,
        placed_on=order.placed_on,
        delivered_on=order.delivered_on,
        status=order.status,
        currency=order.currency,
        amount=order.total - refunded,
        order_total=order.total,
        already_refunded=refunded,
        lines=tuple(
            RefundLine(
                name=item.name, category=item.category, final_sale=item.final_sale, personalised=item.personalised
            )
            for item in order.items
        ),
        reason=next((reason for pattern, reason in REASONS if pattern.search(message)), "other"),
        reported_on=turn.today,
        identity_verified=True,
        today=turn.today,
    )
