"""The index of a retrieval set's corpus, built by the same code as a shop's own index, and kept for the next run."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import yaml

from evals.beir import Document, RetrievalSet
from knowledge.embedding import Embedder
from knowledge.fingerprint import PARTS, Fingerprint, fingerprint, missing_parts
from knowledge.index import IndexState, current_state_folder, open_index, read_manifest
from knowledge.settings import KnowledgeSettings
from knowledge.sparse_encoding import SparseEncoder
from knowledge.syncing import Progress, Syncer

NO_TITLE = " "
"""Of a document without one: an empty title would make the reader take the file's name, which is our own."""


@dataclass(frozen=True)
class CorpusIndex:
    """An open index, and the documents its articles were made from."""

    state: IndexState
    documents: Mapping[str, str]
    """Document id by article name."""

    @property
    def skipped(self) -> int:
        """Documents that gave no passage, such as empty ones; they can never be found."""
        return len(self.documents) - len(self.state.articles)


@dataclass(frozen=True)
class CorpusIndexer:
    """Every document becomes a Markdown article that is read, split, embedded and indexed as any other."""

    embedder: Embedder
    settings: KnowledgeSettings
    cache: Path
    """Indexes are kept below it, one folder for each corpus and what it is read with."""
    sparse: SparseEncoder | None = None
    """The learned sparse encoder; opened as the settings name it where None."""

    @contextmanager
    def open(self, dataset: RetrievalSet, progress: Progress) -> Iterator[CorpusIndex]:
        """The index of the corpus, built now, or given what a retriever lacks in it, unless the cache has it all.

        It is closed at the end of the block.

        Raises:
            KnowledgeError: the index cannot be built or opened.
        """
        built_with = fingerprint(self.embedder, self.settings)
        index = self.cache / corpus_key(dataset, built_with)
        kept = current_state_folder(index)
        if kept is None or missing_parts(read_manifest(kept).fingerprint, built_with):
            self._build(dataset, index, progress)
        state = open_index(index, built_with)
        try:
            names = enumerate(document.id for document in dataset.documents)
            yield CorpusIndex(state, {_article(place): name for place, name in names})
        finally:
            state.close()

    def _build(self, dataset: RetrievalSet, index: Path, progress: Progress) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for place, document in enumerate(dataset.documents):
                (folder / f"{_article(place)}.md").write_bytes(as_markdown(document).encode("utf-8", "replace"))
            Syncer(index, self.embedder, self.settings, sparse=self.sparse).sync(folder, progress=progress)


def corpus_key(dataset: RetrievalSet, built_with: Fingerprint) -> str:
    """Folder name that changes with any document, its order, the models, the splitter or the tokeniser.

    Retrievers on the same models share an index, and a sync adds what one of them lacks in it.
    """
    rows = [[document.id, document.title, document.text] for document in dataset.documents]
    known = built_with.model_dump(
        exclude={"token_vectors", *(set() if "sparse" in built_with.parts else PARTS["sparse"])}
    )
    return hashlib.sha256(json.dumps([rows, known]).encode()).hexdigest()[:16]


def as_markdown(document: Document) -> str:
    """The document as an article file; one that has only a title says its title."""
    front = yaml.safe_dump({"title": document.title.strip() or NO_TITLE})
    return f"---\n{front}---\n\n{document.text.strip() or document.title}\n"


def _article(place: int) -> str:
    """A file name that is safe whatever the document's id holds, and sorts as the corpus does."""
    return f"d{place:07d}"
