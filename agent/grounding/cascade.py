"""The grounding cascade: exact, embedding, NLI, judge, person; cheapest first, each on what is still open.

It fails to a person: what a tier cannot settle, may not settle or has no time for is never taken for checked.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from agent.grounding.budget import Budget, Clock
from agent.grounding.remits import overstepped
from agent.grounding.tiers import Bounded, Tier, Undecided
from agent.types import Claim, Evidence, TierName, Verdict
from knowledge.types import Value

NOT_IN_TIME = "not checked in time"
LEFT_OPEN = "no tier settled it"


class Settled(Value):
    """The claims of a draft with a verdict each, and what that took."""

    verdicts: tuple[Verdict, ...] = ()
    """In the order of the claims."""
    tier_ms: dict[str, float] = {}
    """Milliseconds of each tier that ran."""
    late: tuple[int, ...] = ()
    """Indexes of the claims that were not checked in time; their verdict is not enough info, by a person."""
    tokens: dict[str, int] = {}
    """Tokens in and out of the models that count them."""


@dataclass(frozen=True)
class Cascade:
    """Runs the tiers over the claims of a draft; the last tier must settle everything."""

    tiers: tuple[Tier, ...]
    deadline_s: float | None = None
    """Seconds for one draft; None for as long as it takes."""
    clock: Clock = time.monotonic

    def ground(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> tuple[Verdict, ...]:
        """One verdict per claim, in the order given."""
        return self.timed(claims, evidence).verdicts

    def timed(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> Settled:
        """The verdicts with the time that they took, within the deadline but for the batch that it falls into."""
        budget, docket = Budget.of(self.deadline_s, self.clock), _Docket.of(claims)
        timings: dict[str, float] = {}
        for tier in self.tiers:
            docket.give_up(everything=budget.spent, before=tier.name)
            if not docket.open:
                break
            begin = time.perf_counter()
            bounded = tier.within(budget) if isinstance(tier, Bounded) else tier
            docket.take(tier.name, bounded.settle(docket.open, evidence))
            timings[tier.name] = round((time.perf_counter() - begin) * 1000, 2)
        return Settled(
            verdicts=docket.closed(claims), tier_ms=timings, late=tuple(sorted(docket.late)), tokens=budget.tokens
        )


@dataclass
class _Docket:
    """What is settled so far, and what is still open."""

    open: list[Claim]
    settled: dict[int, Verdict]
    seen: dict[int, tuple[Undecided, ...]] = field(default_factory=dict)
    """What tiers read of a claim without settling it, oldest first."""
    late: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, claims: Sequence[Claim]) -> _Docket:
        settled = {claim.index: _not_checkworthy(claim) for claim in claims if not claim.checkworthy}
        return cls([claim for claim in claims if claim.checkworthy], settled)

    def take(self, tier: TierName, found: Iterable[Verdict | Undecided | None]) -> None:
        """Close what a tier settled within its remit, and remember what it says of the rest."""
        for one in found:
            if isinstance(one, Verdict) and (beyond := overstepped(tier, one)):
                one = Undecided(claim=one.claim, reason=beyond)
            if isinstance(one, Verdict):
                self._close(one)
            elif one is not None:
                self.seen[one.claim.index] = (*self.seen.get(one.claim.index, ()), one)
        self.open = [claim for claim in self.open if claim.index not in self.settled]

    def give_up(self, *, everything: bool, before: TierName) -> None:
        """Close what cannot be checked in time: all, or before a person what a tier was stopped in.

        What every tier has read to the end waits for a person, and is not late.
        """
        stopped = {index for index, seen in self.seen.items() if seen[-1].late}
        for claim in self.open:
            if claim.index in stopped if before == "person" else everything:
                self.late.add(claim.index)
                self._close(_open(claim, NOT_IN_TIME))
        self.open = [claim for claim in self.open if claim.index not in self.settled]

    def closed(self, claims: Sequence[Claim]) -> tuple[Verdict, ...]:
        """One verdict per claim; what the last tier left open is no more settled than what a person has to."""
        for claim in self.open:
            self._close(_open(claim, LEFT_OPEN))
        return tuple(self.settled[claim.index] for claim in claims)

    def _close(self, verdict: Verdict) -> None:
        self.settled.setdefault(verdict.claim.index, _informed(verdict, self.seen))


def _informed(verdict: Verdict, seen: Mapping[int, tuple[Undecided, ...]]) -> Verdict:
    """The verdict, with what earlier tiers had read without being able to decide."""
    earlier = seen.get(verdict.claim.index, ())
    if not earlier:
        return verdict
    reason = "; ".join([verdict.reason, *(one.reason for one in earlier)])
    read = [one.entailment for one in earlier if one.entailment is not None]
    entailment = verdict.entailment if verdict.entailment is not None else next(reversed(read), None)
    return verdict.model_copy(update={"reason": reason, "entailment": entailment})


def _not_checkworthy(claim: Claim) -> Verdict:
    return Verdict(claim=claim, label="not_checkworthy", confidence=1.0, reason="it states nothing to check")


def _open(claim: Claim, reason: str) -> Verdict:
    return Verdict(claim=claim, label="not_enough_info", tier="person", confidence=0.0, reason=reason)
