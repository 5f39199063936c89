"""Thresholds are held to what a run measured."""

from __future__ import annotations

import pytest

from evals.suite_running import thresholds
from tests.evals.run_parts import config, row, suite


@pytest.mark.parametrize(("got", "met"), [(0.91, True), (0.9, True), (0.89, False), (None, False)])
def test_a_measure_that_is_lower_or_not_defined_misses(got: float | None, met: bool) -> None:
    run = suite(row("t"), name="routing").model_copy(update={"measures": {"recall": got}})
    (found,) = thresholds(config(recall=0.9), run)
    assert (found.got, found.met) == (got, met)


def test_at_most_is_missed_from_above() -> None:
    held = config().model_copy(update={"at_most": {"cost": 0.5}})
    run = suite(row("t"), name="routing").model_copy(update={"measures": {"cost": 0.6}})
    assert [one.met for one in thresholds(held, run)] == [False]
