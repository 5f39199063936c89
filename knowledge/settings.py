"""Settings of the knowledge package, strict and bounded, read once at an entry point."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field


class KnowledgeSettings(BaseModel):
    """How articles are read, split, indexed and searched."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    embedder: str = "all-MiniLM-L6-v2"
    """A name of the model registry, or the path of a folder that sentence-transformers can load."""
    reranker: str = "reranker-1"
    """A name of the model registry, the path of a model folder, `late-interaction` (the embedder's own), or `none`."""
    max_article_bytes: int = Field(default=1_000_000, ge=1_000, le=50_000_000)
    """A larger file is reported and skipped."""
    min_passage_tokens: int = Field(default=24, ge=1, le=200)
    """A shorter fragment joins a neighbour of the same section where it fits."""
    overlap_share: float = Field(default=0.15, ge=0.0, le=0.5)
    """Share of a passage repeated in the next one where a paragraph has to be cut."""
    meaning: bool = True
    """Split the prose of sections too long for one passage where its meaning turns; embeds their sentences at sync."""
    blurbs: str = "none"
    """A chat model that writes a sentence about every passage at sync time, as `drafting.drafter` names one, or `none`."""
    candidates: int = Field(default=50, ge=1, le=1_000)
    """Passages taken from each retriever."""
    rerank: int = Field(default=20, ge=1, le=200)
    """Passages of the fused list that the reranker reads."""
    rerank_weight: float = Field(default=2.0, ge=0.0, le=1_000.0)
    """What the reranker's order counts for where each retriever's counts 1; a large number lets it decide alone."""
    keep: int = Field(default=8, ge=1, le=100)
    """Passages kept after reranking."""
    kept_states: int = Field(default=3, ge=1, le=50)
    """Versions of the index that are kept, the current one included; each costs as much disk as the index."""


def index_folder(home: Path) -> Path:
    """Where the index lives below the data folder."""
    return home / "index"


def orders_path(home: Path) -> Path:
    """Where the order store lives below the data folder."""
    return home / "orders.db"
