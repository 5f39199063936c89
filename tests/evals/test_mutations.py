"""Each guard of a turn is missed by a shipped case when it is switched off; what is guarded by nothing is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from agent.settings import Settings
from evals.case_files import chosen, read_case_files
from evals.cli import app
from evals.guards import GUARDS, Guard
from evals.mutations import measure_guards

CASES = read_case_files((), Settings())
QUICK = ("deadline", "canary", "redaction", "instructions kept inert")
BY_NAME = {guard.name: guard for guard in GUARDS}


def test_quick_guards_are_each_missed_by_a_case() -> None:
    found = measure_guards(Settings(), CASES, [BY_NAME[name] for name in QUICK])
    assert (found.missing, found.broken) == ((), ())
    assert all(one.failed for one in found.guards)


@pytest.mark.slow
def test_every_guard_is_missed_by_a_case() -> None:
    found = measure_guards(Settings(), CASES)
    assert (found.missing, found.broken) == ((), ())


def test_every_guard_has_cases_with_its_tags() -> None:
    told = {tag for one in CASES for tag in one.case.tags}
    assert [guard.name for guard in GUARDS if not told & set(guard.tags)] == []


def test_guard_that_no_case_misses_is_named() -> None:
    useless = Guard("nothing", "nothing at all", ("deadline",), lambda case: case)
    found = measure_guards(Settings(), chosen(CASES, ("deadline",)), [useless])
    assert (found.missing, [one.held for one in found.guards]) == (("nothing",), [1])


def test_case_that_fails_with_every_guard_says_nothing_about_any(tmp_path: Path) -> None:
    case = tmp_path / "case.yaml"
    case.write_text(
        "name: wrong\ntags: [deadline]\ntoday: 2026-11-30\nturns:\n- say: hello\n  expect: {contains: no such words}\n"
    )
    found = measure_guards(Settings(), read_case_files([case], Settings()), [BY_NAME["deadline"]])
    assert (found.broken, found.missing) == (("wrong",), ("deadline",))


def test_unknown_guard_is_refused_with_those_there_are() -> None:
    found = CliRunner().invoke(app, ["mutations", "--guard", "moat"])
    assert found.exit_code == 2
    assert "redaction" in found.output
