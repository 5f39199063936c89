"""The embedder role: text to vectors. The only file that imports sentence-transformers."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

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
        return SentenceTransformer(str(self.model.folder), device="cpu", local_files_only=True).eval()

    @cached_property
    def _counter(self) -> Any:
        """A tokenizer of its own for counting, which cuts and pads nothing; None where the model's is not a fast one.

        The model's own is set to cut and to pad anew by every call, which another thread's call must not meet.
        """
        backend = copy.deepcopy(getattr(self._encoder.tokenizer, "backend_tokenizer", None))
        if backend is not None:
            backend.no_truncation()
            backend.no_padding()
        return backend

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
        if self._counter is None:
            return len(self._encoder.tokenizer.tokenize(text, verbose=False))
        (found,) = self._counter.encode_batch_fast([text], add_special_tokens=False)
        return len(found)

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
        if len(texts) <= BATCH and self._is_plain:
            return self._embed_batch(texts, prompt)
        rows = self._encoder.encode(
            list(texts),
            prompt=prompt or None,
            batch_size=BATCH,
            show_progress_bar=False,
            normalize_embeddings=True,
        )
        return np.asarray(rows, dtype=np.float32)

    @property
    def _is_plain(self) -> bool:
        """Whether the model's own settings add nothing to what is asked of it: no prompt, no shorter vectors."""
        return self._encoder.default_prompt_name is None and self._encoder.truncate_dim is None

    def _embed_batch(self, texts: Sequence[str], prompt: str) -> Vectors:
        """What `encode` gives for one batch, without the two milliseconds that it takes to look its settings up anew."""
        import torch

        with torch.inference_mode():
            rows = self._encoder(self._encoder.preprocess(list(texts), prompt=prompt or None))["sentence_embedding"]
            return np.asarray(torch.nn.functional.normalize(rows, p=2, dim=1).numpy(), dtype=np.float32)

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
