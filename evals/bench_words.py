"""Made-up articles and an embedder without a model, for benches of what the index itself costs."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from knowledge.embedding import Vectors, unit_rows

PASSAGES_AN_ARTICLE = 10
WORDS_A_PASSAGE = 60
VOCABULARY = 20_000
DIMENSION = 384
AXES = 4_096
INTERNAL_EVERY = 50
"""Every so manyth article is internal: a customer's search is then filtered, as it is in most shops."""


@dataclass(frozen=True)
class WordVectorEmbedder:
    """A text's vector is the sum of random vectors of its words: near texts share words, and no model is run."""

    name: str = "word-vectors"
    weights_sha256: str = "0" * 64
    dimension: int = DIMENSION
    window: int = 256

    @cached_property
    def _axes(self) -> Vectors:
        return unit_rows(np.random.default_rng(7).standard_normal((AXES, self.dimension)).astype(np.float32))

    def tokens(self, text: str) -> list[str]:
        """Words."""
        return text.split()[: self.window - 2]

    def count_tokens(self, text: str) -> int:
        """Words."""
        return len(text.split())

    def embed_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """A row per word."""
        return [self._axes[[_axis(word) for word in self.tokens(text)]] for text in texts]

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Rows of unit length."""
        rows = [matrix.sum(axis=0) for matrix in self.embed_tokens(texts)]
        return unit_rows(np.asarray(rows, dtype=np.float32).reshape(len(texts), self.dimension))

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Rows of unit length."""
        return self.embed_passages(texts)


def write_articles(folder: Path, count: int, rng: random.Random) -> Path:
    """Articles of ten sections each."""
    folder.mkdir(parents=True)
    for n in range(count):
        front = "---\naudience: internal\n---\n" if n % INTERNAL_EVERY == 0 else ""
        sections = (
            f"## {made_words(rng, 3)}\n\n{made_words(rng, WORDS_A_PASSAGE)}.\n" for _ in range(PASSAGES_AN_ARTICLE)
        )
        text = f"{front}# Article {n}\n\n" + "\n".join(sections)
        (folder / f"a{n:06d}.md").write_text(text, encoding="utf-8")
    return folder


def made_words(rng: random.Random, count: int) -> str:
    """Common words are drawn more often than rare ones, about as Zipf's law has it."""
    return " ".join(f"word{int(VOCABULARY ** rng.random())}" for _ in range(count))


def _axis(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=2).digest(), "big") % AXES
