"""Vectors of many texts, kept in a folder between runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from knowledge.embedding import Embedder, Vectors


@dataclass(frozen=True)
class VectorCache:
    """Embeds each text once; with a folder, once for all runs with the same embedder."""

    embedder: Embedder
    folder: Path | None = None

    def rows(self, texts: Sequence[str]) -> Vectors:
        """Rows of unit length, shape (len(texts), dimension)."""
        once = sorted(set(texts))
        places = {text: place for place, text in enumerate(once)}
        return np.asarray(self._rows(once)[[places[text] for text in texts]])

    def _rows(self, texts: Sequence[str]) -> Vectors:
        if self.folder is None or not texts:
            return self.embedder.embed_queries(texts)
        key = sha256("\0".join([self.embedder.weights_sha256, *texts]).encode()).hexdigest()[:24]
        path = self.folder / f"{key}.npy"
        if path.is_file():
            kept: Vectors = np.load(path, allow_pickle=False)
            return kept
        found = self.embedder.embed_queries(texts)
        self.folder.mkdir(parents=True, exist_ok=True)
        np.save(path, found, allow_pickle=False)
        return found
