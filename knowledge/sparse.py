"""Learned sparse retrieval: an inverted index of weighted dimensions, scored by dot product.

Source: Formal, Lassance, Piwowarski and Clinchant, SPLADE v2 (2021), for vectors of this kind; the index suits any
encoder whose vectors are mostly zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from knowledge.array_files import REBUILD, map_array, save_arrays
from knowledge.errors import CorruptIndexError
from knowledge.filter_columns import Mask
from knowledge.sparse_rows import SparseRows, grouped
from knowledge.top_k import best_places


@dataclass(frozen=True)
class SparseIndex:
    """Postings by dimension: a query reads those of its own dimensions and no other."""

    postings: SparseRows
    """A row for each dimension; what stands in it are places of texts."""
    size: int
    """Number of texts."""

    @classmethod
    def build(cls, rows: SparseRows, dimension: int) -> SparseIndex:
        """Index the vectors of texts; a text is later known by its place.

        Args:
            rows: one for each text.
            dimension: numbers of a vector, zeros included.
        """
        places = np.repeat(np.arange(rows.count, dtype=np.int32), np.diff(rows.offsets))
        return cls(grouped(rows.dimensions, places, rows.weights, dimension), rows.count)

    @property
    def dimension(self) -> int:
        """Numbers of a vector, zeros included."""
        return self.postings.count

    def search(self, query: SparseRows, k: int, allowed: Mask) -> list[tuple[int, float]]:
        """The best `k` allowed texts as (place, dot product), best first; a score of zero is never returned.

        Args:
            query: one row.
            k: how many at most.
            allowed: shape (size,); what is False is masked inside the query, not dropped after it.
        """
        scores = np.zeros(self.size, dtype=np.float32)
        for dimension, weight in zip(*query.row(0), strict=True):
            places, weights = self.postings.row(int(dimension))
            scores[places] += weight * weights  # a text stands once among the postings of a dimension
        return best_places(np.where(allowed, scores, np.float32(-np.inf)), k, above=0.0)

    def rows(self) -> SparseRows:
        """The vectors that were indexed, one row for each text, in memory."""
        spread = np.repeat(np.arange(self.dimension, dtype=np.int32), np.diff(self.postings.offsets))
        return grouped(self.postings.dimensions, spread, self.postings.weights, self.size)

    def save(self, folder: Path) -> None:
        """Write the index into a new folder."""
        postings = self.postings
        save_arrays(folder, {"offsets": postings.offsets, "places": postings.dimensions, "weights": postings.weights})

    @classmethod
    def load(cls, folder: Path, size: int) -> SparseIndex:
        """Open a saved index, its arrays memory-mapped.

        Raises:
            CorruptIndexError: a file is missing or damaged, or they do not belong together.
        """
        postings = SparseRows(
            map_array(folder, "offsets", np.int64),
            map_array(folder, "places", np.int32),
            map_array(folder, "weights", np.float32),
        )
        entries = len(postings.weights)
        if len(postings.dimensions) != entries or not len(postings.offsets) or postings.offsets[-1] != entries:
            raise CorruptIndexError(f"The files in {folder} do not hold as many entries as they say. {REBUILD}")
        return cls(postings, size)
