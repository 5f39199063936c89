"""Writing a new state of the index beside the current one, then moving the pointer to it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from knowledge.bm25 import Bm25Index
from knowledge.catalog import ArticleRow, write_catalog
from knowledge.dense_rows import ROWS
from knowledge.dense_writing import DenseWriter, Difference
from knowledge.durable import flush
from knowledge.embedding import Embedder
from knowledge.fingerprint import Fingerprint
from knowledge.index import Changes, IndexState, Manifest, write_manifest
from knowledge.models.registry import file_sha256
from knowledge.parts import PartWriter
from knowledge.pointer import move_pointer, pointed_name
from knowledge.progress import Progress
from knowledge.types import Passage, RetrieverName
from knowledge.versions import UNREACHED, settle


@dataclass(frozen=True)
class SyncedArticle:
    """An article as it stands in the index."""

    sha256: str
    """Of the file that gave these passages; a file that later became unreadable keeps the old one."""
    passages: tuple[Passage, ...]


def synced_articles(state: IndexState | None) -> dict[str, SyncedArticle]:
    """The articles of a state by source id."""
    if state is None:
        return {}
    passages: dict[str, list[Passage]] = {row.article: [] for row in state.articles}
    for passage in state.passages:
        passages[passage.article].append(passage)
    return {row.source_id: SyncedArticle(row.sha256, tuple(passages[row.article])) for row in state.articles}


@dataclass(frozen=True)
class Written:
    """How many passages went through a model for a new state."""

    embedded: int
    encoded: Mapping[RetrieverName, int]
    """For each retriever that has a part of its own."""


@dataclass(frozen=True)
class StateWriter:
    """Writes states below `index`; whatever happens, the pointer names the old state or the whole new one."""

    index: Path
    embedder: Embedder
    recorded: Fingerprint
    parts: Sequence[PartWriter] = ()
    """For what retrievers need beside words and one vector a passage."""
    server: str | None = None
    """URL of the Chroma server that is to hold the vectors; None keeps them in the state."""

    def write(
        self,
        folder: Path,
        articles: Mapping[str, SyncedArticle],
        change: Difference,
        counts: Changes,
        progress: Progress,
    ) -> Written:
        """Write the articles as the new current state.

        Raises:
            CorruptIndexError: Chroma refused the new vectors, or a part of the old state cannot be read.
            OSError, sqlite3.Error: the disk refused the new state.
        """
        state = self.index / "states" / f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{uuid.uuid4().hex[:6]}"
        passages = [passage for found in articles.values() for passage in found.passages]
        try:
            state.mkdir(parents=True)
            (state / UNREACHED).touch()
            embedded = DenseWriter(self.embedder, self.server).write(state, passages, change, progress)
            encoded = {part.name: part.write(state / part.name, change.texts, progress) for part in self.parts}
            progress("writing", 0, 1)
            self._write_rest(state, folder, _rows(articles), passages, counts)
            move_pointer(self.index, state.name, "sync")
        finally:
            settle(self.index)
        progress("writing", 1, 1)
        return Written(embedded, encoded)

    def _write_rest(
        self, state: Path, folder: Path, rows: Sequence[ArticleRow], passages: Sequence[Passage], counts: Changes
    ) -> None:
        """Everything but the vectors; the manifest, which vouches for all of it, once the rest is on the disk."""
        Bm25Index.build([passage.indexed_text for passage in passages]).save(state / "bm25")
        write_catalog(state / "catalog.db", rows, passages)
        folders = ["bm25", ROWS, *(part.name for part in self.parts)]
        files = [state / "catalog.db", *(path for name in folders for path in sorted((state / name).iterdir()))]
        manifest = Manifest(
            fingerprint=self.recorded,
            folder=str(folder),
            synced_at=datetime.now(UTC).isoformat(timespec="seconds"),
            articles=len(rows),
            passages=len(passages),
            files={path.relative_to(state).as_posix(): file_sha256(path) for path in files},
            made_from=pointed_name(self.index),
            changes=counts,
        )
        flush(state)
        write_manifest(state, manifest)


def _rows(articles: Mapping[str, SyncedArticle]) -> list[ArticleRow]:
    return [
        ArticleRow(
            source_id=source,
            article=found.passages[0].article,
            sha256=found.sha256,
            title=found.passages[0].heading_path[0],
            passages=len(found.passages),
        )
        for source, found in articles.items()
    ]
