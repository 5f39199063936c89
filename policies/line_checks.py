"""Hold the lines of a refund request against final sale, personalisation and their categories."""

from __future__ import annotations

from datetime import timedelta

from policies.case import Case
from policies.rule_types import CategoryRule
from policies.types import Decision, RefundLine


def lines_are_refundable(case: Case) -> Decision | None:
    """Judge every line; one refused line refuses the request, one line for a person asks a person."""
    if not case.request.lines:
        reason = "The request does not say which items it is for, so a person decides."
        return case.decide("approval_needed", "lines", reason)
    found = [decision for line in case.request.lines if (decision := _line(case, line))]
    return next((d for d in found if d.outcome == "refused"), found[0] if found else None)


def _line(case: Case, line: RefundLine) -> Decision | None:
    terms = case.terms
    if terms is None:
        return None
    if line.final_sale:
        return case.decide(terms.final_sale, terms.id, f"{line.name} was a final-sale item.")
    if line.personalised:
        return case.decide(terms.personalised, terms.id, f"{line.name} was personalised.")
    rule = case.rules.category_rule(line.category, case.request.placed_on)
    return _category(case, line, rule) if rule else None


def _category(case: Case, line: RefundLine, rule: CategoryRule) -> Decision | None:
    if case.request.reason == "other" and rule.refundable_when:
        reason = f"{line.name} {_category_terms(rule)}, and the reason given is not clear, so a person decides."
        return case.decide("approval_needed", rule.id, reason)
    if case.request.reason not in rule.refundable_when:
        return case.decide(rule.otherwise, rule.id, f"{line.name} {_category_terms(rule)}.")
    if rule.report_within_days is None:
        return None
    if case.request.delivered_on is None:
        reason = f"The order does not say when {line.name} was delivered, so a person decides."
        return case.decide("approval_needed", "dates", reason)
    last_day = case.request.delivered_on + timedelta(days=rule.report_within_days)
    if case.request.reported_on <= last_day:
        return None
    reason = f"{line.name} had to be reported by {last_day}, and was reported on {case.request.reported_on}."
    return case.decide("refused", rule.id, reason).model_copy(update={"window_ends": last_day})


def _category_terms(rule: CategoryRule) -> str:
    if not rule.refundable_when:
        return "is never refunded"
    reasons = " or ".join(reason.replace("_", " ") for reason in rule.refundable_when)
    without_a_person = " without a person's decision" if rule.otherwise == "approval_needed" else ""
    return f"is refunded{without_a_person} only if it is {reasons}"
