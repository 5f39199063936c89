"""Runs the suites of a configuration one after the other, and holds them to their thresholds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from agent.settings import Settings
from evals.suite_config import SuiteConfig
from evals.suite_types import SuiteName, SuiteRun
from knowledge.types import Value

Bound = Literal["at_least", "at_most"]


class Threshold(Value):
    """A measure, and what it had to be."""

    suite: SuiteName
    measure: str
    bound: Bound
    wanted: float
    got: float | None
    """None where the rows do not define it: then it is not met."""
    met: bool


def run_suite(config: SuiteConfig, settings: Settings) -> SuiteRun:
    """Run one suite, timed.

    Raises:
        EvalError, InputError: its data cannot be used.
        KnowledgeError, AgentError, PolicyError: a model, an index, a store, a setting or the rules cannot.
    """
    begin = time.perf_counter()
    found = _runners()[config.suite](config, settings)
    return found.model_copy(update={"seconds": round(time.perf_counter() - begin, 1)})


def run_suites(configs: Sequence[SuiteConfig], settings: Settings) -> Iterator[SuiteRun]:
    """Run suites in their order; raises as `run_suite`."""
    for config in configs:
        yield run_suite(config, settings)


def bounds_of(config: SuiteConfig) -> Iterator[tuple[Bound, str, float]]:
    """What a configuration holds a suite to: bound, measure and value."""
    yield from (("at_least", name, wanted) for name, wanted in config.at_least.items())
    yield from (("at_most", name, wanted) for name, wanted in config.at_most.items())


def thresholds(config: SuiteConfig, run: SuiteRun) -> tuple[Threshold, ...]:
    """The thresholds of a suite, and whether the run meets them."""
    return tuple(
        Threshold(
            suite=config.suite,
            measure=name,
            bound=bound,
            wanted=wanted,
            got=run.measures.get(name),
            met=_met(bound, wanted, run.measures.get(name)),
        )
        for bound, name, wanted in bounds_of(config)
    )


def _met(bound: Bound, wanted: float, got: float | None) -> bool:
    if got is None:
        return False
    return got >= wanted if bound == "at_least" else got <= wanted


def _runners() -> dict[SuiteName, Callable[[Any, Settings], SuiteRun]]:
    """Imported when a suite runs."""
    from evals.suite_conversations import run_conversations
    from evals.suite_grounding import run_grounding
    from evals.suite_refusals import run_refusals
    from evals.suite_retrieval import run_retrieval
    from evals.suite_routing import run_routing, run_topics
    from evals.suite_security import run_attacks
    from evals.suite_seeded import run_seeded

    return {
        "topics": run_topics,
        "routing": run_routing,
        "retrieval": run_retrieval,
        "grounding": run_grounding,
        "seeded": run_seeded,
        "refusals": run_refusals,
        "security": run_attacks,
        "conversations": run_conversations,
    }
