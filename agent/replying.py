"""The reply a customer reads, and the sources it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.grounding.cascade import Grounded
from agent.types import Citation, Decided, Evidence, Handoff
from knowledge.types import Value


class Reply(Value):
    """Safe to send."""

    text: str
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True)
class Replier:
    """Puts together what was decided to be said, and cites the passages that proved it."""

    def reply(self, decided: Decided, grounded: Grounded | None, evidence: Sequence[Evidence]) -> Reply:
        """The text of a decision, with a citation for each passage a kept claim was proved by."""
        if grounded is None or not decided.text:
            return Reply(text=decided.text)
        kept = set(grounded.cut.kept)
        proved_by = [
            ref.id
            for verdict in grounded.verdicts
            if verdict.label == "supported" and verdict.claim.index in kept
            for ref in verdict.evidence
        ]
        by_id = {item.evidence_id: item for item in evidence}
        cited = [by_id[found] for found in dict.fromkeys(proved_by) if found in by_id]
        return Reply(text=decided.text, citations=tuple(_citation(item) for item in cited if item.source == "article"))


def spoken(text: str, handoff: Handoff | None) -> str:
    """All that the customer reads: what is said, then the notice of a handoff."""
    return "\n\n".join(part for part in (text, handoff.notice if handoff else "") if part)


def _citation(item: Evidence) -> Citation:
    return Citation(article=item.article or "", heading_path=item.heading_path, passage_id=item.evidence_id)
