"""The questions that cancelling, another address and sending again must pass, in the order they are asked.

What is plainly outside the rules is refused; what the rules cannot settle goes to a person.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from policies.action_rules import AddressRule, CancelRule, ResendRule
from policies.action_types import ActionRequest, AddressRequest, CancelRequest, ResendRequest
from policies.order_case import Check, OrderCase, OrderKind
from policies.types import Decision, RefundLine

_KINDS: tuple[tuple[type[ActionRequest], OrderKind], ...] = (
    (CancelRequest, "cancel"),
    (AddressRequest, "address"),
    (ResendRequest, "resend"),
)
_DONE: dict[OrderKind, str] = {
    "cancel": "has been cancelled already",
    "address": "has been given another address already",
    "resend": "has had items sent again already",
}


def kind_of(request: ActionRequest) -> OrderKind:
    """The kind of rule a request is judged by; raise TypeError for the bare base class."""
    for model, kind in _KINDS:
        if isinstance(request, model):
            return kind
    raise TypeError(f"Found a {type(request).__name__}, wanted a cancel, an address or a resend request.")


def identity_is_verified(case: OrderCase) -> Decision | None:
    """Refuse while nobody knows who is asking; the words do not tell whether the order exists."""
    if case.request.identity_verified:
        return None
    identity = case.rules.identity
    return case.decide(
        "refused", identity.id, f"Identity comes first: please give your {' and '.join(identity.ask_for)}."
    )


def a_rule_was_in_force(case: OrderCase) -> Decision | None:
    """Ask a person where no rule of the kind covers the order."""
    if case.terms is not None:
        return None
    placed = case.request.placed_on
    orders = f"orders placed on {placed}" if placed else "orders that do not say when they were placed"
    return case.decide(
        "approval_needed", "no-rule-in-force", f"{case.what} has no rule for {orders}, so a person decides."
    )


def it_was_not_done_before(case: OrderCase) -> Decision | None:
    """Refuse what was done to the order already, where the rule allows it once."""
    request = case.request
    cancelled = case.kind == "cancel" and request.status == "cancelled"
    again = case.terms is not None and case.terms.once_per_order and case.kind in request.earlier
    if not (cancelled or again):
        return None
    return case.decide("refused", "already-done", f"Order {request.order_id} {_DONE[case.kind]}.")


def status_allows_it(case: OrderCase) -> Decision | None:
    """Hold the order's status against the two lists of the rule."""
    terms, status = case.terms, case.request.status
    if terms is None or status in terms.statuses:
        return None
    shown = f"order {case.request.order_id} has the status {status.replace('_', ' ')!r}"
    if status in terms.approval_statuses:
        return case.decide("approval_needed", case.rule_id, f"{case.what} needs a person, as the {shown}.")
    return case.decide("refused", case.rule_id, f"{case.what} is not possible, as the {shown}.")


def no_money_went_back(case: OrderCase) -> Decision | None:
    """Ask a person where the order was refunded in part: what is still owed is theirs to say."""
    if case.request.already_refunded == 0:
        return None
    reason = f"Order {case.request.order_id} was refunded in part before, so a person decides."
    return case.decide("approval_needed", "refunded-in-part", reason)


def dates_fit_together(case: OrderCase) -> Decision | None:
    """Ask a person where the dates cannot all be true."""
    request = case.request
    delivered = request.delivered_on if isinstance(request, ResendRequest) else None
    known = [day for day in (request.placed_on, delivered, request.reported_on, request.today) if day]
    if known == sorted(known):
        return None
    return case.decide(
        "approval_needed",
        "dates",
        "The dates of the order and of this request do not fit together, so a person decides.",
    )


def it_is_in_time(case: OrderCase) -> Decision | None:
    """Refuse after the last day of the rule; ask a person where the day it counts from is not known."""
    terms = case.terms
    days = terms.within_days if isinstance(terms, CancelRule | AddressRule | ResendRule) else None
    if days is None:
        return None
    begins = case.request.delivered_on if isinstance(case.request, ResendRequest) else case.request.placed_on
    if begins is None:
        event = "delivered" if case.kind == "resend" else "placed"
        reason = f"Order {case.request.order_id} does not say when it was {event}, so a person decides."
        return case.decide("approval_needed", "dates", reason)
    last = begins + timedelta(days=days)
    if case.request.reported_on <= last:
        return None
    late = case.decide("refused", case.rule_id, f"{case.what} was possible until {last}.")
    return late.model_copy(update={"window_ends": last})


