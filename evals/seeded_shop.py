"""The shop that true replies are drawn from: any folder of articles and any order file, split as a sync splits them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import islice
from pathlib import Path

from agent.gathering import field_evidence, passage_evidence
from agent.types import Evidence
from evals.errors import DatasetError
from knowledge.articles import ArticleReader
from knowledge.embedding import Embedder
from knowledge.errors import UnreadableArticleError
from knowledge.filters import Filter
from knowledge.meaning import MeaningBreaks
from knowledge.order_fields import order_fields
from knowledge.order_files import read_order_file
from knowledge.order_types import Order
from knowledge.progress import Progress
from knowledge.settings import KnowledgeSettings
from knowledge.splitting import PassageSplitter
from knowledge.types import Passage

DISTRACTORS = 5
"""Passages of the turn beside the one that is quoted: those that stand next to it in the knowledge base."""

NAMES_LIMIT = 80

_NAME = re.compile(r"\b[a-z]+,? ((?:[A-Z][\w+]*[A-Za-z0-9])(?: (?:[A-Z][\w+]*|\d{1,3}))*)(?![\w-])")
"""After a word in small letters, so that it opens neither a sentence nor a cell, and is whole."""
_SMALL = re.compile(r"\b[a-z]+\b")
_NO_NAME = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|\w+day|Internet|Yes|No"
    r"|Note|Tip|Step|English)s?\b"
)


@dataclass(frozen=True)
class SeededShop:
    """Passages that a customer's search may return, and each customer's orders."""

    passages: tuple[Passage, ...]
    """In reading order."""
    orders: tuple[tuple[Order, ...], ...] = ()
    """Those of one customer together."""

    @cached_property
    def articles(self) -> tuple[Evidence, ...]:
        """Every passage as a turn has it as evidence."""
        return tuple(passage_evidence(passage) for passage in self.passages)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names that stand in the middle of at least two sentences, most frequent first; no word that is mostly small."""
        text = "\n".join(item.text for item in self.articles)
        found = Counter(name for name in _NAME.findall(text) if not _NO_NAME.match(name))
        small = Counter(_SMALL.findall(text))
        names = (name for name, count in found.most_common() if count > max(1, small[name.lower()]))
        return tuple(islice(names, NAMES_LIMIT))

    @property
    def carriers(self) -> tuple[str, ...]:
        """Of all orders, sorted."""
        return tuple(sorted({order.carrier for orders in self.orders for order in orders if order.carrier}))

    def around(self, place: int) -> tuple[Evidence, ...]:
        """The passage of that place with its neighbours, its own first."""
        first = max(0, min(place - DISTRACTORS // 2, len(self.articles) - DISTRACTORS - 1))
        near = self.articles[first : first + DISTRACTORS + 1]
        return (self.articles[place], *(item for item in near if item != self.articles[place]))

    def fields_of(self, customer: int) -> tuple[Evidence, ...]:
        """Every field of one customer's orders as evidence; nothing where the shop has no orders."""
        if not self.orders:
            return ()
        orders = self.orders[customer % len(self.orders)]
        return tuple(field_evidence(field) for order in orders for field in order_fields(order))


def read_shop(
    articles: Path,
    orders: Path,
    settings: KnowledgeSettings,
    embedder: Embedder,
    today: date,
    progress: Progress = lambda step, done, total: None,
) -> SeededShop:
    """Read a folder of articles and an order file; articles that cannot be read, or not be shown today, are passed over.

    Raises:
        DatasetError: no article is left.
        KnowledgeError: the folder, the order file or the embedder cannot be used.
    """
    reader, splitter = ArticleReader(settings.max_article_bytes), _splitter(settings, embedder)
    files = reader.list(articles).files
    passages: list[Passage] = []
    for done, file in enumerate(files, 1):
        try:
            passages += splitter.split(reader.read(file))
        except UnreadableArticleError:
            continue
        finally:
            progress("reading", done, len(files))
    shown = Filter(as_of=today)
    allowed = tuple(passage for passage in passages if shown.matches(passage))
    if not allowed:
        raise DatasetError(
            f"{articles} holds no article that a customer may see today: wanted Markdown or HTML articles in force. "
            "Name another folder."
        )
    return SeededShop(allowed, _by_customer(read_order_file(orders).orders))


def _splitter(settings: KnowledgeSettings, embedder: Embedder) -> PassageSplitter:
    return PassageSplitter(
        count_tokens=embedder.count_tokens,
        window=embedder.window,
        min_tokens=settings.min_passage_tokens,
        overlap_share=settings.overlap_share,
        meaning=MeaningBreaks(embedder.embed_passages) if settings.meaning else None,
    )


def _by_customer(orders: Sequence[Order]) -> tuple[tuple[Order, ...], ...]:
    found: dict[str, list[Order]] = {}
    for order in orders:
        found.setdefault(order.customer_id, []).append(order)
    return tuple(tuple(own) for own in found.values())
