"""Dense retrieval: vectors in Chroma. The only file that imports chromadb."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from knowledge.embedding import Vectors
from knowledge.errors import CorruptIndexError, IndexWriteError
from knowledge.filters import Filter, vector_metadata
from knowledge.types import Passage

COLLECTION = "passages"
DATABASE = "chroma.sqlite3"
SQLITE_CODE = re.compile(r"\(code: (\d+)\)")
DISK_CODES = frozenset({8, 10, 13, 14})
"""SQLite's primary codes for a disk that refuses: read-only, I/O error, full, cannot open."""

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
        if not (folder / DATABASE).is_file():
            raise CorruptIndexError(f"{folder / DATABASE} is missing. Run `support kb sync --rebuild DIR`.")
        with reading(folder):
            client = _client(folder)
            collection = client.get_collection(COLLECTION, embedding_function=None)
        return cls(client, collection, folder)

    def count(self) -> int:
        """Number of vectors."""
        with reading(self.folder):
            return int(self.collection.count())

    def check(self, count: int, dimension: int) -> None:
        """See that the index holds `count` vectors and answers a query.

        Raises:
            CorruptIndexError: it holds another number of them, or Chroma cannot read its files.
        """
        found = self.count()
        if found != count:
            raise CorruptIndexError(
                f"{self.folder} holds {found} vectors, wanted one for each of {count} passages. "
                "Run `support kb sync --rebuild DIR`."
            )
        if count:
            # The condition makes Chroma look every id up: without it, lost HNSW files go unnoticed.
            with reading(self.folder):
                self.collection.query(
                    query_embeddings=np.ones((1, dimension), dtype=np.float32),
                    n_results=1,
                    where={"effective_from": {"$gte": 0}},
                )

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

    def search(
        self, vector: Vectors, k: int, condition: Filter | None, among: Sequence[str] | None = None
    ) -> list[tuple[str, float]]:
        """The nearest `k` passages that are allowed, as (passage id, cosine), nearest first.

        Args:
            vector: shape (1, dimension), unit length.
            k: how many at most.
            condition: applied by Chroma inside the query; None where every passage may be found.
            among: the ids of the passages that the condition allows, where the caller knows them: Chroma looks at these
                alone, which for ten thousand takes a sixth of the time that it takes to work the condition out.
        """
        if among is not None:
            allowed: dict[str, Any] = {"ids": list(among)}
        else:
            allowed = {"where": condition.where()} if condition else {}
        with reading(self.folder):
            found = self.collection.query(query_embeddings=vector, n_results=k, include=["distances"], **allowed)
        return [
            (passage_id, 1.0 - float(distance))
            for passage_id, distance in zip(found["ids"][0], found["distances"][0], strict=True)
        ]

    def close(self) -> None:
        """Let go of the folder, so that it can be copied or deleted."""
        self.client.close()


def copy_vectors(source: Path, target: Path) -> None:
    """Copy a folder of vectors that others may be opening, which makes Chroma write to its database.

    Raises:
        OSError, sqlite3.Error: the disk refused, or a file cannot be read.
    """
    shutil.copytree(source, target, ignore=lambda _, names: [name for name in names if name.startswith(DATABASE)])
    with closing(sqlite3.connect(source / DATABASE)) as found, closing(sqlite3.connect(target / DATABASE)) as copy:
        found.backup(copy)


def _client(folder: Path) -> Any:
    import chromadb
    from chromadb.api.shared_system_client import SharedSystemClient
    from chromadb.config import Settings

    name = str(folder)
    try:
        return chromadb.PersistentClient(name, settings=Settings(anonymized_telemetry=False))
    finally:
        # Chroma 1.5.9 keeps a system that could not start, and would hand it out at the next try.
        if name not in SharedSystemClient._identifier_to_refcount:
            SharedSystemClient._identifier_to_system.pop(name, None)


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Turns Chroma's own errors into one that names the folder and the next command."""
    from chromadb.errors import ChromaError

    try:
        yield
    except (ChromaError, ValueError) as error:
        code = SQLITE_CODE.search(str(error))
        if code and int(code[1]) % 256 in DISK_CODES:
            raise IndexWriteError(
                f"The vectors in {folder} cannot be used ({error}). Chroma writes even when it opens an index: make "
                "room or mend the folder's permissions, then run the command again."
            ) from error
        raise CorruptIndexError(
            f"The vectors in {folder} cannot be used ({error}). Run `support kb sync --rebuild DIR`."
        ) from error
