"""Certify actions against the rules. The model proposes; this code decides."""

from __future__ import annotations

from dataclasses import dataclass

from policies.case import Case
from policies.checks import REFUND_CHECKS
from policies.rule_types import RefundRule, Rules
from policies.types import Decision, PersonalData, RefundRequest


@dataclass(frozen=True)
class Gatekeeper:
    """Says whether an action may be done, needs a person's approval, or is refused, and by which rule."""

    rules: Rules

    def certify_refund(self, request: RefundRequest) -> Decision:
        """Judge a refund by the rule that was in force on the day the order was placed."""
        case = Case(request, self.rules, self._terms(request))
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

    def _terms(self, request: RefundRequest) -> RefundRule | None:
        return self.rules.refund_rule(request.placed_on) if request.placed_on else None

    def _certify(self, case: Case) -> Decision:
        rule = case.terms.id if case.terms else "no-rule-in-force"
        reason = f"The refund is within the limit and inside the window, which ends on {case.window_ends}."
        return case.decide("certified", rule, reason)
