"""The suite of conversations as a part of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from agent.settings import Settings
from evals.case_files import chosen, read_case_files
from evals.case_results import CaseResult, CaseRun, Unmet
from evals.case_turns import HeldTurn
from evals.conversation_suite import SuiteOptions, measure_conversations
from evals.suite_config import ConversationConfig
from evals.suite_types import STAGES, Bars, Chart, Row, Spans, StageName, SuiteRun, SuiteTurn

STAGE_OF: dict[str, StageName] = {
    "removed": "receive",
    "retrieved": "retrieval",
    "not_retrieved": "retrieval",
    "shown": "assemble",
    "not_shown": "assemble",
    "tokens.context": "assemble",
    "tokens.model": "draft",
    "action": "act",
    "actions": "act",
    "decided": "act",
    "orders": "act",
    "approvals": "act",
    "cut": "ground",
    "proved_by": "ground",
    "outcome": "decide",
    "handoff": "decide",
    "handoffs": "decide",
    "latency_ms": "time",
    "memory": "remember",
}
"""The stage that an expectation looks at; all others look at the reply."""


def run_conversations(config: ConversationConfig, settings: Settings) -> SuiteRun:
    """Hold the cases, also against the agents that do no work.

    Raises:
        InputError: a case cannot be used.
        KnowledgeError, AgentError: a model, the articles, the orders or a setting cannot.
    """
    cases = chosen(read_case_files(config.files, settings), config.tags)[: config.limit]
    found = measure_conversations(settings, cases, SuiteOptions(config.jobs))
    turns = [turn for result in found.results for run in result.runs for turn in run.held]
    return SuiteRun(
        suite="conversations",
        rows=tuple(_row(result) for result in found.results),
        measures={
            "passed": round(found.passed / found.cases, 4) if found.cases else None,
            "no_test": float(len(found.not_a_test)),
            "cases": float(found.cases),
        },
        charts=_charts(turns),
        note=_note(found.cases, len(turns), found.passed_by),
    )


def stage_of(key: str) -> StageName:
    """The stage that an expectation looks at, by its key in a case file."""
    return STAGE_OF.get(key) or STAGE_OF.get(key.split(".")[0], "reply")


def _row(result: CaseResult) -> Row:
    unmet = result.unmet
    run = next((run for run in result.runs if run.unmet), result.runs[0])
    return Row(
        id=result.case,
        passed=result.passed,
        stage=_losing(unmet),
        text=" / ".join(turn.said for turn in run.held),
        expected="\n".join(f"{_place(one)}: {one.key}: {one.expected}" for one in unmet),
        got="\n".join(f"{_place(one)}: {one.key}: {one.got}" for one in unmet),
        why=result.why,
        where=result.file.rsplit("/", 1)[-1],
        turns=tuple(_turns(run)),
    )


def _turns(run: CaseRun) -> list[SuiteTurn]:
    return [SuiteTurn(said=turn.said, digests=turn.digests, trace=turn.trace) for turn in run.held]


def _losing(unmet: Sequence[Unmet]) -> StageName | None:
    """The earliest stage of the earliest turn that missed something."""
    if not unmet:
        return None
    first = [one for one in unmet if one.turn == unmet[0].turn]
    return min((stage_of(one.key) for one in first), key=STAGES.index)


def _place(one: Unmet) -> str:
    return "at the end" if one.turn == "finally" else f"turn {one.turn}"


def _note(cases: int, turns: int, weak: dict[str, tuple[str, ...]]) -> str:
    told = "; ".join(f"no test: {name}, passed by {', '.join(agents)}" for name, agents in weak.items())
    return f"{cases} cases, {turns} turns{'; ' + told if told else ''}"


def _charts(turns: Sequence[HeldTurn]) -> tuple[Chart, ...]:
    outcomes = Counter(turn.outcome.replace("_", " ") for turn in turns)
    tiers: Counter[str] = sum((Counter(turn.tiers) for turn in turns), Counter())
    stages = dict.fromkeys(stage for turn in turns for stage in turn.timings_ms)
    spans = {stage: _span([turn.timings_ms.get(stage, 0.0) for turn in turns]) for stage in stages}
    return (
        Bars(title="How turns ended", bars=_counted(outcomes), unit="turns"),
        Bars(title="Which tier settled a claim", bars=_counted(tiers), unit="claims"),
        Spans(title="Time of each stage", spans=spans),
    )


def _counted(counts: Counter[str]) -> dict[str, dict[str, float]]:
    return {name: {"": float(n)} for name, n in sorted(counts.items(), key=lambda one: (-one[1], one[0]))}


def _span(times: Sequence[float]) -> tuple[float, float]:
    median, high = np.percentile(times, [50, 95])
    return round(float(median), 1), round(float(high), 1)
