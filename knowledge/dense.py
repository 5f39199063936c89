"""Dense retrieval: vectors in Chroma, in a folder or on a server. The only file that imports chromadb."""

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
from knowledge.errors import CorruptIndexError, IndexUnreachableError, IndexWriteError
from knowledge.filters import Filter, vector_metadata
from knowledge.types import Passage
from knowledge.vector_place import ServerPlace, new_place, place_of

COLLECTION = "passages"
DATABASE = "chroma.sqlite3"
SQLITE_CODE = re.compile(r"\(code: (\d+)\)")
DISK_CODES = frozenset({8, 10, 13, 14})
"""SQLite's primary codes for a disk that refuses: read-only, I/O error, full, cannot open."""

REACH_S, ANSWER_S, UPLOAD_S = 3.0, 10.0, 120.0
"""How long a server may take to say that it is there, to answer, and to take a batch of vectors; Chroma's client by itself
waits for ever."""

EXPLORED = 200
"""HNSW's ef, at build and at query time: four times the 50 candidates asked for."""


@dataclass(frozen=True)
class VectorIndex:
    """Passage vectors in an embedded Chroma folder, or in a collection of a server; cosine distance, HNSW."""

    client: Any
    collection: Any
    folder: Path

    @classmethod
    def create(cls, folder: Path, server: str | None = None) -> VectorIndex:
        """Start an empty index in a folder that holds none, or on the server of a URL, which the folder then names.

        Raises:
            IndexUnreachableError: the server does not answer.
        """
        place = new_place(folder, server) if server else None
        with reading(folder):
            client = _server_client(place, UPLOAD_S) if place else _client(folder)
            collection = client.create_collection(
                place.collection if place else COLLECTION,
                embedding_function=None,
                configuration={"hnsw": {"space": "cosine", "ef_construction": EXPLORED, "ef_search": EXPLORED}},
            )
        return cls(client, collection, folder)

    @classmethod
    def open(cls, folder: Path) -> VectorIndex:
        """Open an existing index.

        Raises:
            CorruptIndexError: the folder is missing or Chroma cannot read it, or the server does not know the collection.
            IndexUnreachableError: the server does not answer.
        """
        place = place_of(folder)
        if place is None and not (folder / DATABASE).is_file():
            raise CorruptIndexError(f"{folder / DATABASE} is missing. Run `support kb sync --rebuild DIR`.")
        with reading(folder):
            client = _server_client(place, ANSWER_S) if place else _client(folder)
            collection = client.get_collection(place.collection if place else COLLECTION, embedding_function=None)
        return cls(client, collection, folder)

    @property
    def server(self) -> str | None:
        """The URL of the server that holds the vectors; None where they are in the folder."""
        place = place_of(self.folder)
        return place.url if place else None

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


def delete_vectors(folder: Path) -> None:
    """Delete what a server holds for a folder of vectors; nothing where they are in the folder, or gone already.

    Raises:
        IndexUnreachableError: the server does not answer.
    """
    place = place_of(folder)
    if place is None:
        return
    from chromadb.errors import NotFoundError

    with reading(folder):
        client = _server_client(place, ANSWER_S)
        try:
            client.delete_collection(place.collection)
        except NotFoundError:
            return
        finally:
            client.close()


def _server_client(place: ServerPlace, answer_s: float) -> Any:
    import chromadb
    import httpx
    from chromadb.config import Settings

    at = httpx.URL(place.url)
    httpx.get(at.copy_with(path="/api/v2/heartbeat"), timeout=REACH_S).raise_for_status()
    port = at.port or (443 if at.scheme == "https" else 80)
    # A connection for each call: Chroma never closes those that it keeps, and one that was kept may be cut meanwhile.
    settings = Settings(anonymized_telemetry=False, chroma_http_max_keepalive_connections=0)
    client = chromadb.HttpClient(at.host, port, ssl=at.scheme == "https", settings=settings)
    client._server._session.timeout = httpx.Timeout(answer_s)  # type: ignore[attr-defined]  # 1.5.9 has no setting for it
    return client


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
    import httpx
    from chromadb.errors import ChromaError

    try:
        yield
    except httpx.HTTPError as error:
        place = place_of(folder)
        raise IndexUnreachableError(
            f"The vectors are on the Chroma server {place.url if place else ''}, which does not answer "
            f"({type(error).__name__}): retrieval is unavailable. Start it with `chroma run`; where it has moved, set "
            "`knowledge.chroma_url` and run `support kb sync --rebuild DIR`."
        ) from error
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
