"""The whole of a run: its suites, its thresholds and what is otherwise than before; what every report is made from."""

from __future__ import annotations

from datetime import date
from typing import Any

from agent.settings import Settings
from evals.suite_baseline import Difference
from evals.suite_running import Threshold
from evals.suite_types import Row, SuiteRun
from knowledge.types import Value


class RunResult(Value):
    """A run."""

    suites: tuple[SuiteRun, ...]
    thresholds: tuple[Threshold, ...]
    differences: tuple[Difference, ...] | None = None
    """Since the baseline; None where it was compared with none."""
    made_on: str
    """What it ran on: the settings' models and the day, one line."""

    @property
    def unmet(self) -> tuple[Threshold, ...]:
        """Thresholds that are not met."""
        return tuple(one for one in self.thresholds if not one.met)

    @property
    def worse(self) -> tuple[Difference, ...]:
        """What is worse than before."""
        return tuple(one for one in self.differences or () if one.change == "worse")

    @property
    def passed(self) -> bool:
        """Whether all thresholds are met, and nothing is worse than before."""
        return not self.unmet and not self.worse

    @property
    def sentence(self) -> str:
        """What came of it, in one sentence."""
        rows = sum(len(run.rows) for run in self.suites)
        failed = sum(len(run.failed) for run in self.suites)
        parts = [
            f"{len(self.thresholds) - len(self.unmet)} of {len(self.thresholds)} thresholds are met",
            f"{rows - failed:,} of {rows:,} cases pass",
        ]
        if self.differences is not None:
            better = sum(one.change == "better" for one in self.differences)
            parts.append(f"{len(self.worse)} worse and {better} better than the baseline")
        verdict = "Passed" if self.passed else "Not passed"
        return f"{verdict}: {', '.join(parts)}, in {sum(run.seconds for run in self.suites):.0f} seconds."

    def as_json(self) -> dict[str, Any]:
        """For scripts: everything but the rows that passed and what is drawn."""
        return {
            "passed": self.passed,
            "seconds": round(sum(run.seconds for run in self.suites), 1),
            "thresholds": [one.model_dump(mode="json") for one in self.thresholds],
            "suites": [_suite(run) for run in self.suites],
            "differences": None
            if self.differences is None
            else [one.model_dump(mode="json", exclude_none=True) for one in self.differences],
        }


def _suite(run: SuiteRun) -> dict[str, Any]:
    return {
        "suite": run.suite,
        "cases": len(run.rows),
        "passed": len(run.rows) - len(run.failed),
        "seconds": run.seconds,
        "measures": run.measures,
        "note": run.note,
        "failed": [row_json(row) for row in run.failed],
    }


def row_json(row: Row) -> dict[str, Any]:
    """A row without its turns."""
    return row.model_dump(mode="json", exclude={"turns"}, exclude_defaults=True)


def made_on(settings: Settings) -> str:
    """What a run is made on: the models that the settings name, and the day."""
    models = {
        "embedder": settings.knowledge.embedder,
        "reranker": settings.knowledge.reranker,
        "verifier": settings.grounding.verifier,
        "drafter": settings.drafting.drafter,
    }
    return ", ".join(f"{role} {name}" for role, name in models.items()) + f"; {date.today().isoformat()}"
