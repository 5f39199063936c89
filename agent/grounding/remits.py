"""What each tier may settle. The cascade holds every tier to it: a verdict beyond its remit leaves the claim open."""

from __future__ import annotations

from collections.abc import Mapping

from agent.claim_text import claim_body
from agent.types import Claim, Label, TierName, Verdict
from knowledge.types import Value


class Remit(Value):
    """The verdicts that a tier may give."""

    labels: frozenset[Label]
    order_values: bool = False
    """Whether it may prove a claim that states a value of an order: only a tier that compares values can."""


REMITS: Mapping[TierName, Remit] = {
    "exact": Remit(
        labels=frozenset({"supported", "refuted", "not_enough_info", "not_checkworthy"}),
        order_values=True,
    ),
    # Nearness is no contradiction: sentences that say the opposite are among the nearest.
    "embedding": Remit(labels=frozenset({"supported", "not_enough_info"}), order_values=True),
    "nli": Remit(labels=frozenset({"supported", "refuted"})),
    "judge": Remit(labels=frozenset({"supported", "refuted", "not_enough_info"})),
    "person": Remit(labels=frozenset({"not_enough_info"})),
}


def overstepped(tier: TierName, verdict: Verdict) -> str | None:
    """What a tier may not say, in words for a person; None for a verdict within its remit."""
    remit = REMITS[tier]
    if verdict.label not in remit.labels:
        return f"the {tier} tier may not settle a claim as {verdict.label}"
    if verdict.label == "supported" and not remit.order_values and states_order_value(verdict.claim):
        return f"the {tier} tier may not prove a value of an order"
    return None


def states_order_value(claim: Claim) -> bool:
    """Whether a claim about an order holds a digit besides the order's id: such values only a field proves."""
    return claim.owner is not None and any(mark.isdigit() for mark in claim_body(claim.text).replace(claim.owner, ""))
