"""The parts of a state that only some retrievers need, and what of the state before can be kept for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from knowledge.catalog import text_hash
from knowledge.index import IndexState
from knowledge.progress import Progress
from knowledge.types import Passage, RetrieverName


@dataclass(frozen=True)
class Texts:
    """What the passages of a state say, and where the state before said it already."""

    indexed: Sequence[str]
    """In the order of the passages."""
    before: Sequence[int | None]
    """For each its place in the old state; None where the text is new."""
    old: IndexState | None

    @classmethod
    def of(cls, passages: Sequence[Passage], old: IndexState | None) -> Texts:
        """The texts of the passages against those of the old state."""
        places = {text_hash(passage): place for place, passage in enumerate(old.passages if old else ())}
        before = [places.get(text_hash(passage)) for passage in passages]
        return cls([passage.indexed_text for passage in passages], before, old)

    def source(self, name: RetrieverName) -> IndexState | None:
        """The old state where it has that retriever's part."""
        return self.old if self.old and name in self.old.manifest.fingerprint.parts else None


class PartWriter(Protocol):
    """Writes one retriever's part of a state."""

    @property
    def name(self) -> RetrieverName:
        """The retriever; its files stand in the folder of that name in a state."""
        ...

    def check(self, passages: int) -> None:
        """Refuse more passages than the retriever can search.

        Raises:
            InputError: there are more.
        """
        ...

    def write(self, folder: Path, texts: Texts, progress: Progress) -> int:
        """Write the files into a new folder; returns how many texts went through the model.

        Raises:
            CorruptIndexError: the old state's part cannot be read.
            OSError: the disk refused.
        """
        ...
