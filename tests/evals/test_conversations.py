"""Cases are held with the product's own agent, on a shop of their own, and everything that is not met is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.ledger import Ledger
from agent.settings import Settings
from evals.case_files import read_case_files
from evals.case_homes import CaseHomes
from evals.case_results import CaseResult
from evals.conversations import ConversationRunner
from tests.evals.case_shop import INVENTED, REFUND, WEAK, WRAPPING, WRONG, case_file


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cases")


@pytest.fixture(scope="module")
def runner(folder: Path) -> ConversationRunner:
    return ConversationRunner(CaseHomes(Settings(), folder / "work"), keep=folder / "kept")


@pytest.fixture(scope="module")
def results(runner: ConversationRunner, folder: Path) -> dict[str, CaseResult]:
    path = case_file(folder, WRAPPING, REFUND, INVENTED, WRONG, WEAK)
    return {one.case.name: runner.run(one) for one in read_case_files([path], Settings())}


@pytest.mark.parametrize("name", ["wrapping", "refund", "invented"])
def test_case_passes_that_no_agent_without_work_passes(results: dict[str, CaseResult], name: str) -> None:
    assert results[name].unmet == ()
    assert results[name].passed_by == ()


def test_everything_that_is_not_met_is_told(results: dict[str, CaseResult]) -> None:
    unmet = results["wrong"].unmet
    assert [(one.turn, one.key) for one in unmet] == [
        (1, "contains"),
        (1, "means"),
        (1, "handoff"),
        ("finally", "orders.ORD-501.status"),
        ("finally", "handoffs"),
    ]
    assert (unmet[0].expected, unmet[3].expected, unmet[3].got) == ("4.00 USD", "pending", "delivered")
    assert "Gift wrapping costs 3.00 USD" in unmet[0].got


def test_data_folder_of_a_failing_case_is_kept_for_its_trace(results: dict[str, CaseResult]) -> None:
    home = results["wrong"].runs[0].home
    assert home is not None
    turn = Ledger(Path(home) / "ledger.db").turn(str(results["wrong"].unmet[0].turn_id))
    assert turn.question == "How much does gift wrapping cost?"
    assert results["wrapping"].runs[0].home is None


def test_case_that_handing_everything_over_passes_is_no_test(results: dict[str, CaseResult]) -> None:
    assert results["weak"].passed
    assert results["weak"].passed_by == ("always-escalate (policy_topic)",)


def test_index_is_built_once_for_the_same_articles(results: dict[str, CaseResult], folder: Path) -> None:
    assert len(results) == 5
    assert len(list((folder / "work" / "indexes").iterdir())) == 1
    assert list((folder / "work" / "homes").iterdir()) == []


def test_case_that_is_repeated_passes_if_every_run_does(runner: ConversationRunner, tmp_path: Path) -> None:
    path = case_file(
        tmp_path, WRAPPING.replace("turns:", "repeat: 3\n  turns:", 1).replace("wrapping\n", "thrice\n", 1)
    )
    (case,) = read_case_files([path], Settings())
    result = runner.run(case)
    assert result.passed
    assert result.pass_hat() == {"pass^1": 1.0, "pass^2": 1.0, "pass^3": 1.0}


def test_person_customer_and_clock_can_change_between_lines(runner: ConversationRunner, tmp_path: Path) -> None:
    text = """\
- name: changes
  customer: null
  turns:
  - say: Where is my order ORD-501?
    expect: {not_contains: delivered}
  - say: Where is my order ORD-501?
    customer: C-1
    expect: {contains: 2026-11-21, proved_by: ORD-501}
  - say: What is the status of ORD-502?
    customer: C-2
    conversation: new
    today: 2026-12-02
    expect: {contains: pending}
  - say: Hello
    decided: approve
"""
    (case,) = read_case_files([case_file(tmp_path, text)], Settings())
    unmet = runner.run(case).unmet
    assert [(one.turn, one.key, one.expected) for one in unmet] == [(4, "decided", "a request to approve")]
