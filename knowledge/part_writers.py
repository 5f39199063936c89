"""Which parts of a state the settings want beside words and one vector a passage."""

from __future__ import annotations

from knowledge.embedding import Embedder
from knowledge.late_writing import LateWriter
from knowledge.parts import PartWriter
from knowledge.settings import KnowledgeSettings
from knowledge.sparse_encoding import SparseEncoder, open_sparse_encoder
from knowledge.sparse_writing import SparseWriter


def part_writers(
    settings: KnowledgeSettings, embedder: Embedder, sparse: SparseEncoder | None
) -> tuple[PartWriter, ...]:
    """A writer for each retriever of the settings that has a part of its own.

    Args:
        settings: name the retrievers.
        embedder: gives the token vectors.
        sparse: the learned sparse encoder; opened as the settings name it where None.
    """
    encoder = sparse or open_sparse_encoder(settings)
    found: list[PartWriter] = []
    if "sparse" in settings.retrievers and encoder:
        found.append(SparseWriter(encoder))
    if "late" in settings.retrievers:
        found.append(LateWriter(embedder))
    return tuple(found)
