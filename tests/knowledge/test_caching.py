from collections.abc import Sequence

import numpy as np

from knowledge.caching import CachingEmbedder
from knowledge.embedding import Vectors


class CountingEmbedder:
    """One row per text, its length; counts what it is asked for."""

    name = "counting"
    weights_sha256 = "0" * 64
    dimension = 1
    window = 256

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return np.array([[float(len(text))] for text in texts], dtype=np.float32).reshape(len(texts), 1)

    embed_queries = embed_passages

    def embed_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        return [np.ones((1, 1), dtype=np.float32) for _ in texts]

    def tokens(self, text: str) -> list[str]:
        return text.split()

    def count_tokens(self, text: str) -> int:
        return len(text.split())


def test_text_seen_before_is_not_embedded_again() -> None:
    inner = CountingEmbedder()
    embedder = CachingEmbedder(inner)

    embedder.embed_passages(["a", "bb"])
    rows = embedder.embed_passages(["bb", "ccc", "a"])

    assert inner.asked == ["a", "bb", "ccc"]
    assert rows.tolist() == [[2.0], [3.0], [1.0]]


def test_repeated_text_in_one_call_is_embedded_once() -> None:
    inner = CountingEmbedder()

    rows = CachingEmbedder(inner).embed_passages(["a", "a"])

    assert inner.asked == ["a"]
    assert rows.tolist() == [[1.0], [1.0]]


def test_oldest_rows_leave_a_full_cache() -> None:
    inner = CountingEmbedder()
    embedder = CachingEmbedder(inner, size=2)

    for text in ("a", "bb", "a", "ccc"):
        embedder.embed_passages([text])
    inner.asked.clear()
    embedder.embed_passages(["a", "ccc", "bb"])

    assert inner.asked == ["bb"]


def test_more_texts_than_the_cache_holds_are_all_answered() -> None:
    rows = CachingEmbedder(CountingEmbedder(), size=1).embed_passages(["a", "bb", "ccc"])

    assert rows.tolist() == [[1.0], [2.0], [3.0]]


def test_nothing_in_nothing_out() -> None:
    assert CachingEmbedder(CountingEmbedder()).embed_passages([]).shape == (0, 1)


def test_queries_are_never_kept() -> None:
    inner = CountingEmbedder()
    embedder = CachingEmbedder(inner)

    embedder.embed_queries(["where is my order"])
    embedder.embed_queries(["where is my order"])

    assert inner.asked == ["where is my order"] * 2
