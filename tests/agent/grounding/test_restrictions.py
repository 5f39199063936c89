"""What permits, what restricts, and what only announces an exception."""

from __future__ import annotations

import pytest

from agent.grounding.restrictions import announces, core_of, demands, denied_in, is_restrictive, permits


def test_announcement_is_told_from_what_it_announces() -> None:
    assert announces("There is one exception.")
    assert not announces("Gift cards are an exception to this.")


@pytest.mark.parametrize("text", ["Gift cards are never refunded.", "It must be unused.", "Only in the US."])
def test_exclusion_and_demand_restrict(text: str) -> None:
    assert is_restrictive(text)


def test_plain_statement_restricts_nothing() -> None:
    assert not is_restrictive("Card refunds take 5 to 10 business days.")


def test_demand_is_told_from_an_exclusion() -> None:
    assert (demands("It must be unused."), demands("It cannot be used.")) == (True, False)


def test_permission_that_denies_is_none() -> None:
    assert (permits("You can return it."), permits("You cannot return it.")) == (True, False)


@pytest.mark.parametrize(
    ("statement", "core"),
    [
        ("You can return it while it is new, which we check.", "You can return it"),
        ("If it is new, you can return it.", "you can return it."),
        ("You can return it within 30 days.", "You can return it within 30 days."),
    ],
)
def test_core_of_a_permission_is_what_it_permits(statement: str, core: str) -> None:
    assert core_of(statement) == core


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("These are never refunded.", ["refunded"]),
        ("We can't speed up a refund.", ["speed up"]),
        ("Plants grow.", []),
    ],
)
def test_what_is_denied_is_the_verb_behind_the_denial(text: str, denied: list[str]) -> None:
    assert denied_in(text) == denied
