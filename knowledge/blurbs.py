"""Contextual retrieval: a sentence that a model wrote at sync time says where in its article a passage stands.

Source: Anthropic, Introducing Contextual Retrieval (2024).
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from knowledge.types import Passage

if TYPE_CHECKING:
    from sqlite_utils import Database

BLURB_TOKENS = 48
"""Of the embedder's window, kept free for a blurb; a longer one is cut."""


class BlurbWriter(Protocol):
    """Writes one sentence about a passage. What it writes helps to find the passage; it is never shown as evidence."""

    @property
    def name(self) -> str:
        """The model and the version of its prompt: part of the index fingerprint."""
        ...

    def blurb(self, article: str, passage: str) -> str:
        """What the passage is about within its article, in one short sentence.

        Args:
            article: the article's text with its title.
            passage: the passage with its heading path.

        Raises:
            ModelError: the model failed.
        """
        ...


@dataclass(frozen=True)
class Situator:
    """Gives passages their blurbs; the same passage is asked about once."""

    writer: BlurbWriter
    cache: Path
    """SQLite file of the blurbs by the hash of writer, heading path and text."""
    count_tokens: Callable[[str], int]

    def situate(self, passages: Sequence[Passage]) -> tuple[Passage, ...]:
        """The passages of one article with a blurb each; one that was asked about before costs nothing.

        Raises:
            ModelError: the model failed; what it had written is kept for the next try.
        """
        article = "\n".join([" › ".join(passages[0].heading_path[:1]), *(passage.text for passage in passages)])
        with self._open() as database:
            return tuple(
                passage.model_copy(update={"blurb": self._blurb(database, article, passage)}) for passage in passages
            )

    def _blurb(self, database: Database, article: str, passage: Passage) -> str:
        named = json.dumps([self.writer.name, passage.heading_path, passage.text])
        key = hashlib.sha256(named.encode()).hexdigest()
        for row in database.query("select blurb from blurbs where key = :key", {"key": key}):
            return str(row["blurb"])
        blurb = self._fitted(self.writer.blurb(article, passage.located_text))
        with database.conn:
            database.table("blurbs").insert({"key": key, "blurb": blurb}, replace=True)
        return blurb

    def _fitted(self, text: str) -> str:
        """One line within the room that is kept for it."""
        words = text.split()
        while words and self.count_tokens(" ".join(words) + "\n") > BLURB_TOKENS:
            words.pop()
        return " ".join(words)

    @contextmanager
    def _open(self) -> Iterator[Database]:
        from sqlite_utils import Database

        self.cache.parent.mkdir(parents=True, exist_ok=True)
        database = Database(sqlite3.connect(self.cache))
        try:
            database.table("blurbs").create({"key": str, "blurb": str}, pk="key", if_not_exists=True)
            yield database
        finally:
            database.conn.close()
