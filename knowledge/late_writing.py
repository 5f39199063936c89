"""Writing the token vectors of a new state: only new texts are embedded, and memory does not grow with their number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from knowledge.array_files import save_arrays
from knowledge.embedding import Embedder, Vectors
from knowledge.errors import InputError, ModelError
from knowledge.late import LateIndex, TokenVectors, token_vectors
from knowledge.parts import Texts
from knowledge.progress import STEP, Progress
from knowledge.types import RetrieverName

LATE_STEP = "token vectors"

MOST_PASSAGES = 50_000
"""Passages that `late` searches: about 2.5 GB on the disk, and seconds a search."""


@dataclass(frozen=True)
class LateWriter:
    """Writes the token vectors that `late` compares."""

    embedder: Embedder
    most: int = MOST_PASSAGES

    @property
    def name(self) -> RetrieverName:
        """`late`."""
        return "late"

    def check(self, passages: int) -> None:
        """See `PartWriter`."""
        if passages > self.most:
            raise InputError(
                f"The articles give {passages:,} passages, and the retriever `late` compares a question with every token "
                f"of each: wanted {self.most:,} at most. Take `late` out of `knowledge.retrievers` in support.toml "
                '(`knowledge.reranker` = "late-interaction" compares a shortlist), then run `support kb sync DIR`.'
            )

    def write(self, folder: Path, texts: Texts, progress: Progress) -> int:
        """See `PartWriter`.

        Raises:
            ModelError: the embedder gives a text another number of vectors than of tokens.
        """
        source = texts.source("late")
        old = source.late if source else None
        before = texts.before if old else [None] * len(texts.indexed)
        lengths = [self._length(text, place, old) for text, place in zip(texts.indexed, before, strict=True)]
        width = old.tokens.shape[1] if old else self.embedder.embed_tokens(["width"])[0].shape[1]
        folder.mkdir(parents=True)
        vectors = self._vectors(texts.indexed, before, old, progress)
        scales, pooled = _write_tokens(folder / "tokens.npy", vectors, lengths, width)
        arrays = {
            "offsets": np.cumsum([0, *lengths], dtype=np.int64),
            "scales": np.concatenate([np.zeros(0, np.float32), *scales]),
            "pooled": np.asarray(pooled, dtype=np.float32).reshape(-1, width),
        }
        save_arrays(folder, arrays)
        return before.count(None)

    def _length(self, text: str, place: int | None, old: LateIndex | None) -> int:
        """Tokens of a text, without embedding it."""
        if old is None or place is None:
            return len(self.embedder.tokens(text))
        return int(old.offsets[place + 1] - old.offsets[place])

    def _vectors(
        self, indexed: Sequence[str], before: Sequence[int | None], old: LateIndex | None, progress: Progress
    ) -> Iterator[TokenVectors]:
        """What is kept of each text, in their order: the old state's where it has it, else embedded a step at a time."""
        count, done = before.count(None), 0
        progress(LATE_STEP, 0, count)
        for begin in range(0, len(indexed), STEP):
            step = range(begin, min(begin + STEP, len(indexed)))
            fresh = [n for n in step if before[n] is None]
            rows = iter(self.embedder.embed_tokens([indexed[n] for n in fresh]))
            for place in before[begin : begin + STEP]:
                yield old.text(place) if old and place is not None else token_vectors(next(rows))
            done += len(fresh)
            if fresh:
                progress(LATE_STEP, done, count)


def _write_tokens(
    path: Path, vectors: Iterator[TokenVectors], lengths: Sequence[int], width: int
) -> tuple[list[Vectors], list[Vectors]]:
    """Write the token vectors one text after the other as one array; returns the scales and the pooled vectors."""
    scales, pooled = [], []
    with path.open("wb") as stream:
        head = {"descr": "|i1", "fortran_order": False, "shape": (sum(lengths), width)}
        np.lib.format.write_array_header_1_0(stream, head)
        for found, length in zip(vectors, lengths, strict=True):
            if len(found.tokens) != length:
                raise ModelError(
                    f"The embedder gave {len(found.tokens)} vectors for a text of {length} tokens: the retriever `late` "
                    "wants one for each. Name another in `knowledge.embedder` in support.toml, or take `late` out of "
                    "`knowledge.retrievers`, then run `support kb sync DIR`."
                )
            stream.write(found.tokens.tobytes())
            scales.append(found.scales)
            pooled.append(found.pooled)
    return scales, pooled
