"""The thresholds of a configuration as tests of pytest: one item for each, and each suite is run once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from evals.suite_config import SuiteConfig
    from evals.suite_running import Bound
    from evals.suite_types import SuiteRun

RUNS = pytest.StashKey[dict[str, "SuiteRun"]]()
LISTED = 20
"""Rows that failed which are told of a suite."""


class MissedThresholdError(Exception):
    """A threshold that is not met, with what was wanted and what was got."""


class ConfigCollector(pytest.File):
    """The thresholds of a configuration file."""

    def collect(self) -> Iterator[ThresholdItem]:
        """One item for each.

        Raises:
            CollectError: the configuration cannot be used, with the line of what is wrong.
        """
        from evals.errors import EvalError
        from evals.suite_reading import read_config
        from evals.suite_running import bounds_of

        try:
            configs = read_config(self.path).suites()
        except EvalError as error:
            raise self.CollectError(str(error)) from error
        for config in configs:
            for bound, measure, wanted in bounds_of(config):
                name = f"{config.suite}::{measure} {bound.replace('_', ' ')} {wanted:g}"
                yield ThresholdItem.from_parent(self, name=name, config_of=config, held=(bound, measure))


class ThresholdItem(pytest.Item):
    """One threshold."""

    def __init__(self, config_of: SuiteConfig, held: tuple[Bound, str], **of_pytest: Any) -> None:
        super().__init__(**of_pytest)
        self.suite, self.held = config_of, held
        self.extra_keyword_matches.add(config_of.suite)

    def runtest(self) -> None:
        """Run the suite if no item before has, and look at the measure.

        Raises:
            MissedThresholdError: it is not met.
        """
        from evals.suite_running import thresholds

        run = self._run()
        for one in thresholds(self.suite, run):
            if (one.bound, one.measure) == self.held and not one.met:
                sign = one.bound.replace("_", " ")
                told = f"{one.suite}: {one.measure}, wanted {sign} {one.wanted:g}, got {one.got}"
                raise MissedThresholdError("\n".join((told, *_failed(run))))

    def _run(self) -> SuiteRun:
        from agent.settings import load_settings
        from evals.suite_running import run_suite

        runs = self.config.stash.setdefault(RUNS, {})
        if self.suite.suite not in runs:
            named = self.config.getoption("--conversation-settings")
            runs[self.suite.suite] = run_suite(self.suite, load_settings(Path(named) if named else None, os.environ))
        return runs[self.suite.suite]

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What was wanted and what was got; of any other error where it happened."""
        if isinstance(excinfo.value, MissedThresholdError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[os.PathLike[str], int | None, str]:
        """The file and the name."""
        return self.path, None, self.name


def _failed(run: SuiteRun) -> Iterator[str]:
    for row in run.failed[:LISTED]:
        yield f"{row.id}, at {row.stage}\n  expected  {row.expected}\n  got       {row.got}"
    if len(run.failed) > LISTED:
        yield f"and {len(run.failed) - LISTED} more"
