"""A verifier that reads nothing: it says of each hypothesis what it was told to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from knowledge.verification import Entailment


@dataclass(frozen=True)
class ScriptedVerifier:
    """Probabilities of entailment and contradiction by hypothesis; of any other it knows nothing. Keeps what it was asked."""

    says: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    name: str = "scripted"
    asked: list[tuple[str, str]] = field(default_factory=list)

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        self.asked.extend(pairs)
        return [self._one(hypothesis) for _, hypothesis in pairs]

    def _one(self, hypothesis: str) -> Entailment:
        entails, contradicts = self.says.get(hypothesis, (0.1, 0.1))
        return Entailment(entailment=entails, contradiction=contradicts, neutral=1 - entails - contradicts)
