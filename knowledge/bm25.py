"""Sparse retrieval: BM25 with identifiers kept whole. The only file that builds an index of bm25s."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knowledge.errors import CorruptIndexError
from knowledge.tokenising import query_tokens
from knowledge.tokenising import stem as stem
from knowledge.tokenising import tokenise as tokenise
from knowledge.tokenising import tokeniser_version as tokeniser_version
from knowledge.top_k import best_places

K1 = 1.5
B = 0.75

QUESTION_WEIGHT = 0.3
"""What a question word of a query counts for. In articles such a word is rare by accident, in lists of questions it tells
one kind of question from another: at 1 the right passage stands lower on five of six retrieval sets, at 0 much lower on
the sixth, which is such a list, and 6 % of its answers are not found at all."""


@dataclass(frozen=True)
class Bm25Index:
    """BM25 over a fixed list of texts: k1 = 1.5, b = 0.75, idf ln((N - df + 0.5) / (df + 0.5) + 1).

    Source: Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009).
    """

    model: Any
    size: int
    """Number of texts."""

    @classmethod
    def build(cls, texts: Sequence[str]) -> Bm25Index:
        """Index the texts; a text is later known by its place in the list."""
        import bm25s

        tokens = [tokenise(text) for text in texts]
        if not any(tokens):
            return cls(model=None, size=len(texts))
        model = bm25s.BM25(method="lucene", k1=K1, b=B)
        model.index(tokens, show_progress=False)
        return cls(model=model, size=len(texts))

    def search(self, query: str, k: int, allowed: NDArray[np.bool_]) -> list[tuple[int, float]]:
        """The best `k` allowed texts as (place, score), best first; a score of zero is never returned.

        Args:
            query: plain text.
            k: how many at most.
            allowed: shape (size,); what is False is masked inside the query, not dropped after it.
        """
        found = query_tokens(query, self.vocabulary)
        if not (found.telling or found.asking) or not allowed.any():
            return []
        scores = self._scores(found.telling)
        if found.asking:
            scores = scores + np.float32(QUESTION_WEIGHT) * self._scores(found.asking)
        return best_places(np.where(allowed, scores, np.float32(0)), k, above=0.0)

    def _scores(self, tokens: list[str]) -> NDArray[np.float32]:
        """BM25 of every text, shape (size,)."""
        found = self.model.get_scores(tokens) if tokens else np.zeros(self.size, dtype=np.float32)
        return np.asarray(found, dtype=np.float32)

    @property
    def vocabulary(self) -> Container[str]:
        """The tokens that it knows."""
        return self.model.vocab_dict if self.model else ()

    def holders(self, token: str) -> NDArray[np.intp]:
        """Places of the texts that hold a token, in order."""
        number = self.model.vocab_dict.get(token) if self.model else None
        if number is None:
            return np.zeros(0, dtype=np.intp)
        begin, end = self.model.scores["indptr"][number : number + 2]
        return np.asarray(np.sort(self.model.scores["indices"][begin:end]), dtype=np.intp)

    def save(self, folder: Path) -> None:
        """Write the index into a new folder."""
        folder.mkdir(parents=True)
        if self.model is not None:
            self.model.save(str(folder), show_progress=False)

    @classmethod
    def load(cls, folder: Path, size: int) -> Bm25Index:
        """Open a saved index, its arrays memory-mapped.

        Raises:
            CorruptIndexError: a file is missing or damaged.
        """
        import bm25s

        if not folder.is_dir():
            raise CorruptIndexError(
                f"{folder} is missing: wanted the BM25 files of the index. Run `support kb sync --rebuild DIR`."
            )
        if not any(folder.iterdir()):
            return cls(model=None, size=size)
        try:
            model = bm25s.BM25.load(str(folder), mmap=True, show_progress=False, verbosity=0)
        except (OSError, ValueError, KeyError) as error:
            raise CorruptIndexError(
                f"The BM25 files in {folder} cannot be read ({error}). Run `support kb sync --rebuild DIR`."
            ) from error
        return cls(model=model, size=size)
