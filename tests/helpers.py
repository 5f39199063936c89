"""Small real parts that several tests share: an embedder whose numbers can be worked out, and ways to make an index."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import numpy as np

from knowledge.embedding import Vectors, unit_rows
from knowledge.filters import Filter
from knowledge.reranking import Reranker
from knowledge.search import KnowledgeBase
from knowledge.settings import KnowledgeSettings
from knowledge.syncing import Syncer, SyncReport
from knowledge.types import Passage, Scalar

TODAY = Filter(as_of=date(2026, 11, 30))


@dataclass(frozen=True)
class TinyEmbedder:
    """A text's vector counts its words, each word on the axis that its hash names; `seen` keeps what was embedded."""

    name: str = "tiny"
    weights_sha256: str = "0" * 64
    dimension: int = 64
    window: int = 64
    seen: list[str] = field(default_factory=list, compare=False)

    def tokens(self, text: str) -> list[str]:
        return re.findall(r"\w+|[^\w\s]", text.lower())[: self.window - 2]

    def count_tokens(self, text: str) -> int:
        return len(re.findall(r"\w+|[^\w\s]", text.lower()))

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.seen.extend(texts)
        return self._embed(texts)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self._embed(texts)

    def embed_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        identity = np.eye(self.dimension, dtype=np.float32)
        return [identity[[self._axis(token) for token in self.tokens(text)]] for text in texts]

    def _embed(self, texts: Sequence[str]) -> Vectors:
        counts = [rows.sum(axis=0) for rows in self.embed_tokens(texts)]
        return unit_rows(np.asarray(counts, dtype=np.float32).reshape(len(texts), self.dimension))

    def _axis(self, token: str) -> int:
        return hashlib.sha256(token.encode()).digest()[0] % self.dimension


@dataclass(frozen=True)
class Shop:
    """A folder of articles and the index made of it."""

    root: Path
    embedder: TinyEmbedder = field(default_factory=TinyEmbedder)
    settings: KnowledgeSettings = field(default_factory=KnowledgeSettings)

    @property
    def articles(self) -> Path:
        return self.root / "articles"

    @property
    def index(self) -> Path:
        return self.root / "index"

    def write(self, files: Mapping[str, str | bytes]) -> Shop:
        """Write files below the articles' folder; bytes as they are, text as UTF-8."""
        for name, content in files.items():
            path = self.articles / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return self

    def sync(self, *, dry_run: bool = False, rebuild: bool = False, force: bool = False) -> SyncReport:
        syncer = Syncer(self.index, self.embedder, self.settings)
        return syncer.sync(self.articles, dry_run=dry_run, rebuild=rebuild, force=force)

    def knowledge(self, reranker: Reranker | None = None) -> KnowledgeBase:
        return KnowledgeBase(self.index, self.embedder, reranker, self.settings)

    def found(self, query: str, condition: Filter = TODAY, k: int = 100) -> list[str]:
        """Ids of the passages that a search finds."""
        return [hit.passage.passage_id for hit in self.knowledge().search(query, condition, k).hits]

    def state_folder(self) -> Path:
        return self.index / "states" / (self.index / "CURRENT").read_text("utf-8")


def passage(
    passage_id: str = "refunds#0",
    text: str = "Money arrives in five days.",
    effective: tuple[date, date] = (date.min, date.max),
    **metadata: Scalar,
) -> Passage:
    return Passage(
        passage_id=passage_id,
        article=passage_id.split("#")[0],
        heading_path=("Refunds",),
        text=text,
        lines=(1, 1),
        metadata=metadata,
        effective_from=effective[0],
        effective_to=effective[1],
    )
