"""Settings of the knowledge package, strict and bounded, read once at an entry point."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from knowledge.types import RETRIEVERS, RetrieverName


class KnowledgeSettings(BaseModel):
    """How articles are read, split, indexed and searched."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    embedder: str = "all-MiniLM-L6-v2"
    """A name of the model registry, or the path of a folder that sentence-transformers can load."""
    reranker: str = "reranker-1"
    """A name of the model registry, the path of a model folder, `late-interaction` (the embedder's own), or `none`."""
    retrievers: tuple[RetrieverName, ...] = ("bm25", "dense")
    """What a search asks, of bm25, dense, sparse and late; rank fusion counts each alike. A variable lists them with
    commas. BM25 and dense vectors are always in the index; a sync adds what the other two need once they are named."""
    sparse_encoder: str | None = Field(default=None, validate_default=True)
    """The learned sparse encoder that `sparse` asks: a hub name, or the path of a folder that sentence-transformers'
    SparseEncoder can load."""
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
    candidates: int = Field(default=100, ge=1, le=1_000)
    """Passages taken from each retriever. Several are of one article, so that a hundred of them are some fifty documents:
    with 50, recall@50 over two help centres was .957 and .963, with 100 .971 and .970."""
    rerank: int = Field(default=20, ge=1, le=200)
    """Passages of the fused list that the reranker reads."""
    rerank_weight: float = Field(default=2.0, ge=0.0, le=1_000.0)
    """What the reranker's order counts for where each retriever's counts 1; a large number lets it decide alone."""
    keep: int = Field(default=8, ge=1, le=100)
    """Passages kept after reranking."""
    kept_states: int = Field(default=3, ge=1, le=50)
    """Versions of the index that are kept, the current one included; each costs as much disk as the index."""

    chroma_url: str | None = None
    """`http://host:port` of a Chroma server, to which a sync writes the vectors of new states; None keeps them in the data
    folder. A state that is there already stays where it is."""

    @field_validator("chroma_url")
    @classmethod
    def _names_server(cls, value: str | None) -> str | None:
        if value is not None and not re.fullmatch(r"https?://[^/\s@?#]+", value):
            raise ValueError("wanted http://HOST:PORT, or none to keep the vectors in the data folder")
        return value

    @field_validator("retrievers", mode="before")
    @classmethod
    def _known_retrievers(cls, value: object) -> object:
        names = value.split(",") if isinstance(value, str) else value
        if not isinstance(names, list | tuple) or not names:
            raise ValueError(f"wanted a list of one or more of {', '.join(RETRIEVERS)}")
        names = [name.strip() if isinstance(name, str) else name for name in names]
        for name in names:
            if name not in RETRIEVERS:
                raise ValueError(f"no retriever is called {name!r}: wanted one or more of {', '.join(RETRIEVERS)}")
            if names.count(name) > 1:
                raise ValueError(f"{name} stands there twice: wanted each retriever once at most")
        return tuple(names)

    @field_validator("sparse_encoder")
    @classmethod
    def _wanted_by_sparse(cls, value: str | None, info: ValidationInfo) -> str | None:
        if not value and "sparse" in info.data.get("retrievers", ()):
            raise ValueError("`sparse` is among knowledge.retrievers, wanted a model folder or a hub name for it")
        return value


def index_folder(home: Path) -> Path:
    """Where the index lives below the data folder."""
    return home / "index"


def orders_path(home: Path) -> Path:
    """Where the order store lives below the data folder."""
    return home / "orders.db"
