"""Who may speak for an order: its own record, and no article, whatever it says about an order of that number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.grounding.grounder import Objection
from agent.types import Evidence, Verdict
from knowledge.order_ids import find_order_ids


@dataclass(frozen=True)
class OrderSpeakers:
    """Looks at every supported claim that names an order."""

    def review(self, draft: str, verdicts: Sequence[Verdict], evidence: Sequence[Evidence]) -> list[Objection]:
        """An objection to each claim that names an order none of its proofs belongs to."""
        owned = {(item.evidence_id, item.owner) for item in evidence}
        return [
            Objection(
                claim=verdict.claim.index,
                reason="unsupported_claim",
                why=f"it speaks of {', '.join(unproved)}, and no record of that order proves it",
                evidence=verdict.evidence,
            )
            for verdict in verdicts
            if verdict.label == "supported" and (unproved := _unproved(verdict, owned))
        ]


def _unproved(verdict: Verdict, owned: set[tuple[str, str | None]]) -> list[str]:
    named = find_order_ids(verdict.claim.text)
    return [order for order in named if not any((ref.id, order) in owned for ref in verdict.evidence)]
