"""Handing a turn to a person: what the customer is told, what the person needs, what changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.asserted import assertions
from agent.decisions.so_far import TurnSoFar
from agent.errors import DeadlineError
from agent.missing import asked_decision, missing
from agent.nearest_evidence import nearest_line
from agent.packet import Asserted, CutClaim, Fact, Packet, Quoted, quoted, referred
from agent.suggested_reply import answer_to, suggested_reply
from agent.tried import tried
from agent.types import Claim, Decided, Evidence, Handoff, HandoffReason, Verdict

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

ORDER_FACTS = ("status", "placed_on", "shipped_on", "delivered_on", "estimated_delivery", "cancelled_on", "refunded_on")
"""Fields of an order that a person wants to see whatever the question was."""


@dataclass(frozen=True)
class HandoffWriter:
    """Writes the three parts of a handoff."""

    def write(self, question: str, decided: Decided, so_far: TurnSoFar) -> Handoff:
        """The handoff of a turn that was decided to need a person."""
        reason = decided.reason or "failure"
        return Handoff(
            reason=reason,
            notice=decided.notice or NOTICES[reason],
            packet=_packet(question, decided, so_far).model_dump(mode="json"),
            state={"status": "waiting_for_person", "reason": reason, "previous": "bot"},
        )


def failure_handoff(question: str, error: Exception) -> Handoff:
    """The handoff of a turn that could not be finished; the customer is told nothing of the cause."""
    packet = Packet(
        question=question,
        customer_asserted=tuple(Asserted(text=text, said_in="this message") for text in assertions(question)),
        tried=("the turn was begun, and stopped by an error before anything was sent",),
        missing=f"The turn could not be finished ({type(error).__name__}: {error})",
        suggested_reply=f"[to be confirmed: {answer_to(question)}]",
    )
    reason: HandoffReason = "deadline" if isinstance(error, DeadlineError) else "failure"
    return Handoff(
        reason=reason,
        notice=NOTICES[reason],
        packet=packet.model_dump(mode="json"),
        state={"status": "waiting_for_person", "reason": reason, "previous": "bot"},
    )


def _packet(question: str, decided: Decided, so_far: TurnSoFar) -> Packet:
    reason, today = decided.reason or "failure", so_far.turn.today
    cut = _cut_verdicts(so_far)
    claims = tuple(_cut_claim(verdict, so_far) for verdict in cut)
    grounded = so_far.grounded
    proved = grounded.cut.text if grounded and grounded.cut.answers else ""
    unproved: list[Claim] = [verdict.claim for verdict in cut if verdict.label != "supported"]
    return Packet(
        question=question,
        verified_facts=tuple({fact.text: fact for fact in (*_order_facts(so_far), *_proved_facts(so_far))}.values()),
        customer_asserted=tuple(_asserted(question, so_far)),
        cut_claims=claims,
        tried=tried(so_far),
        missing=missing(question, decided, so_far, claims),
        suggested_reply=suggested_reply(reason, question, proved, unproved, today, asked_decision(so_far)),
        already_sent=decided.text,
        decision=so_far.certified.model_dump(mode="json") if so_far.certified else None,
    )


def _proved_facts(so_far: TurnSoFar) -> Iterator[Fact]:
    if so_far.grounded is None:
        return
    kept = set(so_far.grounded.cut.kept)
    for verdict in so_far.grounded.verdicts:
        if verdict.label == "supported" and verdict.claim.index in kept:
            ids = tuple(ref.id for ref in verdict.evidence)
            yield Fact(text=verdict.claim.text, evidence=ids, tier=verdict.tier, sources=_sources(verdict, so_far))


def _order_facts(so_far: TurnSoFar) -> Iterator[Fact]:
    for item in _evidence(so_far):
        if item.source == "order" and item.field in ORDER_FACTS:
            source = quoted(item, item.text, so_far.turn.today)
            yield Fact(text=item.text, evidence=(item.evidence_id,), tier=None, sources=(source,))


def _asserted(question: str, so_far: TurnSoFar) -> Iterator[Asserted]:
    for text in assertions(question):
        yield Asserted(text=text, said_in="this message")
    for item in _evidence(so_far):
        if item.trust == "user":
            yield Asserted(
                text=item.text, said_in=f"the note on order {item.owner}" if item.owner else item.evidence_id
            )


def _cut_verdicts(so_far: TurnSoFar) -> list[Verdict]:
    if so_far.grounded is None:
        return []
    cut = set(so_far.grounded.cut.cut)
    return [verdict for verdict in so_far.grounded.verdicts if verdict.claim.index in cut and verdict.claim.checkworthy]


def _cut_claim(verdict: Verdict, so_far: TurnSoFar) -> CutClaim:
    why = verdict.reason
    if verdict.label == "supported":
        why = f"proved, but it would mean something else without what was cut beside it ({why})"
    return CutClaim(
        text=verdict.claim.text,
        label=verdict.label,
        tier=verdict.tier,
        why=why,
        nearest=_sources(verdict, so_far) or _nearest(verdict.claim, so_far),
    )


def _sources(verdict: Verdict, so_far: TurnSoFar) -> tuple[Quoted, ...]:
    by_id = {item.evidence_id: item for item in _evidence(so_far)}
    today = so_far.turn.today
    return tuple(
        quoted(by_id[ref.id], ref.quote, today) if ref.id in by_id else referred(ref) for ref in verdict.evidence
    )


def _nearest(claim: Claim, so_far: TurnSoFar) -> tuple[Quoted, ...]:
    found = nearest_line(claim, _evidence(so_far))
    return (quoted(found.evidence, found.line, so_far.turn.today),) if found else ()


def _evidence(so_far: TurnSoFar) -> Sequence[Evidence]:
    return so_far.gathered.evidence if so_far.gathered else ()
