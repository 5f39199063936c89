"""Mutation check: the shipped cases are held with one guard switched off at a time; a guard that no case misses is untested.

The idea is mutation testing's (DeMillo, Lipton and Sayward, 1978), on whole guards instead of lines of code.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agent.case_types import Case
from agent.settings import Settings
from evals.case_homes import CaseHomes, OpenedCase
from evals.case_models import SharedModels
from evals.case_shops import CaseShop
from evals.conversations import ConversationRunner, NamedCase
from evals.guards import GUARDS, Guard
from evals.show import bars
from knowledge.types import Value


class GuardResult(Value):
    """What came of the cases without a guard."""

    guard: str
    stops: str
    held: int
    """Cases that pass with the guard and were held without it."""
    failed: tuple[str, ...]
    """Names of those that fail without it."""


class MutationReport(Value):
    """All guards."""

    guards: tuple[GuardResult, ...]
    missing: tuple[str, ...]
    """Guards that can be switched off without a case that fails."""
    broken: tuple[str, ...]
    """Cases that fail with every guard in place, and so say nothing about any."""


@dataclass(frozen=True)
class UnguardedHomes(CaseHomes):
    """Data folders whose agent lacks a guard."""

    guard: Guard = field(kw_only=True)

    def open(self, case: Case, shop: CaseShop, home: Path, *, keeps_open: bool = False) -> OpenedCase:
        """As `CaseHomes`, without the guard."""
        return self.guard.off(super().open(case, shop, home, keeps_open=keeps_open))


def measure_guards(
    settings: Settings, cases: Sequence[NamedCase], guards: Sequence[Guard] = GUARDS, *, every: bool = False
) -> MutationReport:
    """Hold cases without each guard in turn.

    Args:
        settings: as for the conversations.
        cases: those that may notice; without `every` only those with a tag of the guard's are held.
        guards: the guards to switch off.
        every: whether each guard is tried on all cases.

    Raises:
        KnowledgeError, AgentError: a model, the articles, the orders or a setting cannot be used.
    """
    chosen = {guard.name: [one for one in cases if every or _notices(guard, one.case)] for guard in guards}
    wanted = [one for one in cases if any(one in found for found in chosen.values())]
    models = SharedModels()
    with tempfile.TemporaryDirectory(prefix="support-guards-") as work, bars("guards") as progress:
        whole = CaseHomes(settings, Path(work), models)
        broken = _failing(whole, wanted)
        results = []
        for number, guard in enumerate(guards, 1):
            held = [one for one in chosen[guard.name] if one.case.name not in broken]
            failed = _failing(UnguardedHomes(settings, Path(work), models, guard=guard), held)
            results.append(GuardResult(guard=guard.name, stops=guard.stops, held=len(held), failed=failed))
            progress("guards", number, len(guards))
    missing = tuple(one.guard for one in results if not one.failed)
    return MutationReport(guards=tuple(results), missing=missing, broken=broken)


def _notices(guard: Guard, case: Case) -> bool:
    return bool(set(guard.tags) & set(case.tags))


def _failing(homes: CaseHomes, cases: Sequence[NamedCase]) -> tuple[str, ...]:
    runner = ConversationRunner(homes, degenerate=False)
    return tuple(one.case.name for one in cases if not runner.run(one).passed)
