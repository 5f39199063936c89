"""The learned sparse encoder: text to a vector of weighted vocabulary entries, most of which are zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from knowledge.models.entry import LocatedModel, loading
from knowledge.settings import KnowledgeSettings
from knowledge.sparse_model import locate_sparse_encoder
from knowledge.sparse_rows import SparseRows, as_rows, grouped

if TYPE_CHECKING:
    from sentence_transformers import SparseEncoder as Library
    from torch import Tensor

BATCH = 8
"""Texts per forward pass: each token of each has a number for every vocabulary entry, 8 MB a text of 64 tokens."""


class SparseEncoder(Protocol):
    """Turns text into sparse vectors of one space."""

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
        """Numbers of a vector, zeros included."""
        ...

    def encode_passages(self, texts: Sequence[str]) -> SparseRows:
        """One row for each text."""
        ...

    def encode_query(self, text: str) -> SparseRows:
        """One row."""
        ...


@dataclass(frozen=True)
class SentenceTransformerSparseEncoder:
    """A SparseEncoder of sentence-transformers on the CPU, loaded at first use, from disk only.

    What is longer than the model's own window is not read.
    """

    model: LocatedModel

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @property
    def weights_sha256(self) -> str:
        """Hash of the weights, measured when the model was located."""
        return self.model.sha256

    @cached_property
    def _encoder(self) -> Library:
        from sentence_transformers import SparseEncoder as Library
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        with loading(self.model.folder, "sentence-transformers' SparseEncoder"):
            return Library(str(self.model.folder), device="cpu", local_files_only=True)

    @cached_property
    def dimension(self) -> int:
        """Numbers of a vector, zeros included: one for each entry of the vocabulary."""
        return int(self._encoder.get_embedding_dimension() or 0)

    def encode_passages(self, texts: Sequence[str]) -> SparseRows:
        """One row for each text."""
        if not texts:
            return as_rows([])
        return _rows(self._encoder.encode_document(list(texts), batch_size=BATCH, show_progress_bar=False))

    def encode_query(self, text: str) -> SparseRows:
        """One row."""
        return _rows(self._encoder.encode_query([text], show_progress_bar=False))


def open_sparse_encoder(settings: KnowledgeSettings, allow_fetch: bool = False) -> SparseEncoder | None:
    """The encoder that the settings name, not loaded yet; None where no retriever needs one.

    Raises:
        ModelError: it is not on this machine, or holds no weights.
    """
    if "sparse" not in settings.retrievers:
        return None
    return SentenceTransformerSparseEncoder(locate_sparse_encoder(settings.sparse_encoder or "", allow_fetch))


def _rows(found: Tensor) -> SparseRows:
    """Compressed rows of a sparse tensor, shape (texts, dimension)."""
    entries = found.coalesce()
    keys, dimensions = entries.indices().numpy()
    weights = entries.values().numpy()
    kept = weights != 0
    return grouped(
        keys[kept].astype(np.int32), dimensions[kept].astype(np.int32), weights[kept].astype(np.float32), len(found)
    )
