"""A budget counts down by the clock that it was given, and adds up what models cost."""

from __future__ import annotations

import math

from agent.grounding.budget import Budget
from tests.agent.grounding.fake_clock import FakeClock


def test_time_is_over_when_the_clock_says_so() -> None:
    clock = FakeClock()
    budget = Budget.of(2.0, clock)
    clock.now += 1.5
    assert (budget.left, budget.spent) == (0.5, False)
    clock.now += 0.5
    assert (budget.left, budget.spent) == (0.0, True)


def test_nothing_is_left_of_a_time_that_is_long_over() -> None:
    clock = FakeClock()
    budget = Budget.of(2.0, clock)
    clock.now += 60
    assert budget.left == 0.0


def test_without_a_limit_there_is_always_time() -> None:
    budget = Budget.of(None, FakeClock())
    assert (budget.left, budget.endless, budget.spent) == (math.inf, True, False)


def test_tokens_of_several_calls_are_added_up() -> None:
    budget = Budget()
    budget.charge({"input_tokens": 10, "output_tokens": 2})
    budget.charge({"input_tokens": 5})
    assert budget.tokens == {"input_tokens": 15, "output_tokens": 2}


def test_two_budgets_share_no_tokens() -> None:
    Budget().charge({"input_tokens": 10})
    assert Budget().tokens == {}
