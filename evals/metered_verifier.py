"""A verifier with a meter on it: how many pairs it read, and how long that took."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from knowledge.verification import Entailment, Verifier


@dataclass
class MeteredVerifier:
    """Hands pairs on to a verifier; the same pair is read and counted once."""

    verifier: Verifier
    pairs: int = 0
    """Pairs read so far."""
    seconds: float = 0.0
    """Time spent reading them."""
    _known: dict[tuple[str, str], Entailment] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        """The verifier's name."""
        return self.verifier.name

    @property
    def pairs_per_second(self) -> float | None:
        """None where no pair was read."""
        return self.pairs / self.seconds if self.seconds else None

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Entailment]:
        """One result per (premise, hypothesis), in the order given."""
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        if new:
            begin = time.perf_counter()
            self._known.update(zip(new, self.verifier.judge(new), strict=True))
            self.seconds += time.perf_counter() - begin
            self.pairs += len(new)
        return [self._known[pair] for pair in pairs]
