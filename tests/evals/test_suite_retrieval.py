"""Part of a set is spread over all of it."""

from __future__ import annotations

from evals.suite_retrieval import spread


def test_rows_are_taken_from_the_whole_set_and_always_the_same() -> None:
    assert spread(tuple(range(10)), 4) == (0, 2, 5, 7)
    assert spread((1, 2), None) == spread((1, 2), 5) == (1, 2)
