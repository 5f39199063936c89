"""The grounding cascade: exact, embedding, NLI, judge, person; cheapest first, each on what is still open."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.grounding.tiers import Tier, Undecided
from agent.types import Claim, Evidence, Verdict


@dataclass(frozen=True)
class Cascade:
    """Runs the tiers over the claims of a draft; the last tier must settle everything."""

    tiers: tuple[Tier, ...]

    def ground(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> tuple[Verdict, ...]:
        """One verdict per claim, in the order given."""
        return self.timed(claims, evidence)[0]

    def timed(
        self, claims: Sequence[Claim], evidence: Sequence[Evidence]
    ) -> tuple[tuple[Verdict, ...], dict[str, float]]:
        """The verdicts, and the milliseconds each tier took."""
        settled = {claim.index: _not_checkworthy(claim) for claim in claims if not claim.checkworthy}
        open_claims = [claim for claim in claims if claim.checkworthy]
        timings: dict[str, float] = {}
        undecided: dict[int, Undecided] = {}
        for tier in self.tiers:
            if not open_claims:
                break
            begin = time.perf_counter()
            found = tier.settle(open_claims, evidence)
            timings[tier.name] = round((time.perf_counter() - begin) * 1000, 2)
            settled |= {one.claim.index: _informed(one, undecided) for one in found if isinstance(one, Verdict)}
            undecided |= {one.claim.index: one for one in found if isinstance(one, Undecided)}
            open_claims = [claim for claim in open_claims if claim.index not in settled]
        return tuple(settled[claim.index] for claim in claims), timings


def _informed(verdict: Verdict, undecided: Mapping[int, Undecided]) -> Verdict:
    """The verdict, with what an earlier tier had read without being able to decide."""
    seen = undecided.get(verdict.claim.index)
    if seen is None:
        return verdict
    return verdict.model_copy(update={"reason": f"{verdict.reason}; {seen.reason}", "entailment": seen.entailment})


def _not_checkworthy(claim: Claim) -> Verdict:
    return Verdict(claim=claim, label="not_checkworthy", confidence=1.0, reason="it states nothing to check")
