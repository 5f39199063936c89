"""What came of conversation cases, as values."""

from __future__ import annotations

from math import comb
from typing import Literal

from pydantic import Field

from evals.case_turns import HeldTurn
from knowledge.types import Value

AtTheEnd = Literal["finally"]


class Unmet(Value):
    """One expectation that was not met."""

    case: str
    turn: int | AtTheEnd
    """Number of the line, from 1; `finally` for what holds at the end."""
    key: str
    """Of the expectation, for example `contains`."""
    expected: str
    got: str
    turn_id: str | None = None
    """For `support --home DIR trace TURN`; None at the end."""


class CaseRun(Value):
    """A conversation that was held once."""

    unmet: tuple[Unmet, ...] = ()
    home: str | None = None
    """The data folder, where it is kept."""
    turns: int = 0
    seconds: float = 0.0
    held: tuple[HeldTurn, ...] = ()
    """What is kept of each turn."""


class CaseResult(Value):
    """A case, and what came of it."""

    case: str
    file: str
    tags: tuple[str, ...] = ()
    why: str = ""
    runs: tuple[CaseRun, ...] = Field(min_length=1)
    passed_by: tuple[str, ...] = ()
    """The degenerate agents that pass it, too: with one of them it is no test."""

    @property
    def passed(self) -> bool:
        """Whether every run met every expectation."""
        return not any(run.unmet for run in self.runs)

    @property
    def unmet(self) -> tuple[Unmet, ...]:
        """Of the first run that failed."""
        return next((run.unmet for run in self.runs if run.unmet), ())

    def pass_hat(self) -> dict[str, float]:
        """pass^k for each k up to the number of runs: the chance that k runs drawn from these all pass.

        S. Yao et al., τ-bench (2024, https://arxiv.org/abs/2406.12045), eq. 1: C(passed, k) / C(runs, k).
        """
        n, passed = len(self.runs), sum(not run.unmet for run in self.runs)
        return {f"pass^{k}": round(comb(passed, k) / comb(n, k), 4) for k in range(1, n + 1)}