def reason_is_accepted(case: OrderCase) -> Decision | None:
    """Hold the reason against those of the rule."""
    request, terms = case.request, case.terms
    if isinstance(request, CancelRequest) and isinstance(terms, CancelRule):
        if not terms.reasons or request.reason in terms.reasons:
            return None
        wanted = " or ".join(reason.replace("_", " ") for reason in terms.reasons)
        return case.decide("refused", case.rule_id, f"{case.what} is possible only if it is {wanted}.")
    if isinstance(request, ResendRequest) and isinstance(terms, ResendRule) and request.reason not in terms.reasons:
        wanted = " or ".join(reason.replace("_", " ") for reason in terms.reasons)
        reason = f"{case.what} without a person's decision is possible only if they are {wanted}."
        return case.decide("approval_needed", case.rule_id, reason)
    return None


def address_is_in_the_country(case: OrderCase) -> Decision | None:
    """Ask a person about an address abroad, where postage and customs differ."""
    request, terms = case.request, case.terms
    if isinstance(request, AddressRequest) and isinstance(terms, AddressRule) and terms.same_country and request.abroad:
        return case.decide(
            "approval_needed", case.rule_id, "The new address is in another country, so a person decides."
        )
    return None


def lines_can_be_sent_again(case: OrderCase) -> Decision | None:
    """Judge every line of a resend by its category, as for a refund."""
    request = case.request
    if not isinstance(request, ResendRequest):
        return None
    if not request.lines:
        return case.decide("approval_needed", "lines", "It is not said which items are meant, so a person decides.")
    found = [decision for line in request.lines if (decision := _line(case, request, line))]
    return next((one for one in found if one.outcome == "refused"), found[0] if found else None)


def _line(case: OrderCase, request: ResendRequest, line: RefundLine) -> Decision | None:
    if line.personalised:
        reason = f"{line.name} was personalised and has to be made again, so a person decides."
        return case.decide("approval_needed", case.rule_id, reason)
    rule = case.rules.category_rule(line.category, request.placed_on)
    if rule is None:
        return None
    if request.reason not in rule.refundable_when or (rule.report_within_days and request.delivered_on is None):
        return case.decide("approval_needed", rule.id, f"{line.name} has a rule of its own, so a person decides.")
    if rule.report_within_days is None or request.delivered_on is None:
        return None
    last: date = request.delivered_on + timedelta(days=rule.report_within_days)
    if request.reported_on <= last:
        return None
    reason = f"{line.name} had to be reported by {last}, and was reported on {request.reported_on}."
    return case.decide("refused", rule.id, reason)


def amount_is_within_the_limit(case: OrderCase) -> Decision | None:
    """Ask a person above the limit, and about sums that the limit cannot be compared with."""
    terms, request = case.terms, case.request
    if terms is None or terms.automatic_limit is None:
        return None
    if request.currency != case.rules.currency:
        reason = (
            f"The order was paid in {request.currency} and the limit is in {case.rules.currency}, so a person decides."
        )
        return case.decide("approval_needed", "currency", reason)
    if request.amount <= terms.automatic_limit:
        return None
    sums = f"{request.amount:.2f} {request.currency}", f"{terms.automatic_limit:.2f} {request.currency}"
    return case.decide(
        "approval_needed", case.rule_id, f"{case.what} is about {sums[0]}, above the automatic limit of {sums[1]}."
    )


ORDER_CHECKS: Sequence[Check] = (
    identity_is_verified,
    it_was_not_done_before,
    a_rule_was_in_force,
    status_allows_it,
    dates_fit_together,
    it_is_in_time,
    no_money_went_back,
    reason_is_accepted,
    lines_can_be_sent_again,
    address_is_in_the_country,
    amount_is_within_the_limit,
)
"""What is refused comes before what a person decides about; a large sum asks a person where all else is right."""
