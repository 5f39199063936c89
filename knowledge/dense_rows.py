"""Passage vectors as one memory-mapped array, compared one by one: exact, and quick where a filter leaves part of them.

The nearest of all passages are looked up in the graph that Chroma keeps. Within a filter that graph has to be searched
again and again for enough allowed neighbours, which at ten thousand passages takes longer than to compare them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from knowledge.array_files import REBUILD, map_array, save_arrays
from knowledge.embedding import Vectors
from knowledge.errors import CorruptIndexError
from knowledge.filter_columns import Mask
from knowledge.top_k import best_places

ROWS = "rows"
"""The folder in a state."""

READ_THROUGH = 0.25
"""Share of the rows from which on it is quicker to compare all of them than to pick the allowed ones out."""


@dataclass(frozen=True)
class DenseRows:
    """The vectors of a fixed list of passages; a passage is known by its place in the list."""

    vectors: Vectors
    """Shape (passages, dimension), unit rows."""

    def search(self, vector: Vectors, k: int, allowed: Mask) -> list[tuple[int, float]]:
        """The nearest `k` allowed passages as (place, cosine), nearest first, equal ones in their order.

        Args:
            vector: shape (1, dimension), unit length.
            k: how many at most.
            allowed: shape (passages,); what is False is never returned.
        """
        if np.count_nonzero(allowed) >= READ_THROUGH * len(allowed):
            return best_places(np.where(allowed, self.vectors @ vector[0], np.float32(-np.inf)), k, above=-np.inf)
        places = np.flatnonzero(allowed)
        return [(int(places[n]), score) for n, score in best_places(self.vectors[places] @ vector[0], k)]

    @classmethod
    def load(cls, folder: Path, size: int, dimension: int) -> DenseRows:
        """Open saved rows, memory-mapped.

        Raises:
            CorruptIndexError: the file is missing or damaged, or holds rows of another number or length.
        """
        found = cls(map_array(folder, "vectors", np.float32))
        if found.vectors.shape != (size, dimension):
            raise CorruptIndexError(
                f"{folder} holds vectors of shape {found.vectors.shape}, wanted {(size, dimension)}. {REBUILD}"
            )
        return found

    @staticmethod
    def save(folder: Path, vectors: Vectors) -> None:
        """Write rows, shape (passages, dimension), into a new folder."""
        save_arrays(folder, {"vectors": vectors})
