"""The contract of a tier, and the last rung: a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from pydantic import Field

from agent.grounding.budget import Budget
from agent.types import Claim, Evidence, TierName, Verdict
from knowledge.types import Value

PROVING: frozenset[str] = frozenset({"system", "verified", "retrieved"})
"""Trust classes that can verify a claim; what a customer said or a model wrote never does."""


class Undecided(Value):
    """What a tier saw of a claim that it could not settle; the next tier goes on, and the ledger keeps it."""

    claim: Claim
    reason: str
    """One line for a person: what was read, and how near it came."""
    entailment: float | None = Field(default=None, ge=0.0, le=1.0)
    """The largest probability of entailment that a verifier gave the claim; None where none read it."""
    late: bool = False
    """Whether the time was over before the tier had read everything."""


class Tier(Protocol):
    """One rung of the cascade; it settles only what it can, and of that what its remit allows (see `remits.py`)."""

    @property
    def name(self) -> TierName:
        """What the ledger records as having decided."""
        ...

    def settle(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> Sequence[Verdict | Undecided | None]:
        """One verdict per claim, `Undecided` or None where the claim stays open."""
        ...


@runtime_checkable
class Bounded(Protocol):
    """A tier whose work takes long enough to be stopped."""

    def within(self, budget: Budget) -> Tier:
        """The same tier, which stops between two batches, or hangs up, when the time is over."""
        ...


@dataclass(frozen=True)
class PersonTier:
    """What no tier could settle waits for a person, and is not said until then."""

    open_because: str
    """Why it came this far, for example that no verifier is installed."""

    @property
    def name(self) -> TierName:
        """`person`."""
        return "person"

    def settle(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Verdict | None]:
        """Not enough info, for every claim."""
        return [
            Verdict(claim=claim, label="not_enough_info", tier="person", confidence=0.0, reason=self.open_because)
            for claim in claims
        ]


def may_prove(evidence: Evidence, claim: Claim) -> bool:
    """Whether the evidence is of a class that verifies, and of the claim's owner: an article never speaks for an order."""
    return evidence.trust in PROVING and evidence.owner == claim.owner
