"""The index on disk: immutable states, and one pointer that says which of them is current.

    index/CURRENT            name of the current state; replaced in one step
    index/.lock              held by a sync
    index/states/<name>/     manifest.json · catalog.db · bm25/ · vectors/

A sync writes a new state beside the old one and then moves the pointer, so that a crash at any point leaves
the old index or the new one, never a mix.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from knowledge.bm25 import Bm25Index
from knowledge.catalog import ArticleRow, read_catalog
from knowledge.dense import VectorIndex
from knowledge.errors import CorruptIndexError, IndexMissingError
from knowledge.fingerprint import Fingerprint, require_same
from knowledge.models.registry import file_sha256
from knowledge.types import Passage, Value


class Manifest(Value):
    """What a state says about itself; written last."""

    fingerprint: Fingerprint
    folder: str
    """The folder that was synced, as it was named."""
    synced_at: str
    articles: int
    passages: int
    files: dict[str, str]
    """Relative path and sha256 of every file that never changes once written."""


@dataclass(frozen=True)
class IndexState:
    """One state, opened and checked."""

    folder: Path
    manifest: Manifest
    articles: tuple[ArticleRow, ...]
    passages: tuple[Passage, ...]

    @cached_property
    def bm25(self) -> Bm25Index:
        """The sparse index; texts are known by their place in `passages`."""
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
    def by_id(self) -> dict[str, Passage]:
        """Passages by their id."""
        return {passage.passage_id: passage for passage in self.passages}

    def close(self) -> None:
        """Let go of the vectors, where they were opened."""
        if "vectors" in self.__dict__:
            self.vectors.close()


def pointed_name(index: Path) -> str | None:
    """What `CURRENT` says, right or wrong; None where nothing was synced."""
    pointer = index / "CURRENT"
    return pointer.read_bytes().decode(errors="replace").strip() if pointer.is_file() else None


def current_state_folder(index: Path) -> Path | None:
    """The folder of the current state; None where nothing was synced."""
    name = pointed_name(index)
    if name is None:
        return None
    folder = index / "states" / name
    if name in ("", ".", "..") or "/" in name or not folder.is_dir():
        raise CorruptIndexError(
            f"{index / 'CURRENT'} names the state {name!r}, which is not in {index / 'states'}. "
            "Run `support kb sync --rebuild DIR`."
        )
    return folder


def open_index(index: Path, wanted: Fingerprint) -> IndexState:
    """Open the current state.

    Raises:
        IndexMissingError: nothing was synced yet.
        FingerprintMismatchError: it was built with something else.
        CorruptIndexError: a file is missing or damaged.
    """
    folder = current_state_folder(index)
    if folder is None:
        raise IndexMissingError(f"There is no index in {index}. Run `support kb sync DIR` with your articles' folder.")
    manifest = read_manifest(folder)
    require_same(manifest.fingerprint, wanted, index)
    _check_files(folder, manifest)
    articles, passages = read_catalog(folder / "catalog.db")
    return IndexState(folder, manifest, articles, passages)


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


def write_durably(path: Path, text: str) -> None:
    """Write a small file in one step: it has the old content or the new one, also after a power cut."""
    draft = path.with_name(path.name + ".new")
    with draft.open("w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(path)
    _sync_to_disk(path.parent)


def flush(folder: Path) -> None:
    """Have every file of a state on the disk, before the manifest that vouches for them."""
    for path in [*folder.rglob("*"), folder]:
        _sync_to_disk(path)


def _sync_to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
