"""A refund request together with the rules it is judged by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from policies.rule_types import RefundRule, Rules
from policies.types import Decision, DecisionOutcome, RefundRequest


@dataclass(frozen=True)
class Case:
    """A request together with the rules it is judged by."""

    request: RefundRequest
    rules: Rules
    terms: RefundRule | None
    """The refund rule in force when the order was placed."""

    @property
    def window_ends(self) -> date | None:
        """Last day of the refund window, included."""
        if self.terms is None or self.terms.window_days is None or self.request.delivered_on is None:
            return None
        return self.request.delivered_on + timedelta(days=self.terms.window_days)

    def decide(self, outcome: DecisionOutcome, rule: str, reason: str) -> Decision:
        """Build the decision, with the limit and the window of the rule in force."""
        limit = self.terms.automatic_limit if self.terms else None
        confirm = self.terms.confirm if self.terms else False
        return Decision(
            outcome=outcome, rule=rule, reason=reason, limit=limit, window_ends=self.window_ends, confirm=confirm
        )

    def money(self, amount: Decimal) -> str:
        """Write a sum of the order as `45.00 USD`."""
        return f"{amount:.2f} {self.request.currency}"


Check = Callable[[Case], Decision | None]
"""Answers with a decision where it settles the matter, with None where it has nothing against the refund."""
