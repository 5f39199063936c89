"""An embedder that remembers: evidence sentences come back turn after turn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

import numpy as np

from knowledge.embedding import Embedder, Vectors

CACHED_ROWS = 20_000
"""About 1.5 kB each at 384 numbers."""


@dataclass(frozen=True)
class CachingEmbedder:
    """Keeps the rows of the passages it embedded last; queries and tokens go straight through.

    Only for text that any turn may see: the cache outlives a turn, so no customer's text belongs in it.
    """

    embedder: Embedder
    size: int = CACHED_ROWS
    _rows: OrderedDict[str, Vectors] = field(default_factory=OrderedDict, compare=False, repr=False)
    _lock: Lock = field(default_factory=Lock, compare=False, repr=False)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Rows of unit length, shape (len(texts), dimension); only texts not seen lately are embedded."""
        if not texts:
            return self.embedder.embed_passages(texts)
        with self._lock:
            missing = [text for text in dict.fromkeys(texts) if text not in self._rows]
            self._rows.update(zip(missing, self.embedder.embed_passages(missing), strict=True))
            rows = np.stack([self._rows[text] for text in texts])
            for text in texts:
                self._rows.move_to_end(text)
            while len(self._rows) > self.size:
                self._rows.popitem(last=False)
        return rows

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """As the embedder's."""
        return self.embedder.embed_queries(texts)

    def embed_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """As the embedder's."""
        return self.embedder.embed_tokens(texts)

    def tokens(self, text: str) -> list[str]:
        """As the embedder's."""
        return self.embedder.tokens(text)

    def count_tokens(self, text: str) -> int:
        """As the embedder's."""
        return self.embedder.count_tokens(text)

    @property
    def name(self) -> str:
        """The embedder's name."""
        return self.embedder.name

    @property
    def weights_sha256(self) -> str:
        """Hash of the embedder's weights."""
        return self.embedder.weights_sha256

    @property
    def dimension(self) -> int:
        """Numbers per vector."""
        return self.embedder.dimension

    @property
    def window(self) -> int:
        """Tokens the embedder reads."""
        return self.embedder.window
