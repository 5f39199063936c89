"""The NLI tier: a local cross-encoder reads evidence and claim together, where one is installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from agent.grounding.budget import Budget
from agent.grounding.hypothesis import hypothesis_of, may_be_read
from agent.grounding.shifts import shift
from agent.grounding.tiers import Undecided
from agent.grounding.windows import Window, joined, nearest, pairs_apart, windows_of
from agent.types import Claim, Evidence, TierName, Verdict
from knowledge.verification import Entailment, Verifier

READ = 8
"""Windows read per claim: those that share most words with it."""
BATCH = 16
"""Pairs between two looks at the clock, where the time is limited: some 0.2 s on two cores."""

Task = tuple[int, tuple[Window, ...]]
"""The place of a hypothesis, and the windows of a premise for it."""


@dataclass(frozen=True)
class Reading:
    """What the verifier thinks of one claim, given one window or two."""

    windows: tuple[Window, ...]
    result: Entailment


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

    def proof(self, entailed: float) -> Reading | None:
        """The reading that entails the claim by at least that probability; a window by itself goes before the join."""
        best = max(self.single, key=_entailment, default=None)
        return next((one for one in (best, self.join) if one and _entailment(one) >= entailed), None)

    def disproof(self, contradicted: float) -> Reading | None:
        """The window that contradicts the claim most, by at least that probability."""
        able = [one for one in self.single if one.result.contradiction >= contradicted]
        return max(able, key=lambda one: one.result.contradiction, default=None)


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
        reason = f"{verifier} gives it {read.entailment:.2f}, wanted {self.entailed:.2f}"
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
    for (n, windows), result in zip(tasks, results, strict=False):
        readings[n].append(Reading(windows, _as_guarded(result, asked[n] or "", windows)))
    return readings, frozenset(n for n, _ in tasks[len(results) :])


def _batches(tasks: Sequence[Task], budget: Budget) -> Iterator[Sequence[Task]]:
    """The tasks in order, as far as the time allows; all at once where it is not limited."""
    size = max(1, len(tasks)) if budget.endless else BATCH
    for start in range(0, len(tasks), size):
        if budget.spent:
            return
        yield tasks[start : start + size]


def _as_guarded(result: Entailment, asked: str, windows: tuple[Window, ...]) -> Entailment:
    """What shifts the sense in a word that small models read over is not entailed."""
    if not shift(asked, [window.text for window in windows]):
        return result
    return Entailment(entailment=0.0, neutral=result.neutral + result.entailment, contradiction=result.contradiction)


def _premise(windows: tuple[Window, ...]) -> str:
    return joined(*windows) if len(windows) == 2 else windows[0].text


def _two_best(read: Sequence[Reading], enough: float) -> tuple[Window, Window] | None:
    best = sorted(read, key=_entailment, reverse=True)
    if best and _entailment(best[0]) >= enough:
        return None
    return pairs_apart([window for one in best for window in one.windows])


def _entailment(reading: Reading) -> float:
    return reading.result.entailment


def _stopped(verifier: str, claim: Claim, read: ClaimReadings) -> Undecided:
    reason = f"{verifier} was stopped before it had read all evidence"
    return Undecided(claim=claim, reason=reason, entailment=read.entailment if read.single else None, late=True)


def _supported(verifier: str, claim: Claim, proof: Reading, entailment: float) -> Verdict:
    what = "the evidence entails it" if len(proof.windows) == 1 else "two passages together entail it"
    confidence = min(1.0, _entailment(proof))
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
