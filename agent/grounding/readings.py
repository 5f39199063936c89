"""What a verifier read: one pair, and all pairs of a claim."""

from __future__ import annotations

from dataclasses import dataclass

from agent.grounding.windows import Window
from knowledge.verification import Entailment


@dataclass(frozen=True)
class Reading:
    """What the verifier thinks of one claim, given one window or two."""

    windows: tuple[Window, ...]
    result: Entailment
    """With no entailment where something speaks against it."""
    read: float = 0.0
    """Probability of entailment as the verifier gave it."""
    objection: str | None = None
    """What speaks against it, for a person; None for nothing found."""

    @property
    def entailment(self) -> float:
        """The probability that counts, 0 to 1."""
        return self.result.entailment


@dataclass(frozen=True)
class ClaimReadings:
    """All that the verifier read for one claim; nothing where no evidence may prove it."""

    single: tuple[Reading, ...] = ()
    """Each of the nearest windows by itself."""
    join: Reading | None = None
    """The two best that share no sentence as one text; None where all overlap."""
    complete: bool = True
    """Whether there was time to read all of them."""

    @property
    def entailment(self) -> float:
        """The largest probability of entailment, 0 to 1; 0 where nothing was read."""
        return min(1.0, max((one.result.entailment for one in self._all), default=0.0))

    @property
    def contradiction(self) -> float:
        """The largest probability of contradiction, 0 to 1, of a window by itself; 0 where nothing was read."""
        return min(1.0, max((one.result.contradiction for one in self.single), default=0.0))

    @property
    def _all(self) -> tuple[Reading, ...]:
        return (*self.single, self.join) if self.join else self.single

    def objected(self, entailed: float) -> str:
        """What kept a reading from proving the claim, to be said after its probability; empty where nothing did."""
        kept = (one for one in self._all if one.objection and one.read >= entailed)
        best = max(kept, key=lambda one: one.read, default=None)
        return f" ({best.read:.2f} but for this: {best.objection})" if best else ""

    def proof(self, entailed: float) -> Reading | None:
        """The reading that entails the claim by at least that probability; a window by itself goes before the join."""
        best = max(self.single, key=lambda one: one.entailment, default=None)
        return next((one for one in (best, self.join) if one and one.entailment >= entailed), None)

    def disproof(self, contradicted: float) -> Reading | None:
        """The window that contradicts the claim most, by at least that probability."""
        able = [one for one in self.single if one.result.contradiction >= contradicted]
        return max(able, key=lambda one: one.result.contradiction, default=None)
