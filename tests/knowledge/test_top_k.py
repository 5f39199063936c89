import numpy as np
import pytest

from knowledge.top_k import best_places

SCORES = np.array([0.5, 2.0, -1.0, 2.0, 0.0], dtype=np.float32)


@pytest.mark.parametrize(
    ("k", "above", "expected"),
    [
        (1, -np.inf, [(1, 2.0)]),
        (3, -np.inf, [(1, 2.0), (3, 2.0), (0, 0.5)]),
        (9, -np.inf, [(1, 2.0), (3, 2.0), (0, 0.5), (4, 0.0), (2, -1.0)]),
        (9, 0.0, [(1, 2.0), (3, 2.0), (0, 0.5)]),
        (0, -np.inf, []),
    ],
)
def test_the_largest_come_first_and_equal_ones_in_their_order(
    k: int, above: float, expected: list[tuple[int, float]]
) -> None:
    assert best_places(SCORES, k, above) == expected


def test_what_is_marked_as_forbidden_is_never_found() -> None:
    scores = np.array([-np.inf, 1.0, -np.inf], dtype=np.float32)
    assert best_places(scores, 3) == [(1, 1.0)]


def test_of_nothing_nothing_is_found() -> None:
    assert best_places(np.zeros(0, dtype=np.float32), 3) == []
