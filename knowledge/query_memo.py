"""An embedder that remembers the last queries: routing, search and drafting read the same message in one turn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock

from knowledge.embedding import Embedder, Vectors

REMEMBERED = 16
"""Queries whose vectors are kept, by the hash of their text: no customer's words outlive a turn here."""


@dataclass(frozen=True)
class QueryMemo:
    """Embeds a single query once; everything else goes straight through."""

    embedder: Embedder
    size: int = REMEMBERED
    _rows: OrderedDict[bytes, Vectors] = field(default_factory=OrderedDict, compare=False, repr=False)
    _lock: Lock = field(default_factory=Lock, compare=False, repr=False)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Rows of unit length, shape (len(texts), dimension)."""
        if len(texts) != 1:
            return self.embedder.embed_queries(texts)
        key = sha256(texts[0].encode("utf-8", "surrogatepass")).digest()
        with self._lock:
            found = self._rows.get(key)
        if found is None:
            found = self.embedder.embed_queries(texts)
            found.flags.writeable = False
        with self._lock:
            self._rows[key] = found
            self._rows.move_to_end(key)
            while len(self._rows) > self.size:
                self._rows.popitem(last=False)
        return found

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """As the embedder's."""
        return self.embedder.embed_passages(texts)

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
