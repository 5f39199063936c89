"""The record of a turn, as `support ask --json` prints it and the ledger keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent.context.cleaning import visible_text
from agent.grounding.grounder import Grounded
from agent.handoff import failure_handoff
from agent.llm.spending import Spent
from agent.replying import Reply, spoken
from agent.state import NewTurn, TurnState
from agent.types import ContextPack, Decided, Handoff, Message, TurnResult

KEPT_OF_A_FAILED_MESSAGE = 8_000
"""Characters; the stage that would have bounded the message may be the one that failed."""

NOTHING: Mapping[str, str] = {}


def turn_result(
    state: TurnState,
    models: dict[str, str],
    made_with: Mapping[str, str] = NOTHING,
    spent: Spent | None = None,
) -> TurnResult:
    """A finished turn from its state; `made_with` names what it ran on besides its models, `spent` what these took."""
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
        reply=with_notice(state.get("intake") or {}, spoken(reply.text, handoff)),
        citations=reply.citations,
        claims=_claims(state["grounded"]),
        handoff=handoff,
        context=_context(state["assembled"]),
        timings_ms=state["timings_ms"],
        why=decided.why,
        route=state["routed"] or {},
        searched=tuple(gathered.get("searched", ())),
        orders=tuple(gathered.get("orders", ())),
        memory=tuple(gathered.get("recalled", ())),
        draft=state["drafted"] or {},
        decision=state["certified"],
        notes=tuple(gathered.get("notes", ())),
        models=models,
        today=state["turn"].get("today"),
        use_knowledge=state["turn"].get("use_knowledge", True),
        intake=state.get("intake") or {},
        history=tuple(Message.model_validate(line) for line in state.get("history") or ()),
        made_with=dict(made_with),
        exchanges=tuple(state.get("exchanges") or ()),
        spent=spent.model_dump(mode="json") if spent and spent.calls else {},
        grounding=_grounding(state["grounded"]),
    )


def failed_turn(new: NewTurn, error: Exception, models: dict[str, str]) -> TurnResult:
    """A turn that stopped before its end, handed over; the customer is told nothing of the cause."""
    question = visible_text(new["message"])[:KEPT_OF_A_FAILED_MESSAGE]
    handoff = failure_handoff(question, error)
    return TurnResult(
        turn_id=new["turn_id"],
        conversation_id=new["conversation_id"],
        customer_id=new["turn"]["customer_id"],
        asked_at=new["asked_at"],
        question=question,
        outcome="handed_off",
        reply=with_notice(new.get("intake") or {}, handoff.notice),
        handoff=handoff,
        why=f"{type(error).__name__}: {error}",
        models=models,
        today=new["turn"].get("today"),
        use_knowledge=new["turn"].get("use_knowledge", True),
        intake=new.get("intake") or {},
    )


def with_notice(intake: Mapping[str, Any], reply: str) -> str:
    """The reply, below what the customer is told of their message: fixed words, which need no proof."""
    return "\n\n".join(part for part in (intake.get("notice", ""), reply) if part)


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
            "sentence": verdict.claim.whole.text if verdict.claim.whole else verdict.claim.text,
            "evidence": [ref.model_dump(mode="json") for ref in verdict.evidence],
            "cut": verdict.claim.index in cut,
        }
        for verdict in grounded.verdicts
    )


def _grounding(found: dict[str, Any] | None) -> dict[str, Any]:
    """What happened to the draft as a whole; the verdicts are the claims'."""
    if found is None:
        return {}
    return Grounded.model_validate(found).model_dump(mode="json", exclude={"verdicts", "cut"})


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
