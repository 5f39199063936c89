"""Of two passages that disagree the one in force, the newer one, or the one with more authority is believed."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from agent.grounding.precedence import authority_of, in_force, outranks
from agent.types import ORDINARY, Evidence
from knowledge.types import Scalar

TODAY = date(2026, 11, 30)
OLD, NEW = date(2025, 1, 1), date(2026, 9, 1)


def passage(**known: Any) -> Evidence:
    return Evidence(evidence_id="a#0", source="article", trust="retrieved", text="x", **known)


@pytest.mark.parametrize(
    ("metadata", "authority"),
    [
        ({}, ORDINARY),
        ({"authority": 7}, 7),
        ({"authority": "policy"}, 30),
        ({"Kind": "FAQ"}, 10),
        ({"type": "unheard of"}, ORDINARY),
        ({"authority": True}, ORDINARY),
        ({"authority": "unheard of", "kind": "policy"}, 30),
    ],
)
def test_authority_is_what_the_front_matter_declares(metadata: dict[str, Scalar], authority: int) -> None:
    assert authority_of(metadata) == authority


def test_passage_in_force_goes_before_one_that_is_not() -> None:
    ended, current = passage(effective_to=date(2026, 8, 31), authority=40), passage(authority=0)
    assert outranks(current, ended, TODAY) == "only it is in force"
    assert outranks(ended, current, TODAY) is None


def test_newer_of_two_in_force_goes_before_the_one_with_more_authority() -> None:
    old, new = passage(effective_from=OLD, authority=40), passage(effective_from=NEW)
    assert outranks(new, old, TODAY) == "it is in force since 2026-09-01, the other since 2025-01-01"
    assert outranks(old, new, TODAY) is None


def test_authority_decides_where_one_has_no_date() -> None:
    policy, faq = passage(authority=30), passage(authority=10, effective_from=NEW)
    assert outranks(policy, faq, TODAY) == "its authority is 30, the other's 10"
    assert outranks(faq, policy, TODAY) is None


def test_equals_are_not_told_apart() -> None:
    assert outranks(passage(), passage(), TODAY) is None


def test_passage_searched_for_an_earlier_day_is_judged_by_that_day() -> None:
    ended = passage(effective_from=OLD, effective_to=date(2026, 8, 31), as_of=date(2026, 7, 6))
    assert in_force(ended, TODAY)
    assert not in_force(passage(effective_from=NEW, as_of=date(2026, 7, 6)), TODAY)
