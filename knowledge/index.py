"""The index on disk: immutable states, and one pointer that says which of them is current.

    index/CURRENT            name of the current state; replaced in one step
    index/moves.json         when the pointer moved, from where, and whether a sync or a rollback moved it
    index/.lock              held by a sync or a rollback
    index/states/<name>/     manifest.json · catalog.db · bm25/ · vectors/ · rows/, sparse/ and late/ where the settings
                               name those retrievers, and UNREACHED until the pointer comes there

A sync writes a new state beside the old one and then moves the pointer, so that a crash at any point leaves
the old index or the new one, never a mix. The last states are kept, for a rollback; each of them is whole and shares no
file with another, so each costs as much disk as the index itself.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from knowledge.bm25 import Bm25Index
from knowledge.catalog import ArticleRow, read_catalog
from knowledge.dense import VectorIndex
from knowledge.dense_rows import ROWS, DenseRows
from knowledge.durable import write_durably as write_durably
from knowledge.errors import CorruptIndexError, IndexMissingError
from knowledge.fingerprint import Fingerprint, require_same
from knowledge.late import LateIndex
from knowledge.lease import Lease
from knowledge.models.registry import file_sha256
from knowledge.pointer import current_state_folder as current_state_folder
from knowledge.pointer import pointed_name
from knowledge.sparse import SparseIndex
from knowledge.types import Passage, Value


class Changes(Value):
    """How many articles a state has otherwise than the one it was made from."""

    added: int = 0
    changed: int = 0
    renamed: int = 0
    removed: int = 0


class Manifest(Value):
    """What a state says about itself; written last, and deleted first."""

    fingerprint: Fingerprint
    folder: str
    """The folder that was synced, as it was named."""
    synced_at: str
    articles: int
    passages: int
    files: dict[str, str]
    """Relative path and sha256 of every file that never changes once written."""
    made_from: str | None = None
    """The state that was current when this one was written."""
    changes: Changes | None = None
    """Against that state; all articles are added where the index was built anew. None in states of older versions."""


@dataclass(frozen=True)
class IndexState:
    """One state, opened and checked."""

    folder: Path
    manifest: Manifest
    articles: tuple[ArticleRow, ...]
    passages: tuple[Passage, ...]
    lease: Lease
    """Keeps the state from being deleted while it is open."""

    @cached_property
    def bm25(self) -> Bm25Index:
        """The word index; texts are known by their place in `passages`."""
        return Bm25Index.load(self.folder / "bm25", len(self.passages))

    @cached_property
    def vectors(self) -> VectorIndex:
        """The dense index.

        Raises:
            CorruptIndexError: it does not hold one vector per passage.
        """
        found = VectorIndex.open(self.folder / "vectors")
        try:
            found.check(len(self.passages), self.manifest.fingerprint.dimension)
        except CorruptIndexError:
            found.close()
            raise
        return found

    @cached_property
    def rows(self) -> DenseRows | None:
        """The same vectors as rows, for what is searched within a filter; None in states of older versions."""
        if not any(name.startswith(f"{ROWS}/") for name in self.manifest.files):
            return None
        return DenseRows.load(self.folder / ROWS, len(self.passages), self.manifest.fingerprint.dimension)

    @cached_property
    def sparse(self) -> SparseIndex:
        """The learned sparse index, of a state whose fingerprint has one; texts as for `bm25`."""
        return SparseIndex.load(self.folder / "sparse", len(self.passages))

    @cached_property
    def late(self) -> LateIndex:
        """The token vectors, of a state whose fingerprint has them; texts as for `bm25`."""
        return LateIndex.load(self.folder / "late", len(self.passages))

    @cached_property
    def by_id(self) -> dict[str, Passage]:
        """Passages by their id."""
        return {passage.passage_id: passage for passage in self.passages}

    def close(self) -> None:
        """Let go of the vectors, where they were opened, and of the lease."""
        if "vectors" in self.__dict__:
            self.vectors.close()
        self.lease.release()


def open_index(index: Path, wanted: Fingerprint) -> IndexState:
    """Open the current state.

    Raises:
        IndexMissingError: nothing was synced yet.
        FingerprintMismatchError: it was built with something else.
        CorruptIndexError: a file is missing or damaged.
    """
    while True:
        name = pointed_name(index)
        try:
            folder = current_state_folder(index)
            if folder is None:
                raise IndexMissingError(
                    f"There is no index in {index}. Run `support kb sync DIR` with your articles' folder."
                )
            return open_state(folder, wanted, index)
        except CorruptIndexError:
            # A sync may have moved the pointer and cleared the state away before it was leased.
            if pointed_name(index) == name:
                raise


def open_state(folder: Path, wanted: Fingerprint, index: Path) -> IndexState:
    """Open a state of an index, current or not.

    Raises:
        FingerprintMismatchError: it was built with something else.
        CorruptIndexError: a file is missing or damaged.
    """
    try:
        lease = Lease(folder)
    except OSError as error:
        raise CorruptIndexError(
            f"{folder} cannot be opened ({error.strerror}). Run `support kb sync --rebuild DIR`."
        ) from error
    manifest = read_manifest(folder)
    require_same(manifest.fingerprint, wanted, index)
    _check_files(folder, manifest)
    articles, passages = read_catalog(folder / "catalog.db")
    return IndexState(folder, manifest, articles, passages, lease)


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a state.

    Raises:
        CorruptIndexError: it is missing or damaged.
    """
    path = folder / "manifest.json"
    try:
        return Manifest.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, ValidationError, UnicodeDecodeError) as error:
        raise CorruptIndexError(
            f"{path} cannot be read ({type(error).__name__}). Run `support kb sync --rebuild DIR`."
        ) from error


def _check_files(folder: Path, manifest: Manifest) -> None:
    for name, recorded in manifest.files.items():
        path = folder / name
        if not path.is_file():
            raise CorruptIndexError(f"{path} is missing. Run `support kb sync --rebuild DIR`.")
        if file_sha256(path) != recorded:
            raise CorruptIndexError(
                f"{path} was changed after the sync that wrote it: its sha256 is not the recorded one. "
                "Run `support kb sync --rebuild DIR`."
            )


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write a state's manifest, the last file of a state."""
    write_durably(folder / "manifest.json", json.dumps(manifest.model_dump(mode="json"), indent=1))
