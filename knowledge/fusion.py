"""Reciprocal rank fusion: scores of different models are never added, their ranks are."""

from __future__ import annotations

import math
from collections.abc import Sequence

RRF_K = 60


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[str]], k: int = RRF_K, weights: Sequence[float] | None = None
) -> list[tuple[str, float]]:
    """Ids with the sum of weight / (k + rank) over the rankings, ranks from 1, best first.

    Every weight is 1 where none is given. Ties keep the order in which the ids were first seen.
    Source: Cormack, Clarke and Buettcher, Reciprocal Rank Fusion outperforms Condorcet (SIGIR 2009).
    """
    parts: dict[str, list[float]] = {}
    for ranking, weight in zip(rankings, weights or [1.0] * len(rankings), strict=True):
        for rank, found in enumerate(ranking, 1):
            parts.setdefault(found, []).append(weight / (k + rank))
    scores = [(found, math.fsum(votes)) for found, votes in parts.items()]  # exact, so that equal votes are a tie
    return sorted(scores, key=lambda item: -item[1])
