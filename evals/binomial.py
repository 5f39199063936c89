"""How large a rate may be of which a few rows are seen: the exact limit of Clopper and Pearson.

Source: Clopper and Pearson, The use of confidence or fiducial limits (Biometrika 26, 1934).
"""

from __future__ import annotations

from math import ceil, exp, lgamma, log, log1p

STEPS = 60
"""Of the search for a limit; each halves the interval."""


def upper_limit(wrong: int, total: int, error: float) -> float:
    """The rate above which so few wrong ones would be seen with a probability of less than `error`; 1 of no rows.

    Args:
        wrong: rows that are wrong, 0 to total.
        total: rows that were looked at, each independent of the others.
        error: probability, above 0 and below 1, with which the rate may lie above the limit after all.
    """
    if wrong >= total:
        return 1.0
    low, high = wrong / total, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(wrong, total, middle) > error else (low, middle)
    return high


def rows_needed(rate: float, error: float, wrong: int = 0) -> int:
    """How many rows it takes, with so many wrong among them, for the limit to be no higher than the rate."""
    if wrong == 0:
        return ceil(log(error) / log1p(-rate))
    few, many = wrong, wrong + 1
    while upper_limit(wrong, many, error) > rate:
        few, many = many, many * 2
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (middle, many) if upper_limit(wrong, middle, error) > rate else (few, middle)
    return many


def _at_most(wrong: int, total: int, rate: float) -> float:
    """Probability of so many wrong ones or fewer, of a rate above 0 and below 1."""
    return sum(exp(_log_probability(one, total, rate)) for one in range(wrong + 1))


def _log_probability(wrong: int, total: int, rate: float) -> float:
    choices = lgamma(total + 1) - lgamma(wrong + 1) - lgamma(total - wrong + 1)
    return choices + wrong * log(rate) + (total - wrong) * log1p(-rate)
