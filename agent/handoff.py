"""Handing a turn to a person: what the customer is told, what the person needs, what changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agent.deciding import TurnSoFar
from agent.types import Decided, Evidence, Handoff, HandoffReason, Verdict

NOTICES: dict[HandoffReason, str] = {
    "unsupported_claim": "I could not confirm everything about this, so I have passed it on to a colleague.",
    "no_evidence": "I have passed your question on to a colleague.",
    "conflict": "Our information on this does not agree, so I have passed your question on to a colleague.",
    "approval_needed": "A colleague has to decide about this, and has your request now.",
    "customer_asked": "I have passed you on to a colleague.",
    "policy_topic": "A colleague takes over from here.",
    "low_confidence": "I am not sure enough about this, so I have passed it on to a colleague.",
    "distress": "A colleague takes over from here.",
    "loop": "We are going round in circles, so I have passed this on to a colleague.",
    "deadline": "I could not finish checking this in time, so I have passed it on to a colleague.",
    "failure": "Something went wrong on our side, so I have passed your question on to a colleague.",
}
"""What the customer is told for each reason; never empty."""


@dataclass(frozen=True)
class HandoffWriter:
    """Writes the three parts of a handoff."""

    def write(self, question: str, decided: Decided, so_far: TurnSoFar) -> Handoff:
        """The handoff of a turn that was decided to need a person."""
        reason = decided.reason or "failure"
        return Handoff(
            reason=reason,
            notice=decided.notice or NOTICES[reason],
            packet=_packet(question, decided, so_far),
            state={"status": "waiting_for_person", "reason": reason, "previous": "bot"},
        )


def failure_handoff(question: str, error: Exception) -> Handoff:
    """The handoff of a turn that could not be finished; the customer is told nothing of the cause."""
    return Handoff(
        reason="failure",
        notice=NOTICES["failure"],
        packet={
            "question": question,
            "verified_facts": [],
            "customer_asserted": [],
            "cut_claims": [],
            "tried": [],
            "missing": f"{type(error).__name__}: {error}",
            "suggested_reply": "",
        },
        state={"status": "waiting_for_person", "reason": "failure", "previous": "bot"},
    )


def _packet(question: str, decided: Decided, so_far: TurnSoFar) -> dict[str, Any]:
    verdicts = so_far.grounded.verdicts if so_far.grounded else ()
    evidence = so_far.gathered.evidence if so_far.gathered else ()
    return {
        "question": question,
        "verified_facts": [_fact(verdict) for verdict in verdicts if verdict.label == "supported"]
        + [_order_fact(item) for item in evidence if item.source == "order" and item.field == "status"],
        "customer_asserted": [item.text for item in evidence if item.trust == "user"],
        "cut_claims": _cut_claims(so_far),
        "tried": _tried(so_far),
        "missing": decided.why,
        "suggested_reply": decided.text,
        "decision": so_far.certified.model_dump(mode="json") if so_far.certified else None,
    }


def _fact(verdict: Verdict) -> dict[str, Any]:
    sources = [ref.id for ref in verdict.evidence]
    return {"text": verdict.claim.text, "evidence": sources, "tier": verdict.tier}


def _order_fact(item: Evidence) -> dict[str, Any]:
    return {"text": item.text, "evidence": [item.evidence_id], "tier": None}


def _cut_claims(so_far: TurnSoFar) -> list[dict[str, Any]]:
    if so_far.grounded is None:
        return []
    cut = set(so_far.grounded.cut.cut)
    return [
        {"text": verdict.claim.text, "label": verdict.label, "tier": verdict.tier, "why": verdict.reason}
        for verdict in so_far.grounded.verdicts
        if verdict.claim.index in cut and verdict.claim.checkworthy
    ]


def _tried(so_far: TurnSoFar) -> list[str]:
    tried = list(so_far.gathered.notes) if so_far.gathered else []
    if so_far.gathered and so_far.gathered.candidates:
        found = [candidate.evidence.evidence_id for candidate in so_far.gathered.candidates]
        tried.append(f"looked at {', '.join(found[:8])}")
    if so_far.draft:
        tried.append(f"drafted with {so_far.draft.drafter}")
    return tried
