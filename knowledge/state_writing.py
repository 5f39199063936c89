"""Writing a new state of the index beside the current one, then moving the pointer to it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from knowledge.bm25 import Bm25Index
from knowledge.catalog import ArticleRow, text_hash, write_catalog
from knowledge.dense import VectorIndex, copy_vectors
from knowledge.durable import flush
from knowledge.embedding import Embedder, Vectors
from knowledge.fingerprint import Fingerprint
from knowledge.index import Changes, IndexState, Manifest, write_manifest
from knowledge.models.registry import file_sha256
from knowledge.parts import PartWriter, Texts
from knowledge.pointer import move_pointer, pointed_name
from knowledge.progress import STEP, Progress
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
class Difference:
    """What the vectors of the old state need to become those of the new one."""

    base: Path | None
    """The old state's vectors; None where there are none to start from."""
    removed: tuple[str, ...]
    """Ids that no passage has any more."""
    written: tuple[Passage, ...]
    """Passages that are new, changed or moved."""
    known: Mapping[str, Vectors]
    """Old rows by hash of the text, for those of `written` whose text was embedded before."""
    texts: Texts
    """For what other retrievers need of the old state."""


def difference(old: IndexState | None, passages: Sequence[Passage]) -> Difference:
    """Compare the passages with those of the old state, and take what can be kept from its vectors.

    Raises:
        CorruptIndexError: the old vectors cannot be read.
    """
    texts = Texts.of(passages, old)
    if old is None:
        return Difference(None, (), tuple(passages), {}, texts)
    wanted = {passage.passage_id for passage in passages}
    written = tuple(passage for passage in passages if old.by_id.get(passage.passage_id) != passage)
    hashes = {text_hash(passage) for passage in written}
    same = {passage.passage_id: text_hash(passage) for passage in old.passages}
    same = {passage_id: found for passage_id, found in same.items() if found in hashes}
    known = {same[passage_id]: row for passage_id, row in old.vectors.vectors(list(same)).items()}
    removed = tuple(passage_id for passage_id in old.by_id if passage_id not in wanted)
    return Difference(old.folder / "vectors", removed, written, known, texts)


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
            embedded = self._write_vectors(state / "vectors", change, len(passages), progress)
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
        folders = ["bm25", *(part.name for part in self.parts)]
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

    def _write_vectors(self, target: Path, change: Difference, count: int, progress: Progress) -> int:
        """Copy the old vectors, then apply the difference; returns how many passages were embedded."""
        rows, embedded = self._rows_for(change, progress)
        if change.base is not None:
            copy_vectors(change.base, target)
        index = VectorIndex.open(target) if change.base else VectorIndex.create(target)
        try:
            index.remove(change.removed)
            index.add(change.written, rows)
            index.check(count, self.embedder.dimension)
        finally:
            index.close()
        return embedded

    def _rows_for(self, change: Difference, progress: Progress) -> tuple[Vectors, int]:
        """One row per written passage: the old row of an equal text where there is one, else a new one."""
        rows = np.zeros((len(change.written), self.embedder.dimension), dtype=np.float32)
        fresh: list[int] = []
        for n, passage in enumerate(change.written):
            row = change.known.get(text_hash(passage))
            if row is None:
                fresh.append(n)
            else:
                rows[n] = row
        # Like lengths together: a batch costs what its longest text costs.
        fresh.sort(key=lambda n: len(change.written[n].text), reverse=True)
        progress("embedding", 0, len(fresh))
        for begin in range(0, len(fresh), STEP):
            part = fresh[begin : begin + STEP]
            rows[part] = self.embedder.embed_passages([change.written[n].indexed_text for n in part])
            progress("embedding", begin + len(part), len(fresh))
        return rows, len(fresh)


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
