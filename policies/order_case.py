"""A request to cancel, readdress or resend together with the rule it is judged by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from policies.action_rules import ActionRule
from policies.action_types import ActionRequest
from policies.rule_types import Rules
from policies.types import Decision, DecisionOutcome

OrderKind = Literal["cancel", "address", "resend"]

WHAT: dict[OrderKind, str] = {
    "cancel": "Cancelling order {order}",
    "address": "Changing the address of order {order}",
    "resend": "Sending items of order {order} again",
}


@dataclass(frozen=True)
class OrderCase:
    """A request together with the rule it is judged by."""

    request: ActionRequest
    kind: OrderKind
    rules: Rules
    terms: ActionRule | None
    """The rule of this kind in force when the order was placed."""

    @property
    def what(self) -> str:
        """The action as the beginning of a sentence."""
        return WHAT[self.kind].format(order=self.request.order_id)

    @property
    def rule_id(self) -> str:
        """Id of the rule in force."""
        return self.terms.id if self.terms else "no-rule-in-force"

    def decide(self, outcome: DecisionOutcome, rule: str, reason: str) -> Decision:
        """Build the decision, with the limit of the rule in force and whether it wants a yes."""
        terms = self.terms
        limit = terms.automatic_limit if terms else None
        return Decision(
            outcome=outcome, rule=rule, reason=reason, limit=limit, confirm=terms.confirm if terms else False
        )


Check = Callable[[OrderCase], Decision | None]
"""Answers with a decision where it settles the matter, with None where it has nothing against the action."""
