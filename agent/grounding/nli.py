"""The NLI tier: a local cross-encoder reads evidence and claim together, where one is installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from agent.grounding.budget import Budget
from agent.grounding.entailment_guards import objection
from agent.grounding.hypothesis import hypothesis_of, may_be_read
from agent.grounding.premise_lines import Line
from agent.grounding.readings import ClaimReadings, Reading
from agent.grounding.tiers import Undecided
from agent.grounding.windows import Window, joined, nearest, pairs_apart, windows_of
from agent.types import Claim, Evidence, TierName, Verdict
from knowledge.verification import Entailment, Verifier

READ = 8
"""Windows read per claim: those that share most words with it."""
BATCH = 16
"""Pairs between two looks at the clock, where the time is limited: some 0.2 s on two cores."""

NEGLIGIBLE = 0.05
"""Probability of entailment below which nothing more has to speak against a pair."""

Task = tuple[int, tuple[Window, ...]]
"""The place of a hypothesis, and the windows of a premise for it."""


@dataclass(frozen=True)
class NliTier:
    """Supported where any window of the evidence, or the two best as one text, entails the claim; else refuted where one
    contradicts it.

    Without a verifier every claim stays open: it says nothing it does not know.
    """

    verifier: Verifier | None = None
    entailed: float = 1.0
    """Probability from which entailment counts."""
    contradicted: float = 1.0
    """Probability from which contradiction counts."""
    budget: Budget = field(default_factory=Budget)
    """When to stop; the cascade sets it."""

    @property
    def name(self) -> TierName:
        """`nli`."""
        return "nli"

    def within(self, budget: Budget) -> NliTier:
        """See `Bounded`; it stops between two batches of pairs."""
        return replace(self, budget=budget)

    def settle(self, claims: Sequence[Claim], evidence: Sequence[Evidence]) -> list[Verdict | Undecided | None]:
        """Verdicts by what `read_claims` reads."""
        verifier = self.verifier
        if verifier is None or not claims:
            return [None for _ in claims]
        readings = read_claims(verifier, claims, evidence, self.entailed, self.budget)
        return [self._settled(verifier.name, claim, read) for claim, read in zip(claims, readings, strict=True)]

    def _settled(self, verifier: str, claim: Claim, read: ClaimReadings) -> Verdict | Undecided | None:
        if proof := read.proof(self.entailed):
            return _supported(verifier, claim, proof, read.entailment)
        if not read.complete:
            return _stopped(verifier, claim, read)
        if not read.single:
            return None
        if disproof := read.disproof(self.contradicted):
            return _refuted(verifier, claim, disproof, read.entailment)
        reason = f"{verifier} gives it {read.entailment:.2f}, wanted {self.entailed:.2f}{read.objected(self.entailed)}"
        return Undecided(claim=claim, reason=reason, entailment=read.entailment)


def read_claims(
    verifier: Verifier,
    claims: Sequence[Claim],
    evidence: Sequence[Evidence],
    enough: float = 1.0,
    budget: Budget | None = None,
) -> list[ClaimReadings]:
    """What the verifier makes of each claim, in the order given: one batch over all windows, and one over the joins.

    Where the time is limited, batches of `BATCH` pairs: what a pair gives does not depend on the pairs beside it.

    Args:
        verifier: reads the pairs.
        claims: what is to be proved.
        evidence: all of the turn; each claim is read against what may prove it.
        enough: probability of entailment from which a claim needs no join; it changes no verdict of a tier with that
            threshold, and thresholds chosen on readings that were all joined hold for it.
        budget: no batch begins when it is spent; None for as long as it takes.
    """
    budget = budget or Budget()
    windows = [window for item in evidence for window in windows_of(item)]
    asked = [hypothesis_of(claim) for claim in claims]
    tasks = [
        (n, (window,))
        for n, (claim, hypothesis) in enumerate(zip(claims, asked, strict=True))
        if hypothesis
        for window in nearest((one for one in windows if may_be_read(one.evidence, claim)), hypothesis, READ)
    ]
    single, unread = _read(verifier, asked, tasks, budget)
    joinable = [(n, pair) for n, read in enumerate(single) if n not in unread and (pair := _two_best(read, enough))]
    joins, unjoined = _read(verifier, asked, joinable, budget)
    late = unread | unjoined
    return [
        ClaimReadings(tuple(read), next(iter(join), None), n not in late)
        for n, (read, join) in enumerate(zip(single, joins, strict=True))
    ]


def _read(
    verifier: Verifier, asked: Sequence[str | None], tasks: Sequence[Task], budget: Budget
) -> tuple[list[list[Reading]], frozenset[int]]:
    """Per hypothesis the readings of its tasks, and the places of those of which some were not read in time."""
    results: list[Entailment] = []
    for batch in _batches(tasks, budget):
        results += verifier.judge([(_premise(windows), asked[n] or "") for n, windows in batch])
    readings: list[list[Reading]] = [[] for _ in asked]
    said = [Line(hypothesis or "") for hypothesis in asked]
    for (n, windows), result in zip(tasks, results, strict=False):
        readings[n].append(_guarded(windows, result, said[n]))
    return readings, frozenset(n for n, _ in tasks[len(results) :])


def _batches(tasks: Sequence[Task], budget: Budget) -> Iterator[Sequence[Task]]:
    """The tasks in order, as far as the time allows; all at once where it is not limited."""
    size = max(1, len(tasks)) if budget.endless else BATCH
    for start in range(0, len(tasks), size):
        if budget.spent:
            return
        yield tasks[start : start + size]


def _guarded(windows: tuple[Window, ...], result: Entailment, said: Line) -> Reading:
    """What differs in a word or a value that small models read over is not entailed."""
    found = objection(said, windows) if result.entailment >= NEGLIGIBLE else None
    held = result
    if found:
        held = Entailment(
            entailment=0.0, neutral=result.neutral + result.entailment, contradiction=result.contradiction
        )
    return Reading(windows, held, result.entailment, found)


def _premise(windows: tuple[Window, ...]) -> str:
    return joined(*windows) if len(windows) == 2 else windows[0].text


def _two_best(read: Sequence[Reading], enough: float) -> tuple[Window, Window] | None:
    if any(one.entailment >= enough for one in read):
        return None
    # What a window lacks beside a claim may stand in the other one.
    best = sorted(read, key=lambda one: one.read, reverse=True)
    return pairs_apart([window for one in best for window in one.windows])


def _stopped(verifier: str, claim: Claim, read: ClaimReadings) -> Undecided:
    reason = f"{verifier} was stopped before it had read all evidence"
    return Undecided(claim=claim, reason=reason, entailment=read.entailment if read.single else None, late=True)


def _supported(verifier: str, claim: Claim, proof: Reading, entailment: float) -> Verdict:
    what = "the evidence entails it" if len(proof.windows) == 1 else "two passages together entail it"
    confidence = min(1.0, proof.entailment)
    return Verdict(
        claim=claim,
        label="supported",
        tier="nli",
        confidence=confidence,
        reason=f"{verifier}: {what} ({confidence:.2f})",
        evidence=tuple(window.ref for window in proof.windows),
        entailment=entailment,
    )


def _refuted(verifier: str, claim: Claim, disproof: Reading, entailment: float) -> Verdict:
    confidence = min(1.0, disproof.result.contradiction)
    return Verdict(
        claim=claim,
        label="refuted",
        tier="nli",
        confidence=confidence,
        reason=f"{verifier}: the evidence contradicts it ({confidence:.2f})",
        evidence=tuple(window.ref for window in disproof.windows),
        entailment=entailment,
    )
