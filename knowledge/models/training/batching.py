"""Batches by token budget: items of like length travel together, so that little of a batch is padding."""

from __future__ import annotations

import random
from collections.abc import Sequence


def batches_by_tokens(lengths: Sequence[int], budget: int, seed: int, pool: int = 4_096) -> list[list[int]]:
    """Places of the items, grouped so that (items x longest) stays within the budget.

    The items are shuffled, sorted by length within pools of `pool`, cut into batches, and the batches are shuffled:
    lengths are alike within a batch, the order of the batches tells nothing.

    Args:
        lengths: tokens per item.
        budget: tokens per batch, padding included; an item longer than that is a batch of its own.
        seed: the same seed gives the same batches.
        pool: items that are sorted together.
    """
    order = list(range(len(lengths)))
    rng = random.Random(seed)
    rng.shuffle(order)
    batches: list[list[int]] = []
    for begin in range(0, len(order), pool):
        batch: list[int] = []
        for place in sorted(order[begin : begin + pool], key=lambda n: lengths[n]):
            if batch and lengths[place] * (len(batch) + 1) > budget:
                batches.append(batch)
                batch = []
            batch.append(place)
        if batch:
            batches.append(batch)
    rng.shuffle(batches)
    return batches
