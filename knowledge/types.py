"""Values that the knowledge package hands out. All are frozen."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict

Trust = Literal["system", "verified", "retrieved", "user", "model"]
"""Trust classes, strongest first: system, verified, retrieved, user, model."""

RetrieverName = Literal["bm25", "dense", "sparse", "late"]
"""Retrievers that a search can ask: words, one vector a text, learned sparse vectors, a vector for every token."""

RETRIEVERS: tuple[RetrieverName, ...] = ("bm25", "dense", "sparse", "late")

Scalar = str | int | float | bool
"""What a front matter key may hold to be filterable."""


class Value(BaseModel):
    """Base of all values: frozen, and strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Link(Value):
    """A link that stands in an article."""

    text: str
    url: str


class Article(Value):
    """One help article as read from disk, before splitting."""

    article: str
    """Stable name: the path below the synced folder, with `/` and without the suffix."""
    source_id: str
    """The path below the synced folder, with `/` and the suffix; the key of the sync ledger."""
    title: str
    text: str
    """The whole file, line ends as `\\n`, front matter included, so that line numbers are the file's."""
    sha256: str
    """Of the file's bytes."""
    media_type: Literal["markdown", "html"] = "markdown"
    metadata: dict[str, Scalar] = {}
    effective_from: date = date.min
    effective_to: date = date.max
    """First and last day, both included, on which the article is in force."""


class Passage(Value):
    """The piece of an article that is indexed, retrieved and shown."""

    passage_id: str
    """`<article>#<n>`, n counting from 0 in reading order."""
    article: str
    heading_path: tuple[str, ...]
    """From the article's title down to the section, for example ("Refunds", "When the money arrives")."""
    text: str
    """Plain text without the heading path; list items and table rows keep one line each."""
    lines: tuple[int, int]
    """First and last source line, counted from 1, both included."""
    blurb: str = ""
    """What a model wrote at sync time to make the passage easier to find; indexed, never shown as evidence."""
    links: tuple[Link, ...] = ()
    metadata: dict[str, Scalar] = {}
    effective_from: date = date.min
    effective_to: date = date.max

    @property
    def indexed_text(self) -> str:
        """The text that is embedded and that BM25 sees: the heading path, the blurb where there is one, the text."""
        return "\n".join(part for part in (" › ".join(self.heading_path), self.blurb, self.text) if part)

    @property
    def located_text(self) -> str:
        """The heading path, a line break, the text."""
        return " › ".join(self.heading_path) + "\n" + self.text


class SearchScores(Value):
    """Scores of one passage for one query; None where that stage did not return it."""

    bm25: float | None = None
    dense: float | None = None
    """Cosine similarity, -1 to 1."""
    sparse: float | None = None
    """Dot product of the learned sparse vectors, above 0."""
    late: float | None = None
    """Late interaction: MaxSim and the pooled cosine, -1 to 1."""
    fused: float = 0.0
    """Sum of 1 / (60 + rank) over the retrievers."""
    rerank: float | None = None
    answers: float | None = None
    """Probability that the passage answers, as the reranker sees it; None where its scores do not say."""


class SearchHit(Value):
    """A passage found for a query."""

    rank: int
    """From 1."""
    passage: Passage
    scores: SearchScores
    ranks: dict[RetrieverName, int] = {}
    """Its rank in each retriever that found it, from 1; of several phrasings the best."""
    identifiers: tuple[str, ...] = ()
    """Rare identifiers of the query that it holds, as BM25 writes them; what holds more of them stands before it."""
