"""A query is embedded once, and its words are not kept."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from knowledge.embedding import Vectors
from knowledge.query_memo import QueryMemo
from tests.helpers import TinyEmbedder


@dataclass(frozen=True)
class CountingEmbedder(TinyEmbedder):
    """Notes what it is asked."""

    asked: list[str] = field(default_factory=list)

    def embed_queries(self, texts) -> Vectors:  # type: ignore[no-untyped-def]
        self.asked.extend(texts)
        return super().embed_queries(texts)


def test_same_query_is_embedded_once() -> None:
    inner = CountingEmbedder()
    memo = QueryMemo(inner)
    first, again = memo.embed_queries(["where is it"]), memo.embed_queries(["where is it"])
    assert inner.asked == ["where is it"]
    assert np.array_equal(first, again)
    assert np.array_equal(first, TinyEmbedder().embed_queries(["where is it"]))


def test_old_queries_are_let_go_and_none_is_kept_as_text() -> None:
    inner = CountingEmbedder()
    memo = QueryMemo(inner, size=1)
    for text in ("one", "two", "one"):
        memo.embed_queries([text])
    assert inner.asked == ["one", "two", "one"]
    assert "one" not in repr(list(memo._rows))
