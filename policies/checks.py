"""The questions a refund must pass, one function each, in the order they are asked.

What is plainly outside the rules is refused; what the rules cannot settle goes to a person.
"""

from __future__ import annotations

from collections.abc import Sequence

from policies.case import Case, Check
from policies.line_checks import lines_are_refundable
from policies.types import Decision

_BEFORE_DELIVERY = ("pending", "processed", "shipped")
_UNDER_WAY = ("partially_shipped", "return_requested", "exchange_requested", "returned")


def identity_is_verified(case: Case) -> Decision | None:
    """Refuse while nobody knows who is asking; the words do not tell whether the order exists."""
    identity = case.rules.identity
    if case.request.identity_verified:
        return None
    needed = " and ".join(identity.ask_for)
    return case.decide("refused", identity.id, f"Identity comes first: please give your {needed}.")


def order_state_allows_it(case: Case) -> Decision | None:
    """Settle orders that are cancelled, refunded, not delivered, or in the middle of something else."""
    request, order = case.request, f"Order {case.request.order_id}"
    if request.status == "cancelled":
        return case.decide("refused", "order-state", f"{order} was cancelled, so nothing was delivered.")
    if request.status == "refunded":
        return case.decide("refused", "already-refunded", f"{order} has been refunded already.")
    if request.status in _UNDER_WAY:
        reason = f"{order} has the status {request.status.replace('_', ' ')!r}, so a person looks at it first."
        return case.decide("approval_needed", "order-state", reason)
    return _delivery_allows_it(case, order)


def _delivery_allows_it(case: Case, order: str) -> Decision | None:
    if case.request.reason == "not_arrived":
        reason = f"{order} is said not to have arrived, so a person looks for it."
        return case.decide("approval_needed", "order-state", reason)
    if case.request.status in _BEFORE_DELIVERY:
        return case.decide("refused", "order-state", f"{order} has not been delivered yet.")
    return None


def currency_is_the_rules(case: Case) -> Decision | None:
    """Ask a person about sums that the limit cannot be compared with."""
    found, wanted = case.request.currency, case.rules.currency
    if found == wanted:
        return None
    reason = f"The order was paid in {found} and the automatic limit is in {wanted}, so a person decides."
    return case.decide("approval_needed", "currency", reason)


def amount_is_possible(case: Case) -> Decision | None:
    """Refuse nothing, less than nothing, and more than what is left of the order."""
    request = case.request
    left = request.order_total - request.already_refunded
    if left <= 0:
        reason = f"Order {request.order_id} has been refunded in full already."
        return case.decide("refused", "already-refunded", reason)
    if request.amount <= 0:
        reason = f"A refund must be above zero, and {case.money(request.amount)} was asked for."
        return case.decide("refused", "amount", reason)
    if request.amount > left:
        asked, rest = case.money(request.amount), case.money(left)
        reason = f"{asked} is more than the {rest} that can still be refunded."
        return case.decide("refused", "amount", reason)
    return None


def nothing_was_sent_again(case: Case) -> Decision | None:
    """Ask a person about an order of which something was sent again: goods and money together are theirs to give."""
    if "resend" not in case.request.earlier:
        return None
    reason = f"Items of order {case.request.order_id} were sent again, so a person decides about money back."
    return case.decide("approval_needed", "sent-again", reason)


def dates_are_known(case: Case) -> Decision | None:
    """Ask a person where a date the rules depend on is missing, or the dates cannot all be true."""
    request, terms = case.request, case.terms
    missing = None
    if request.placed_on is None and terms is None:
        missing = "the order was placed"
    elif request.delivered_on is None and (terms is None or terms.window_days is not None):
        missing = "it was delivered"
    if missing:
        reason = f"The order does not say when {missing}, so a person decides."
        return case.decide("approval_needed", "dates", reason)
    known = [day for day in (request.placed_on, request.delivered_on, request.reported_on, request.today) if day]
    if known != sorted(known):
        reason = "The dates of the order and of this request do not fit together, so a person decides."
        return case.decide("approval_needed", "dates", reason)
    return None


def a_rule_was_in_force(case: Case) -> Decision | None:
    """Ask a person about orders older than every rule."""
    if case.terms is not None:
        return None
    reason = f"No refund rule covers orders placed on {case.request.placed_on}, so a person decides."
    return case.decide("approval_needed", "no-rule-in-force", reason)


def window_is_open(case: Case) -> Decision | None:
    """Refuse after the last day of the window; a fault found later may be a warranty case, for a person."""
    ends = case.window_ends
    if ends is None or case.terms is None or case.request.reported_on <= ends:
        return None
    closed = f"The refund window of order {case.request.order_id} ended on {ends}"
    if case.request.reason == "faulty":
        return case.decide("approval_needed", case.terms.id, f"{closed}; a person checks the warranty.")
    return case.decide("refused", case.terms.id, f"{closed}.")


def amount_is_within_the_limit(case: Case) -> Decision | None:
    """Ask a person above the limit; earlier refunds count, so that slices of a large refund do not pass."""
    terms, total = case.terms, case.request.amount + case.request.already_refunded
    if terms is None or total <= terms.automatic_limit:
        return None
    limit = case.money(terms.automatic_limit)
    reason = f"Refunds of {case.money(total)} on one order are above the automatic limit of {limit}."
    return case.decide("approval_needed", terms.id, reason)


REFUND_CHECKS: Sequence[Check] = (
    identity_is_verified,
    order_state_allows_it,
    amount_is_possible,
    nothing_was_sent_again,
    currency_is_the_rules,
    dates_are_known,
    a_rule_was_in_force,
    window_is_open,
    lines_are_refundable,
    amount_is_within_the_limit,
)
"""A lost parcel goes to a person whatever it held; a large sum does so only where all else is right."""
