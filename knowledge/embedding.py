"""The embedder role: text to vectors. The only file that imports sentence-transformers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from knowledge.models.registry import LocatedModel

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Vectors = NDArray[np.float32]

BATCH = 32
"""Texts per forward pass; sentence-transformers sorts by length, so padding stays small."""


class Embedder(Protocol):
    """Turns text into vectors of one space."""

    @property
    def name(self) -> str:
        """The model's name, as the fingerprint records it."""
        ...

    @property
    def weights_sha256(self) -> str:
        """Hash of the weights, as the fingerprint records it."""
        ...

    @property
    def dimension(self) -> int:
        """Numbers per vector."""
        ...

    @property
    def window(self) -> int:
        """Tokens that are read, special tokens included; what is longer is silently dropped by the model."""
        ...

    def count_tokens(self, text: str) -> int:
        """Tokens of the text, special tokens not counted."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Rows of unit length, shape (len(texts), dimension)."""
        ...

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Rows of unit length, shape (len(texts), dimension)."""
        ...

    def embed_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """One array per text, a row of unit length per token, special tokens left out."""
        ...

    def tokens(self, text: str) -> list[str]:
        """The tokens whose rows `embed_tokens` gives, cut to the window."""
        ...


@dataclass(frozen=True)
class SentenceTransformerEmbedder:
    """A bi-encoder of sentence-transformers on the CPU, loaded at first use, from disk only."""

    model: LocatedModel
    query_prompt: str = ""
    passage_prompt: str = ""

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @property
    def weights_sha256(self) -> str:
        """Hash of the weights file, measured when the model was located."""
        return self.model.sha256

    @cached_property
    def _encoder(self) -> SentenceTransformer:
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        return SentenceTransformer(str(self.model.folder), device="cpu", local_files_only=True)

    @property
    def dimension(self) -> int:
        """Numbers per vector."""
        return int(self._encoder.get_embedding_dimension() or 0)

    @property
    def window(self) -> int:
        """Tokens that are read, special tokens included."""
        return int(self._encoder.max_seq_length or 256)

    def count_tokens(self, text: str) -> int:
        """Tokens of the text by the model's own tokenizer, special tokens not counted."""
        return len(self._encoder.tokenizer.tokenize(text, verbose=False))

    def tokens(self, text: str) -> list[str]:
        """The tokens whose rows `embed_tokens` gives, cut to the window."""
        found: list[str] = self._encoder.tokenizer.tokenize(text, verbose=False)
        return found[: self.window - 2]

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Rows of unit length, shape (len(texts), dimension)."""
        return self._embed(texts, self.passage_prompt)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Rows of unit length, shape (len(texts), dimension)."""
        return self._embed(texts, self.query_prompt)

    def _embed(self, texts: Sequence[str], prompt: str) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        rows = self._encoder.encode(
            list(texts),
            prompt=prompt or None,
            batch_size=BATCH,
            show_progress_bar=False,
            normalize_embeddings=True,
        )
        return np.asarray(rows, dtype=np.float32)

    def embed_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """One array per text, a row of unit length per token, [CLS] and [SEP] left out."""
        if not texts:
            return []
        found = self._encoder.encode(
            list(texts), output_value="token_embeddings", batch_size=BATCH, show_progress_bar=False
        )
        return [unit_rows(np.asarray(rows.cpu(), dtype=np.float32)[1:-1]) for rows in found]


def unit_rows(rows: Vectors) -> Vectors:
    """Each row divided by its length; a row of zeros stays zero."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-12), dtype=np.float32)
