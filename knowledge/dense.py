"""Dense retrieval: vectors in Chroma. The only file that imports chromadb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from knowledge.embedding import Vectors
from knowledge.errors import CorruptIndexError
from knowledge.filters import Filter, vector_metadata
from knowledge.types import Passage

COLLECTION = "passages"
EXPLORED = 200
"""HNSW's ef, at build and at query time: four times the 50 candidates asked for."""


@dataclass(frozen=True)
class VectorIndex:
    """Passage vectors in an embedded Chroma folder; cosine distance, HNSW."""

    client: Any
    collection: Any
    folder: Path

    @classmethod
    def create(cls, folder: Path) -> VectorIndex:
        """Start an empty index in a folder that holds none."""
        with reading(folder):
            client = _client(folder)
            collection = client.create_collection(
                COLLECTION,
                embedding_function=None,
                configuration={"hnsw": {"space": "cosine", "ef_construction": EXPLORED, "ef_search": EXPLORED}},
            )
        return cls(client, collection, folder)

    @classmethod
    def open(cls, folder: Path) -> VectorIndex:
        """Open an existing index.

        Raises:
            CorruptIndexError: the folder is missing or Chroma cannot read it.
        """
        if not folder.is_dir():
            raise CorruptIndexError(
                f"{folder} is missing: wanted the vectors of the index. Run `support kb sync --rebuild DIR`."
            )
        with reading(folder):
            client = _client(folder)
            collection = client.get_collection(COLLECTION, embedding_function=None)
        return cls(client, collection, folder)

    def count(self) -> int:
        """Number of vectors."""
        with reading(self.folder):
            return int(self.collection.count())

    def add(self, passages: Sequence[Passage], vectors: Vectors) -> None:
        """Store one unit-length row per passage, or replace the row of a known id."""
        step = int(self.client.get_max_batch_size())
        with reading(self.folder):
            for begin in range(0, len(passages), step):
                part = passages[begin : begin + step]
                self.collection.upsert(
                    ids=[passage.passage_id for passage in part],
                    embeddings=vectors[begin : begin + step],
                    metadatas=[vector_metadata(passage) for passage in part],
                )

    def remove(self, passage_ids: Sequence[str]) -> None:
        """Forget passages by id, never by a condition (Chroma 4802)."""
        with reading(self.folder):
            for begin in range(0, len(passage_ids), 500):
                self.collection.delete(ids=list(passage_ids[begin : begin + 500]))

    def vectors(self, passage_ids: Sequence[str]) -> dict[str, Vectors]:
        """The stored rows of the ids that are known, each of shape (dimension,)."""
        found: dict[str, Vectors] = {}
        with reading(self.folder):
            for begin in range(0, len(passage_ids), 500):
                rows = self.collection.get(ids=list(passage_ids[begin : begin + 500]), include=["embeddings"])
                found.update(
                    (passage_id, np.asarray(row, dtype=np.float32))
                    for passage_id, row in zip(rows["ids"], rows["embeddings"], strict=True)
                )
        return found

    def search(self, vector: Vectors, k: int, condition: Filter) -> list[tuple[str, float]]:
        """The nearest `k` passages that the filter allows, as (passage id, cosine), nearest first.

        Args:
            vector: shape (1, dimension), unit length.
            k: how many at most.
            condition: applied by Chroma inside the query.
        """
        with reading(self.folder):
            found = self.collection.query(
                query_embeddings=vector, n_results=k, where=condition.where(), include=["distances"]
            )
        return [
            (passage_id, 1.0 - float(distance))
            for passage_id, distance in zip(found["ids"][0], found["distances"][0], strict=True)
        ]

    def close(self) -> None:
        """Let go of the folder, so that it can be copied or deleted."""
        self.client.close()


def _client(folder: Path) -> Any:
    import chromadb
    from chromadb.config import Settings

    return chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Turns Chroma's own errors into one that names the folder and the next command."""
    from chromadb.errors import ChromaError

    try:
        yield
    except (ChromaError, ValueError) as error:
        raise CorruptIndexError(
            f"The vectors in {folder} cannot be used ({error}). Run `support kb sync --rebuild DIR`."
        ) from error
