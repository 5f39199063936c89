"""The grounding suite: does the cascade tell supported claims from unsupported ones, and which tier does the work?

A row's text is split as a draft is, and its evidence is read as `support check` reads it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from agent.grounding.cascade import Cascade
from agent.grounding.checking import claims_of, evidence_of, whole_claim
from agent.grounding.nli import NliTier
from agent.grounding.tiers import Tier
from agent.types import TierName
from evals.grounding_files import GroundingSet
from evals.grounding_report import SetReport, set_report
from evals.grounding_scoring import Checked
from evals.metered_verifier import MeteredVerifier
from evals.thresholds import Thresholds
from knowledge.syncing import Progress


@dataclass(frozen=True)
class GroundingSuite:
    """Runs sets through a cascade as the agent runs it, or through some of its tiers."""

    cascade: Cascade
    """Its verifier, where it has one, is read at the balanced threshold."""
    thresholds: Thresholds
    today: date
    """The day that "tomorrow" counts from."""
    tiers: Collection[str] = ()
    """The tiers to run, all where empty; the cascade's last one always is, for it settles everything."""
    seen: Callable[[Checked], None] = lambda checked: None
    """Told of every row that the whole cascade checked."""

    def run(
        self,
        dataset: GroundingSet,
        progress: Progress = lambda step, done, total: None,
        *,
        each_tier: bool = False,
    ) -> SetReport:
        """Check every row and measure; with `each_tier` also by each tier alone, which is not timed.

        Raises:
            KnowledgeError: a model cannot be loaded.
        """
        names = self.tiers or [tier.name for tier in self.cascade.tiers]
        _load(_only(self.cascade, names))
        whole, meter = _metered(self.cascade)
        chosen = _only(whole, names)
        begin = time.perf_counter()
        checked = self._checked(dataset, chosen, partial(progress, "checking"))
        seconds = time.perf_counter() - begin
        for one in checked:
            self.seen(one)
        pairs_per_second = meter.pairs_per_second if meter else None
        return set_report(
            dataset.name,
            checked,
            self.thresholds,
            tiers=[tier.name for tier in chosen.tiers],
            alone=self._alone(dataset, whole, progress) if each_tier else {},
            rows_per_second=len(checked) / seconds,
            pairs_per_second=pairs_per_second,
        )

    def _alone(self, dataset: GroundingSet, whole: Cascade, progress: Progress) -> dict[TierName, list[Checked]]:
        """By each tier that has something to say."""
        return {
            tier.name: self._checked(dataset, _only(whole, [tier.name]), partial(progress, f"{tier.name} alone"))
            for tier in whole.tiers[:-1]
            if not (isinstance(tier, NliTier) and tier.verifier is None)
        }

    def _checked(self, dataset: GroundingSet, cascade: Cascade, told: Callable[[int, int], None]) -> list[Checked]:
        checked = []
        for done, row in enumerate(dataset.rows, 1):
            verdicts = cascade.ground(claims_of(row.claim, self.today), evidence_of(row.evidence))
            checked.append(Checked(row, tuple(verdict for verdict in verdicts if verdict.label != "not_checkworthy")))
            told(done, len(dataset.rows))
        return checked


def _metered(cascade: Cascade) -> tuple[Cascade, MeteredVerifier | None]:
    """The same cascade with a meter on its verifier, where it has one."""
    meter: MeteredVerifier | None = None
    tiers: list[Tier] = []
    for tier in cascade.tiers:
        if isinstance(tier, NliTier) and tier.verifier:
            meter = MeteredVerifier(tier.verifier)
            tier = replace(tier, verifier=meter)
        tiers.append(tier)
    return Cascade(tuple(tiers)), meter


def _only(cascade: Cascade, names: Collection[str]) -> Cascade:
    """The named tiers of a cascade, and its last."""
    return Cascade(tuple(tier for tier in cascade.tiers[:-1] if tier.name in names) + cascade.tiers[-1:])


def _load(cascade: Cascade) -> None:
    """Let every model be loaded before the clock runs, also one that the first rows do not need."""
    for tier in cascade.tiers:
        tier.settle([whole_claim("Ready.")], evidence_of(["Ready."]))
