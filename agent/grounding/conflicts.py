"""Conflicts: a passage that says otherwise than the one that proved a claim is believed, outranked, or stops the claim.

So is a passage that proved a claim and is not in force.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from agent.grounding.grounder import Objection
from agent.grounding.passage_statements import Statement, disagreement, same_subject, statements_in, statements_of
from agent.grounding.precedence import in_force, outranks
from agent.grounding.subjects import subject_words
from agent.grounding.tiers import may_prove
from agent.grounding.values import same_value
from agent.grounding.whole_sections import same_section
from agent.types import Claim, Evidence, EvidenceRef, Verdict


@dataclass(frozen=True)
class ConflictReview:
    """Holds every supported claim against the passages that did not prove it."""

    today: date

    def review(self, draft: str, verdicts: Sequence[Verdict], evidence: Sequence[Evidence]) -> list[Objection]:
        """An objection to each claim that another passage contradicts, unless its own passage takes precedence.

        Where the other one does, the claim is refuted by it; where neither does, a person has to say which one holds.
        """
        passages = [item for item in evidence if item.source == "article" and item.owner is None]
        said = [statement for item in passages for statement in statements_of(item, self.today)]
        found = (self._objection(verdict, passages, said) for verdict in verdicts if verdict.label == "supported")
        return [objection for objection in found if objection]

    def _objection(self, verdict: Verdict, passages: Sequence[Evidence], said: Sequence[Statement]) -> Objection | None:
        ids = {ref.id for ref in verdict.evidence if ref.source == "article"}
        proofs = [item for item in passages if item.evidence_id in ids and may_prove(item, verdict.claim)]
        if ids == {ref.id for ref in verdict.evidence} and not any(in_force(proof, self.today) for proof in proofs):
            return _not_in_force(verdict, proofs)
        claimed = [statement for proof in proofs for statement in _claimed(verdict.claim, proof, self.today)]
        if not claimed:
            return None
        against = [
            (other, how)
            for other in said
            for one in claimed
            if _may_contradict(one, other) and (how := disagreement(one, other))
        ]
        if not against:
            return None
        behind = [*proofs, *(other.evidence for other in said if any(_agree(one, other) for one in claimed))]
        found = (self._stopped(verdict, other, how, behind) for other, how in against)
        return next((objection for objection in found if objection), None)

    def _stopped(self, verdict: Verdict, other: Statement, how: str, behind: Sequence[Evidence]) -> Objection | None:
        if any(outranks(one, other.evidence, self.today) for one in behind):
            return None
        wins = [outranks(other.evidence, one, self.today) for one in behind]
        proof, rival = verdict.evidence[0], _ref(other)
        said = f"{rival.id} and {proof.id} do not agree ({how})"
        if all(wins):
            return Objection(
                claim=verdict.claim.index,
                reason="unsupported_claim",
                label="refuted",
                why=f"{said}; {rival.id} is believed: {wins[0]}",
                evidence=(rival, proof),
            )
        return Objection(
            claim=verdict.claim.index,
            reason="conflict",
            why=f"{said}, and neither takes precedence",
            evidence=(proof, rival),
        )


def _not_in_force(verdict: Verdict, proofs: Sequence[Evidence]) -> Objection | None:
    """What has ended, or is still to come, proves nothing, whether or not another passage says otherwise."""
    days = [f"{item.evidence_id} from {item.effective_from} to {item.effective_to}" for item in proofs]
    why = f"no passage that says so is in force: {', '.join(days).replace('None', 'no day set')}"
    if not proofs:
        return None
    return Objection(claim=verdict.claim.index, reason="unsupported_claim", why=why, evidence=verdict.evidence)


def _claimed(claim: Claim, proof: Evidence, today: date) -> list[Statement]:
    """The claim as statements of the passage that proved it; a line that opens a list says nothing by itself."""
    if claim.text.rstrip("*_ ").endswith(":"):
        return []
    opening = claim.leads[0].rstrip(": ") if claim.leads else ""
    return list(statements_in(claim.text, opening, proof, today))


def _agree(one: Statement, other: Statement) -> bool:
    """Whether another passage says the same of the same thing."""
    if not same_subject(one, other) or one.denies != other.denies or len(one.values) != len(other.values):
        return False
    return all(same_value(a, b) for a, b in zip(one.values, other.values, strict=True))


def _may_contradict(one: Statement, other: Statement) -> bool:
    """Whether two statements need not agree because one author wrote them as one text.

    A passage does not contradict itself. Two passages of one section do only where whole sentences speak of the very same
    thing: a row, or a special case further down, says so in words of its own.
    """
    if one.evidence.evidence_id == other.evidence.evidence_id:
        return False
    return not same_section(one.evidence, other.evidence) or subject_words(one.text) == subject_words(other.text)


def _ref(statement: Statement) -> EvidenceRef:
    item = statement.evidence
    return EvidenceRef(source=item.source, id=item.evidence_id, trust=item.trust, quote=statement.text)
