"""Turns for which no drafter wrote anything that may be used."""

from __future__ import annotations

from agent.decisions.so_far import TurnSoFar
from agent.types import Decided


def not_drafted(so_far: TurnSoFar) -> Decided | None:
    """A person answers; the customer is told nothing of the cause."""
    draft = so_far.draft
    if draft is None or draft.failed is None:
        return None
    return Decided(outcome="handed_off", reason=draft.failed.reason, why=draft.failed.why)
