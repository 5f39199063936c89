"""A baseline says what got better, what got worse, which case, and at which stage."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.errors import BaselineError
from evals.suite_baseline import Difference, baseline_of, differences, read_baseline, write_baseline
from tests.evals.run_parts import row, suite, turn


def test_a_run_is_the_same_as_its_own_baseline_and_written_twice_alike(tmp_path: Path) -> None:
    runs = [suite(row("a", True, turn()), row("b", False, turn()))]
    write_baseline(runs, tmp_path / "one.json")
    write_baseline(runs, tmp_path / "two.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    assert read_baseline(tmp_path / "one.json") == baseline_of(runs)
    assert differences(read_baseline(tmp_path / "one.json"), runs) == ()


def test_the_first_stage_that_differs_is_named_with_its_turn() -> None:
    before = baseline_of([suite(row("a", True, turn(), turn()), row("b"))])
    now = suite(row("a", False, turn(), turn(reply="zz", found="cc")), row("b"))
    worse, measure = differences(before, [now])[0], differences(before, [now])[1]
    measure, worse = sorted((worse, measure), key=lambda one: one.what != "passed")
    assert (measure.change, measure.before, measure.now) == ("worse", "1.0", "0.5")
    assert worse == Difference(
        change="worse", suite="conversations", what="a", stage="retrieval", turn=2, before="passed", now="failed"
    )


def test_a_row_that_fails_without_a_difference_has_the_stage_of_its_expectation() -> None:
    before = baseline_of([suite(row("a", True, turn()))])
    found = {one.what: one for one in differences(before, [suite(row("a", False, turn()))])}
    assert (found["a"].stage, found["a"].turn) == ("ground", None)


def test_better_gone_new_and_otherwise_are_told_apart() -> None:
    before = baseline_of([suite(row("mended", False), row("gone"), row("other", True, turn()))])
    now = suite(row("mended"), row("new"), row("other", True, turn(reply="zz")))
    found = {one.what: (one.change, one.stage, one.now) for one in differences(before, [now])}
    assert found == {
        "passed": ("better", None, "1.0"),
        "mended": ("better", "ground", "passed"),
        "gone": ("worse", None, "not run"),
        "new": ("other", None, "passed"),
        "other": ("other", "reply", "passed"),
    }


@pytest.mark.parametrize(
    ("name", "old", "new", "change"), [("cost", 0.2, 0.3, "worse"), ("recall", None, 0.3, "other")]
)
def test_which_way_is_better_depends_on_the_measure(name: str, old: float | None, new: float, change: str) -> None:
    before, now = (
        suite(row("t"), name="routing").model_copy(update={"measures": {name: value}}) for value in (old, new)
    )
    assert [one.change for one in differences(baseline_of([before]), [now])] == [change]


def test_times_are_not_kept_and_a_suite_that_did_not_run_stays(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    retrieval = suite(row("q"), name="retrieval").model_copy(update={"measures": {"mrr": 0.5, "p95_ms": 90.0}})
    write_baseline([retrieval], path)
    write_baseline([suite(row("a"))], path)
    kept = read_baseline(path)
    assert set(kept.suites) == {"retrieval", "conversations"}
    assert kept.suites["retrieval"].measures == {"mrr": 0.5}
    assert differences(kept, [suite(row("a"))]) == ()


def test_a_file_that_is_no_baseline_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"suites": {"topic": {}}}', encoding="utf-8")
    with pytest.raises(BaselineError, match="is no baseline"):
        read_baseline(tmp_path / "x.json")
    with pytest.raises(BaselineError, match="cannot be read"):
        read_baseline(tmp_path / "none.json")
