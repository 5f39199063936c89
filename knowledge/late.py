"""Late interaction over a whole index: the nearest token of every passage for each token of a query.

A token's vector is kept as whole numbers from -127 to 127 and one scale, a quarter of its size; what that changes of a
cosine is below 0.01. Scores are those of `LateInteractionReranker`.
Source: Khattab and Zaharia, ColBERT (SIGIR 2020); Santhanam et al., ColBERTv2 (NAACL 2022), for keeping fewer bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from knowledge.array_files import REBUILD, map_array
from knowledge.embedding import Embedder, Vectors, unit_rows
from knowledge.errors import CorruptIndexError
from knowledge.filter_columns import Mask
from knowledge.reranking import POOLED_WEIGHT, content_rows
from knowledge.top_k import best_places

TOKEN_VECTORS = "int8-1"
"""How token vectors are kept; part of the index fingerprint."""

BLOCK_TOKENS = 16_384
"""Token vectors compared at once: 25 MB at 384 numbers."""

Places = NDArray[np.intp]


@dataclass(frozen=True)
class LateQuery:
    """What a query is compared by."""

    content: Vectors
    """Shape (m, d), unit rows: its content tokens, all of its tokens where none is one."""
    pooled: Vectors
    """Shape (d,), unit length: the mean of all its tokens."""


def late_query(text: str, embedder: Embedder) -> LateQuery:
    """The token vectors of a query; punctuation and stop words are left out as the reranker leaves them out."""
    rows = embedder.embed_tokens([text])[0]
    return LateQuery(content_rows(embedder.tokens(text), rows), pooled_rows(rows))


def pooled_rows(rows: Vectors) -> Vectors:
    """The mean of the rows as a vector of unit length, shape (d,); zeros where there is no row."""
    if not len(rows):
        return np.zeros(rows.shape[1], dtype=np.float32)
    mean: Vectors = rows.mean(axis=0, keepdims=True)
    return unit_rows(mean).reshape(-1)


@dataclass(frozen=True)
class TokenVectors:
    """What is kept of one text."""

    tokens: NDArray[np.int8]
    """Shape (n, d)."""
    scales: Vectors
    """Shape (n,)."""
    pooled: Vectors
    """Shape (d,), unit length."""


def token_vectors(rows: Vectors) -> TokenVectors:
    """The vectors of a text's tokens, shape (n, d), unit rows, as they are kept."""
    largest = np.abs(rows).max(axis=1, initial=0.0)
    scales = np.where(largest > 0, largest / 127, 1.0).astype(np.float32)
    return TokenVectors(np.rint(rows / scales[:, None]).astype(np.int8), scales, pooled_rows(rows))


@dataclass(frozen=True)
class LateIndex:
    """The token vectors of a fixed list of texts; a text is known by its place in the list."""

    offsets: NDArray[np.int64]
    """Shape (texts + 1,): text n has the tokens from offsets[n] up to offsets[n + 1]."""
    tokens: NDArray[np.int8]
    """Shape (tokens, d)."""
    scales: Vectors
    """Shape (tokens,): a token's vector is its row times its scale."""
    pooled: Vectors
    """Shape (texts, d), unit rows."""

    def text(self, place: int) -> TokenVectors:
        """What is kept of one text."""
        span = slice(int(self.offsets[place]), int(self.offsets[place + 1]))
        return TokenVectors(self.tokens[span], self.scales[span], self.pooled[place])

    def search(self, query: LateQuery, k: int, allowed: Mask) -> list[tuple[int, float]]:
        """The best `k` allowed texts as (place, score), best first; scores are -1 to 1.

        Args:
            query: a query without a token finds nothing.
            k: how many at most.
            allowed: shape (texts,); what is False is never compared.
        """
        if not len(query.content):
            return []
        scores = np.where(allowed, np.float32(0), np.float32(-np.inf))
        for places in self._blocks(allowed):
            maxsim = self._maxsim(query.content, places)
            scores[places] = (maxsim + POOLED_WEIGHT * (self.pooled[places] @ query.pooled)) / (1 + POOLED_WEIGHT)
        return best_places(scores, k)

    def _blocks(self, allowed: Mask) -> Iterator[Places]:
        """The allowed texts that have tokens, in their order, so many at once as have a block's tokens."""
        lengths = np.diff(self.offsets)
        places = np.flatnonzero(allowed & (lengths > 0))
        blocks = np.cumsum(lengths[places]) // BLOCK_TOKENS
        yield from (block for block in np.split(places, np.flatnonzero(np.diff(blocks)) + 1) if len(block))

    def _maxsim(self, content: Vectors, places: Places) -> Vectors:
        """For each text the mean over the query's rows of the largest cosine with any of its tokens."""
        lengths = self.offsets[places + 1] - self.offsets[places]
        begins = np.cumsum(lengths) - lengths
        tokens = np.repeat(self.offsets[places] - begins, lengths) + np.arange(int(lengths.sum()))
        cosines = (self.tokens[tokens].astype(np.float32) @ content.T) * self.scales[tokens][:, None]
        return np.asarray(np.maximum.reduceat(cosines, begins, axis=0).mean(axis=1), dtype=np.float32)

    @classmethod
    def load(cls, folder: Path, size: int) -> LateIndex:
        """Open a saved index, its arrays memory-mapped.

        Raises:
            CorruptIndexError: a file is missing or damaged, or they do not belong together.
        """
        found = cls(
            map_array(folder, "offsets", np.int64),
            map_array(folder, "tokens", np.int8),
            map_array(folder, "scales", np.float32),
            map_array(folder, "pooled", np.float32),
        )
        ends = found.offsets[-1] if len(found.offsets) else -1
        if (len(found.offsets), len(found.pooled)) != (size + 1, size) or not (
            ends == len(found.tokens) == len(found.scales)
        ):
            raise CorruptIndexError(f"The files in {folder} do not hold the tokens of {size} passages. {REBUILD}")
        return found
