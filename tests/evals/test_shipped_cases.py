"""The conversations that ship with the package: the product holds them all, and none can be passed by doing nothing."""

from __future__ import annotations

from agent.settings import Settings
from evals.case_files import read_case_files
from evals.case_shops import people_of
from evals.conversation_suite import SuiteOptions, measure_conversations

CASES = read_case_files((), Settings())
WANTED = 60
JOBS = 2


def test_all_shipped_cases_pass_and_none_is_passed_by_an_agent_that_does_no_work() -> None:
    found = measure_conversations(Settings(), CASES, SuiteOptions(jobs=JOBS))
    assert (found.failed, found.passed_by) == ((), {})


def test_there_are_enough_cases_and_each_says_why_it_exists() -> None:
    names = {one.case.name.split(" [")[0] for one in CASES}
    assert len(names) >= WANTED
    assert [one.case.name for one in CASES if not one.case.why] == []


def test_every_customer_who_signs_in_is_known_to_the_shop() -> None:
    unknown = [
        one.case.name
        for one in CASES
        if one.case.customer and one.case.customer not in {c.customer_id for c in people_of(one.case.shop).customers}
    ]
    assert unknown == []
