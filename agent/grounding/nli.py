"""The NLI tier: a local cross-encoder reads evidence and claim together, where one is installed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.claims import claim_body
from agent.grounding.tiers import may_prove
from agent.types import Claim, Evidence, EvidenceRef, TierName, Verdict
from knowledge.sentences import sentences
from knowledge.verification import Entailment, Verifier

WINDOW = 3
"""Evidence sentences read together; windows overlap by two."""


@dataclass(frozen=True)
class NliTier:
    """Supported where any window of the evidence entails the claim, refuted where one contradicts and none entails.

    Without a verifier every claim stays open: it says nothing it does not know.
    """

    verifier: Verifier | None
    threshold: float
    """Probability from which entailment or contradiction counts."""

    @property
    def name(self) -> TierName:
        """`nli`."""
        return "nli"

    def settle(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Verdict | None]:
        """Verdicts from one batch over all claims and windows."""
        if self.verifier is None or not claims:
            return [None for _ in claims]
        tasks = [
            (n, item, window)
            for n, claim in enumerate(claims)
            for item in evidence
            if may_prove(item, claim)
            for window in _windows(item)
        ]
        results = self.verifier.judge([(window, claim_body(claims[n].text)) for n, _, window in tasks])
        found: list[list[tuple[Evidence, str, Entailment]]] = [[] for _ in claims]
        for (n, item, window), result in zip(tasks, results, strict=True):
            found[n].append((item, window, result))
        return [self._verdict(claim, read) for claim, read in zip(claims, found, strict=True)]

    def _verdict(self, claim: Claim, read: Sequence[tuple[Evidence, str, Entailment]]) -> Verdict | None:
        if not read:
            return None
        entails = max(read, key=lambda one: one[2].entailment)
        contradicts = max(read, key=lambda one: one[2].contradiction)
        if entails[2].entailment >= self.threshold:
            return self._settled(claim, "supported", entails, entails[2].entailment)
        if contradicts[2].contradiction >= self.threshold:
            return self._settled(claim, "refuted", contradicts, contradicts[2].contradiction)
        return None

    def _settled(self, claim: Claim, label: str, read: tuple[Evidence, str, Entailment], confidence: float) -> Verdict:
        item, window, _ = read
        verb = "entails" if label == "supported" else "contradicts"
        return Verdict.model_validate(
            {
                "claim": claim,
                "label": label,
                "tier": "nli",
                "confidence": min(1.0, confidence),
                "reason": f"{self.verifier.name if self.verifier else ''}: the evidence {verb} it",
                "evidence": (EvidenceRef(source=item.source, id=item.evidence_id, trust=item.trust, quote=window),),
            }
        )


def _windows(evidence: Evidence) -> list[str]:
    """Runs of neighbouring sentences, each with the heading path, so that a section's topic is known."""
    found = sentences(evidence.text)
    topic = " › ".join(evidence.heading_path)
    starts = range(max(1, len(found) - WINDOW + 1))
    return [": ".join([topic] * bool(topic) + [" ".join(found[n : n + WINDOW])]) for n in starts]
