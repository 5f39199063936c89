"""The record of a turn, as `support ask --json` prints it and the ledger keeps it."""

from __future__ import annotations

from typing import Any

from agent.grounding.grounder import Grounded
from agent.replying import Reply, spoken
from agent.state import TurnState
from agent.types import ContextPack, Decided, Handoff, TurnResult


def turn_result(state: TurnState, models: dict[str, str]) -> TurnResult:
    """A finished turn from its state."""
    decided = Decided.model_validate(state["decided"])
    reply = Reply.model_validate(state["replied"] or {"text": ""})
    handoff = Handoff.model_validate(state["handed_off"]) if state["handed_off"] else None
    gathered = state["gathered"] or {}
    return TurnResult(
        turn_id=state["turn_id"],
        conversation_id=state["conversation_id"],
        customer_id=state["turn"]["customer_id"],
        asked_at=state["asked_at"],
        question=(state["received"] or {}).get("text", state["message"]),
        outcome=decided.outcome,
        reply=spoken(reply.text, handoff),
        citations=reply.citations,
        claims=_claims(state["grounded"]),
        handoff=handoff,
        context=_context(state["assembled"]),
        timings_ms=state["timings_ms"],
        why=decided.why,
        route=state["routed"] or {},
        searched=tuple(gathered.get("searched", ())),
        draft=state["drafted"] or {},
        decision=state["certified"],
        notes=tuple(gathered.get("notes", ())),
        models=models,
    )


def _claims(found: dict[str, Any] | None) -> tuple[dict[str, Any], ...]:
    if found is None:
        return ()
    grounded = Grounded.model_validate(found)
    cut = set(grounded.cut.cut)
    return tuple(
        {
            "text": verdict.claim.text,
            "label": verdict.label,
            "tier": verdict.tier,
            "confidence": round(verdict.confidence, 4),
            "reason": verdict.reason,
            "owner": verdict.claim.owner,
            "evidence": [ref.model_dump(mode="json") for ref in verdict.evidence],
            "cut": verdict.claim.index in cut,
        }
        for verdict in grounded.verdicts
    )


def _context(found: dict[str, Any] | None) -> dict[str, Any]:
    if found is None:
        return {"budget": 0, "used": 0, "items": [], "dropped": []}
    pack = ContextPack.model_validate(found)
    return {
        "budget": pack.budget,
        "used": pack.used,
        "items": [
            {
                "label": item.label,
                "id": item.evidence.evidence_id,
                "source": item.evidence.source,
                "trust": item.evidence.trust,
                "score": round(item.score, 4),
                "tokens": item.tokens,
                "text": item.evidence.text,
            }
            for item in pack.items
        ],
        "dropped": [drop.model_dump(mode="json") for drop in pack.dropped],
    }
