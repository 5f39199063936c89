"""Certify actions against the rules. The model proposes; this code decides."""

from __future__ import annotations

from dataclasses import dataclass

from policies.action_types import ActionRequest
from policies.case import Case
from policies.checks import REFUND_CHECKS
from policies.order_case import OrderCase
from policies.order_checks import ORDER_CHECKS, kind_of
from policies.rule_types import Rules
from policies.types import Decision, PersonalData, RefundRequest


@dataclass(frozen=True)
class Gatekeeper:
    """Says whether an action may be done, needs a person's approval, or is refused, and by which rule."""

    rules: Rules

    def certify(self, request: RefundRequest | ActionRequest) -> Decision:
        """Judge an action by the rule of its kind that was in force on the day the order was placed."""
        if isinstance(request, RefundRequest):
            return self.certify_refund(request)
        kind = kind_of(request)
        case = OrderCase(request, kind, self.rules, self.rules.action_rule(kind, request.placed_on))
        for check in ORDER_CHECKS:
            if decision := check(case):
                return decision
        return case.decide("certified", case.rule_id, f"{case.what} is within the rules.")

    def certify_refund(self, request: RefundRequest) -> Decision:
        """Judge a refund by the rule that was in force on the day the order was placed."""
        case = Case(request, self.rules, self.rules.refund_rule(request.placed_on))
        for check in REFUND_CHECKS:
            if decision := check(case):
                return decision
        return self._certify(case)

    def certify_disclosure(self, data: PersonalData, *, identity_verified: bool) -> Decision:
        """Judge whether this kind of personal data may be spoken about."""
        identity = self.rules.identity
        if identity_verified or data not in identity.protects:
            return Decision(outcome="certified", rule=identity.id, reason=f"The customer may be told about {data}.")
        needed = " and ".join(identity.ask_for)
        reason = f"Identity comes before {data}: please give your {needed}."
        return Decision(outcome="refused", rule=identity.id, reason=reason)

    def _certify(self, case: Case) -> Decision:
        rule = case.terms.id if case.terms else "no-rule-in-force"
        inside = f" and inside the window, which ends on {case.window_ends}" if case.window_ends else ""
        reason = f"The refund is within the limit{inside}."
        return case.decide("certified", rule, reason)
