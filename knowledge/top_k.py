"""The best few of many scores, without sorting them all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def best_places(scores: NDArray[np.float32], k: int, above: float = -np.inf) -> list[tuple[int, float]]:
    """The `k` largest scores as (place, score), largest first, equal ones in their order.

    Args:
        scores: shape (n,); -inf marks what must not be found.
        k: how many at most.
        above: only larger scores are returned.
    """
    if k < 1:
        return []
    least = np.partition(scores, -k)[-k] if k < len(scores) else -np.inf
    able = np.flatnonzero((scores >= least) & (scores > above))
    best = able[np.argsort(-scores[able], kind="stable")][:k]
    return [(int(place), float(scores[place])) for place in best]
