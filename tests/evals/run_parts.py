"""A run made by hand: two suites, one of them with a failing conversation whose texts would break a careless page."""

from __future__ import annotations

from pathlib import Path

from evals.report_result import RunResult
from evals.suite_baseline import Difference
from evals.suite_config import RoutingConfig, SuiteConfig
from evals.suite_running import Threshold
from evals.suite_types import Bars, Curve, Row, Spans, SuiteName, SuiteRun, SuiteTurn

NASTY = '</pre><script src="https://evil.example/x.js">alert(1)</script> & ]]> <img src=//evil.example/y onerror=z> \x00\x08\u202e $x$'


def turn(reply: str = "aa", found: str = "bb", said: str = NASTY) -> SuiteTurn:
    return SuiteTurn(said=said, digests={"retrieval": found, "reply": reply}, trace=("asked", f"  {NASTY}"))


def row(name: str, passed: bool = True, *turns: SuiteTurn) -> Row:
    if passed:
        return Row(id=name, passed=True, turns=turns)
    return Row(
        id=name,
        passed=False,
        stage="ground",
        text=NASTY,
        expected="turn 1: cut: in an hour",
        got=NASTY,
        why=NASTY,
        where="lying-drafts.yaml",
        turns=turns,
    )


def suite(*rows: Row, name: SuiteName = "conversations", **more: float | None) -> SuiteRun:
    passed = sum(one.passed for one in rows) / len(rows)
    return SuiteRun(suite=name, rows=rows, measures={"passed": passed, **more}, seconds=1.5)


CHARTS = (
    Bars(title=f"How turns ended {NASTY}", bars={NASTY: {"": 3.0}, "handed off": {"": 1.0}}, unit="turns"),
    Bars(title="Planted errors", bars={"money": {"exact": 3.0, "sent": 1.0}, "entity": {"nli": 2.0}}, unit="errors"),
    Spans(title="Time of each stage", spans={"ground": (120.0, 310.5), "retrieval": (80.0, 120.0)}),
    Curve(title="As sure as it should be?", points=((0.1, 0.0, 9), (0.9, 1.0, 20)), across="foretold", up="found"),
    Bars(title="Nothing to draw", bars={}),
)


def result(*, worse: bool = False) -> RunResult:
    """One of two conversations fails its threshold; routing meets its own."""
    conversations = suite(row("a good case"), row(f"lying draft {NASTY}", False, turn()))
    conversations = conversations.model_copy(update={"charts": CHARTS, "note": NASTY})
    routing = suite(row("t1"), row("t2", False), name="routing").model_copy(update={"measures": {"recall": 0.5}})
    one = Difference(change="worse", suite="routing", what="t2", stage="route", before="passed", now="failed")
    return RunResult(
        suites=(conversations, routing),
        thresholds=(
            Threshold(suite="conversations", measure="passed", bound="at_least", wanted=1.0, got=0.5, met=False),
            Threshold(suite="routing", measure="recall", bound="at_least", wanted=0.4, got=0.5, met=True),
        ),
        differences=(one,) if worse else (),
        made_on="embedder x; 2026-11-30",
    )


def config(**at_least: float) -> SuiteConfig:
    return RoutingConfig(files=(Path("x"),), at_least=at_least)
