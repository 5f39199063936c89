"""Recorded actions as evidence: what was done to the orders that a turn speaks of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent.actions.records import ActionRecord, sentence
from agent.gathering import Offer, Turn
from agent.routing import Route
from agent.types import Candidate, Evidence


@dataclass(frozen=True)
class ActionRecords:
    """The records of the verified customer's own orders; it is asked after the orders, which say which these are."""

    records_of: Callable[[str], tuple[ActionRecord, ...]]

    def offer(self, route: Route, turn: Turn) -> Offer:
        """A sentence for each action that happened to an order of this turn."""
        orders = {one.order_id for one in turn.placed}
        if turn.customer_id is None or not orders:
            return Offer()
        found = [one for one in self.records_of(turn.customer_id) if one.happened and one.proposal.order_id in orders]
        evidence = tuple(record_evidence(one) for one in found)
        return Offer(evidence=evidence, candidates=tuple(Candidate(evidence=one, score=1.0) for one in evidence))


def record_evidence(record: ActionRecord) -> Evidence:
    """One record as evidence, owned by its order; the street of an address stays out of it."""
    return Evidence(
        evidence_id=f"{record.proposal.order_id}/actions/{record.reference}",
        source="action",
        trust="verified",
        owner=record.proposal.order_id,
        field=f"actions.{record.proposal.kind}",
        text=sentence(record),
    )
