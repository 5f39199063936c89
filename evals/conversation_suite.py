"""The suite of conversations: all cases, over several processes where that is worth it, and the report of them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

from agent.settings import Settings
from evals.case_homes import CaseHomes
from evals.case_models import SharedModels
from evals.case_results import CaseResult, Unmet
from evals.case_shops import shop_of_case
from evals.conversations import ConversationRunner, NamedCase
from evals.show import bars
from knowledge.types import Value

FEW = 12
"""Cases up to which one process is quicker: each other one loads the models first."""


class ConversationReport(Value):
    """What came of a run; `cases`, `passed`, `failed` and `not_a_test` are what scripts rely on."""

    cases: int
    passed: int
    failed: tuple[Unmet, ...]
    """Every expectation that was not met."""
    not_a_test: tuple[str, ...]
    """Cases that an agent passes which does no work."""
    passed_by: dict[str, tuple[str, ...]] = {}
    """These agents, by case."""
    pass_hat: dict[str, dict[str, float]] = {}
    """pass^k of the cases that were held several times."""
    seconds: float = 0.0
    """Of all cases together."""
    results: tuple[CaseResult, ...] = ()


@dataclass(frozen=True)
class SuiteOptions:
    """How cases are held."""

    jobs: int | None = None
    """Processes; None chooses by the number of cases and of cores."""
    keep: Path | None = None
    latency: bool = False
    degenerate: bool = True
    repeat: int | None = None
    """How often each is held, whatever it says itself."""


def measure_conversations(
    settings: Settings,
    cases: Sequence[NamedCase],
    options: SuiteOptions = SuiteOptions(),
) -> ConversationReport:
    """Hold the cases and hold them against what they expect; the report has them in the order given.

    Raises:
        KnowledgeError, AgentError: a model, the articles, the orders or a setting cannot be used.
    """
    if options.repeat:
        cases = [NamedCase(one.case.model_copy(update={"repeat": options.repeat}), one.file) for one in cases]
    jobs = options.jobs or (1 if len(cases) <= FEW else os.cpu_count() or 1)
    found: dict[int, CaseResult] = {}
    with tempfile.TemporaryDirectory(prefix="support-cases-") as work, bars("conversations") as progress:
        held = _one_by_one if jobs == 1 else _side_by_side
        for number, result in held(settings, cases, options, Path(work), jobs):
            found[number] = result
            progress("cases", len(found), len(cases))
    return report([found[number] for number in sorted(found)])


def report(results: Sequence[CaseResult]) -> ConversationReport:
    """The report of results."""
    weak = {one.case: one.passed_by for one in results if one.passed_by}
    return ConversationReport(
        cases=len(results),
        passed=sum(one.passed for one in results),
        failed=tuple(unmet for one in results for unmet in one.unmet),
        not_a_test=tuple(weak),
        passed_by=weak,
        pass_hat={one.case: one.pass_hat() for one in results if len(one.runs) > 1},
        seconds=round(sum(run.seconds for one in results for run in one.runs), 2),
        results=tuple(results),
    )


def _one_by_one(
    settings: Settings, cases: Sequence[NamedCase], options: SuiteOptions, work: Path, jobs: int
) -> Iterator[tuple[int, CaseResult]]:
    runner = _runner(settings, options, work)
    for number, one in enumerate(cases):
        yield number, runner.run(one)


def _side_by_side(
    settings: Settings, cases: Sequence[NamedCase], options: SuiteOptions, work: Path, jobs: int
) -> Iterator[tuple[int, CaseResult]]:
    """Over processes that have the indexes ready: two must not build the same one."""
    homes = _runner(settings, options, work).homes
    for one in cases:
        homes.prepare(one.case, shop_of_case(one.case))
    told = settings.model_dump_json()
    with ProcessPoolExecutor(min(jobs, len(cases)), mp_context=get_context("spawn")) as pool:
        futures = {pool.submit(_run_there, told, options, work, one): number for number, one in enumerate(cases)}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _run_there(settings: str, options: SuiteOptions, work: Path, one: NamedCase) -> CaseResult:
    """One case in another process, which keeps its models for the next."""
    return _kept_runner(settings, options, work).run(one)


@lru_cache(maxsize=1)
def _kept_runner(settings: str, options: SuiteOptions, work: Path) -> ConversationRunner:
    return _runner(Settings.model_validate_json(settings), options, work)


def _runner(settings: Settings, options: SuiteOptions, work: Path) -> ConversationRunner:
    homes = CaseHomes(settings, work, SharedModels(remembers=not options.latency))
    return ConversationRunner(homes, options.keep, options.latency, options.degenerate)
