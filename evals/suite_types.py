"""What a run of a suite comes to: a row for each of its cases, its measures, and what is worth drawing."""

from __future__ import annotations

from typing import Literal, get_args

from knowledge.types import Value

SuiteName = Literal["conversations", "retrieval", "grounding", "seeded", "security", "refusals", "topics", "routing"]
SUITES: tuple[SuiteName, ...] = get_args(SuiteName)

StageName = Literal[
    "receive", "route", "retrieval", "assemble", "draft", "act", "ground", "decide", "reply", "remember", "rank", "time"
]
STAGES: tuple[StageName, ...] = get_args(StageName)
"""Stages of a turn in their order; `rank` is of a search alone, `time` of a budget that was overrun."""


class SuiteTurn(Value):
    """One turn of a conversation that was held."""

    said: str
    """The customer's line."""
    digests: dict[StageName, str]
    """What each stage came to, as a short hash: two runs are compared stage by stage."""
    trace: tuple[str, ...] = ()
    """As `support trace` shows it, a line each; empty where the case passed."""


class Row(Value):
    """One case, question, claim or message of a suite."""

    id: str
    """Unique within its suite, and the same in every run."""
    passed: bool
    stage: StageName | None = None
    """The stage that decided that it failed; None where it passed."""
    text: str = ""
    """What was asked or said."""
    expected: str = ""
    got: str = ""
    why: str = ""
    """What the case is there for, or why it ended as it did."""
    where: str = ""
    """The set, file or kind that it belongs to."""
    turns: tuple[SuiteTurn, ...] = ()
    """Of a conversation; empty in the other suites."""


class Bars(Value):
    """Named bars, each in one part or several that stand one after the other."""

    title: str
    bars: dict[str, dict[str, float]]
    """By bar and part; with one part the parts have no legend."""
    unit: str = ""
    """What the length counts."""


class Spans(Value):
    """Named bars to a median, with a mark at the 95th percentile."""

    title: str
    spans: dict[str, tuple[float, float]]
    unit: str = "ms"


class Curve(Value):
    """Shares that were found against those that were foretold."""

    title: str
    points: tuple[tuple[float, float, int], ...]
    """Mean foretold share, share found, and rows, bin by bin."""
    across: str
    up: str


Chart = Bars | Spans | Curve


class SuiteRun(Value):
    """A suite that was run."""

    suite: SuiteName
    rows: tuple[Row, ...]
    measures: dict[str, float | None]
    """None where the rows do not define one."""
    charts: tuple[Chart, ...] = ()
    seconds: float = 0.0
    note: str = ""
    """On what it ran, one line."""

    @property
    def failed(self) -> tuple[Row, ...]:
        """The rows that failed."""
        return tuple(row for row in self.rows if not row.passed)


def unique(rows: list[Row]) -> tuple[Row, ...]:
    """The rows with a number behind each id that was there before."""
    seen: dict[str, int] = {}
    found = []
    for row in rows:
        seen[row.id] = seen.get(row.id, 0) + 1
        found.append(row if seen[row.id] == 1 else row.model_copy(update={"id": f"{row.id} ({seen[row.id]})"}))
    return tuple(found)
