"""What the rules of the exact tier hand back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from agent.grounding.claim_view import ClaimView
from agent.grounding.evidence_book import Quote
from agent.types import EvidenceRef, Label, Verdict


@dataclass(frozen=True)
class Finding:
    """A label with its reason and the evidence it rests on."""

    label: Label
    reason: str
    """One line for a person."""
    evidence: tuple[EvidenceRef, ...] = ()

    def verdict(self, view: ClaimView) -> Verdict:
        """As a verdict of the exact tier; what is settled exactly is settled with confidence 1."""
        return Verdict(
            claim=view.claim,
            label=self.label,
            tier=None if self.label == "not_checkworthy" else "exact",
            confidence=1.0,
            reason=self.reason,
            evidence=self.evidence,
        )


def supported(reason: str, quotes: Iterable[Quote]) -> Finding:
    """Proved by these quotes."""
    return Finding("supported", reason, tuple(dict.fromkeys(quote.ref for quote in quotes)))


def refuted(reason: str, *quotes: Quote) -> Finding:
    """These quotes say otherwise."""
    return Finding("refuted", reason, tuple(quote.ref for quote in quotes))


def not_enough(reason: str, *quotes: Quote) -> Finding:
    """No evidence that would do."""
    return Finding("not_enough_info", reason, tuple(quote.ref for quote in quotes))
