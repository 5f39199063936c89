"""Writing the vectors of a new state, in Chroma and as rows; only new texts are embedded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from knowledge.catalog import text_hash
from knowledge.dense import VectorIndex, copy_vectors
from knowledge.dense_rows import ROWS, DenseRows
from knowledge.embedding import Embedder, Vectors
from knowledge.index import IndexState
from knowledge.parts import Texts
from knowledge.progress import STEP, Progress
from knowledge.types import Passage
from knowledge.vector_files import clear_room
from knowledge.vector_place import place_of


@dataclass(frozen=True)
class Difference:
    """What the vectors of the old state need to become those of the new one."""

    base: Path | None
    """The old state's folder of vectors; None where there are none to start from."""
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
class DenseWriter:
    """Writes what `dense` searches."""

    embedder: Embedder
    server: str | None = None
    """URL of a Chroma server; None writes into the state's folder."""

    def write(self, state: Path, passages: Sequence[Passage], change: Difference, progress: Progress) -> int:
        """Write the vectors of all passages into a state's new folder; returns how many were embedded.

        Raises:
            CorruptIndexError: Chroma refused the new vectors, or the old ones cannot be read.
            IndexUnreachableError: the server that holds them, or is to hold them, does not answer.
            OSError, sqlite3.Error: the disk refused.
        """
        rows, embedded = self._rows_for(change, progress)
        every = self._all_rows(passages, change, rows)
        if self.server is None and (change.base is None or place_of(change.base) is None):
            self._write_chroma(state / "vectors", change, rows, len(passages))
        else:
            self._write_whole(state / "vectors", passages, every)
        clear_room(state / "vectors")
        DenseRows.save(state / ROWS, every)
        return embedded

    def _write_whole(self, target: Path, passages: Sequence[Passage], rows: Vectors) -> None:
        """Write all vectors anew: a collection of a server cannot be copied."""
        index = VectorIndex.create(target, self.server)
        try:
            index.add(passages, rows)
            index.check(len(passages), self.embedder.dimension)
        finally:
            index.close()

    def _write_chroma(self, target: Path, change: Difference, rows: Vectors, count: int) -> None:
        """Copy the old vectors, then apply the difference."""
        if change.base is not None:
            copy_vectors(change.base, target)
        index = VectorIndex.open(target) if change.base else VectorIndex.create(target)
        try:
            index.remove(change.removed)
            index.add(change.written, rows)
            index.check(count, self.embedder.dimension)
        finally:
            index.close()

    def _all_rows(self, passages: Sequence[Passage], change: Difference, rows: Vectors) -> Vectors:
        """A row for each passage, in their order: what was written, else what the old state has of the same text."""
        written = {passage.passage_id: row for passage, row in zip(change.written, rows, strict=True)}
        kept = _kept_rows(change.texts.old) if change.texts.old and len(written) < len(passages) else rows
        found = np.empty((len(passages), self.embedder.dimension), dtype=np.float32)
        for n, (passage, place) in enumerate(zip(passages, change.texts.before, strict=True)):
            row = written.get(passage.passage_id)
            found[n] = kept[place] if row is None else row
        return found

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


def _kept_rows(old: IndexState) -> Vectors:
    """The rows of a state, in the order of its passages; one that was written before there were any has them in Chroma."""
    if old.rows is not None:
        return old.rows.vectors
    found = old.vectors.vectors([passage.passage_id for passage in old.passages])
    return np.stack([found[passage.passage_id] for passage in old.passages])
