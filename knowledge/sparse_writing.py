"""Writing the learned sparse index of a new state: only new texts go through the encoder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from knowledge.parts import Texts
from knowledge.progress import STEP, Progress
from knowledge.sparse import SparseIndex
from knowledge.sparse_encoding import SparseEncoder
from knowledge.sparse_rows import Dimensions, Weights, as_rows
from knowledge.types import RetrieverName

SPARSE_STEP = "encoding"


@dataclass(frozen=True)
class SparseWriter:
    """Writes the inverted index that `sparse` searches."""

    encoder: SparseEncoder

    @property
    def name(self) -> RetrieverName:
        """`sparse`."""
        return "sparse"

    def check(self, passages: int) -> None:
        """Any number of passages can be searched."""

    def write(self, folder: Path, texts: Texts, progress: Progress) -> int:
        """See `PartWriter`."""
        source = texts.source("sparse")
        rows = self._kept(texts, source.sparse) if source else {}
        fresh = [n for n in range(len(texts.indexed)) if n not in rows]
        progress(SPARSE_STEP, 0, len(fresh))
        for begin in range(0, len(fresh), STEP):
            part = fresh[begin : begin + STEP]
            encoded = self.encoder.encode_passages([texts.indexed[n] for n in part])
            rows |= {n: encoded.row(place) for place, n in enumerate(part)}
            progress(SPARSE_STEP, begin + len(part), len(fresh))
        dimension = source.sparse.dimension if source else self.encoder.dimension
        SparseIndex.build(as_rows([rows[n] for n in range(len(rows))]), dimension).save(folder)
        return len(fresh)

    @staticmethod
    def _kept(texts: Texts, old: SparseIndex) -> dict[int, tuple[Dimensions, Weights]]:
        """Rows of texts that were encoded before, by their new place."""
        rows = old.rows()
        return {n: rows.row(place) for n, place in enumerate(texts.before) if place is not None}
