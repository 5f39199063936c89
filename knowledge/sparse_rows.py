"""Sparse vectors, one a text, in compressed rows: only what is not zero is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Offsets = NDArray[np.int64]
Dimensions = NDArray[np.int32]
Weights = NDArray[np.float32]


@dataclass(frozen=True)
class SparseRows:
    """Rows of numbers most of which are zero."""

    offsets: Offsets
    """Shape (rows + 1,): row n has the entries from offsets[n] up to offsets[n + 1]."""
    dimensions: Dimensions
    """Shape (entries,)."""
    weights: Weights
    """Shape (entries,), none of them zero."""

    @property
    def count(self) -> int:
        """Number of rows."""
        return len(self.offsets) - 1

    def row(self, n: int) -> tuple[Dimensions, Weights]:
        """The dimensions of one row that are not zero, and their weights."""
        span = slice(int(self.offsets[n]), int(self.offsets[n + 1]))
        return self.dimensions[span], self.weights[span]


def as_rows(rows: Sequence[tuple[Dimensions, Weights]]) -> SparseRows:
    """Rows from the dimensions and weights of each."""
    lengths = [len(dimensions) for dimensions, _ in rows]
    return SparseRows(
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        np.concatenate([np.zeros(0, np.int32), *(dimensions for dimensions, _ in rows)]).astype(np.int32),
        np.concatenate([np.zeros(0, np.float32), *(weights for _, weights in rows)]).astype(np.float32),
    )


def grouped(keys: Dimensions, values: NDArray[np.int32], weights: Weights, count: int) -> SparseRows:
    """Entries put into `count` rows by their keys; in a row they keep the order they came in.

    Args:
        keys: shape (entries,), the row of each entry, from 0 to count - 1.
        values: shape (entries,), what stands in place of a dimension.
        weights: shape (entries,).
        count: rows.
    """
    order = np.argsort(keys, kind="stable")
    lengths = np.bincount(keys, minlength=count)
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return SparseRows(offsets, values[order].astype(np.int32), weights[order].astype(np.float32))
