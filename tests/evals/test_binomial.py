from math import comb

import pytest

from evals.binomial import rows_needed, upper_limit


def seen(wrong, total, rate):
    """Probability of so many wrong ones or fewer."""
    return sum(comb(total, n) * rate**n * (1 - rate) ** (total - n) for n in range(wrong + 1))


@pytest.mark.parametrize(("wrong", "total"), [(0, 10), (1, 20), (3, 50), (9, 10)])
def test_at_the_limit_so_few_are_seen_with_just_the_allowed_probability(wrong, total):
    assert seen(wrong, total, upper_limit(wrong, total, 0.05)) == pytest.approx(0.05)


def test_limits_of_none_wrong_are_those_of_the_rule_of_three():
    assert upper_limit(0, 10, 0.05) == pytest.approx(1 - 0.05**0.1)
    assert upper_limit(0, 1_000, 0.05) == pytest.approx(3 / 1_000, rel=0.01)


def test_nothing_seen_and_all_wrong_bound_nothing():
    assert upper_limit(0, 0, 0.05) == upper_limit(5, 5, 0.05) == 1.0


@pytest.mark.parametrize(
    ("rate", "error", "wrong"), [(0.01, 0.05, 0), (0.05, 0.005, 0), (0.02, 0.05, 3), (0.2, 0.01, 1)]
)
def test_one_row_fewer_than_needed_is_too_few(rate, error, wrong):
    needed = rows_needed(rate, error, wrong)
    assert upper_limit(wrong, needed, error) <= rate < upper_limit(wrong, needed - 1, error)


def test_a_hundredth_at_19_of_20_takes_299_rows():
    assert rows_needed(0.01, 0.05) == 299
