from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from knowledge.embedding import SentenceTransformerEmbedder, Vectors, unit_rows
from knowledge.reranking import LateInteractionReranker, maxsim, pooled_cosine
from tests.helpers import TinyEmbedder

ROWS = np.eye(3, dtype=np.float32)


def test_maxsim_is_the_mean_of_each_query_rows_best_match() -> None:
    assert maxsim(ROWS[[0, 1]], ROWS[[0, 2]]) == pytest.approx(0.5)
    assert maxsim(ROWS[[0]], ROWS) == 1.0
    assert maxsim(ROWS[[0]], -ROWS[[0]]) == -1.0


def test_pooled_cosine_compares_the_mean_rows() -> None:
    assert pooled_cosine(ROWS[[0, 1]], ROWS[[0]]) == pytest.approx(0.7071, abs=1e-4)


@pytest.mark.parametrize(("query", "text"), [(ROWS[:0], ROWS), (ROWS, ROWS[:0]), (ROWS[:0], ROWS[:0])])
def test_no_rows_are_like_nothing(query: np.ndarray, text: np.ndarray) -> None:
    assert maxsim(query, text) == pooled_cosine(query, text) == 0.0


def test_a_row_of_zeros_stays_zero() -> None:
    assert unit_rows(np.array([[3, 4], [0, 0]], dtype=np.float32)).tolist() == [
        [pytest.approx(0.6), pytest.approx(0.8)],
        [0, 0],
    ]


def test_no_texts_have_no_scores() -> None:
    assert LateInteractionReranker(TinyEmbedder()).score("parcel", []) == []


def test_one_score_per_text_in_the_order_given_whether_cached_or_not() -> None:
    reranker = LateInteractionReranker(TinyEmbedder())
    texts = ["the parcel is late", "a lamp", "the parcel is late"]
    first = reranker.score("late parcel", texts)
    assert first[0] == first[2] > first[1]
    assert reranker.score("late parcel", texts) == first


def test_stop_words_of_the_query_do_not_count_unless_there_is_nothing_else() -> None:
    reranker = LateInteractionReranker(TinyEmbedder())
    assert reranker.score("the lamp", ["lamp"])[0] > reranker.score("red lamp", ["lamp"])[0]
    assert reranker.score("the", ["the"]) == [pytest.approx(1.0)]


def test_the_real_model_puts_the_answer_first(minilm: SentenceTransformerEmbedder) -> None:
    texts = ["Gift cards cannot be refunded.", "A card refund shows on your statement after 5 to 10 business days."]
    scores = LateInteractionReranker(minilm).score("how long until the money is back on my card", texts)
    assert scores[1] > scores[0]
    assert all(-1 <= score <= 1 for score in scores)


@dataclass(frozen=True)
class CountingTokens(TinyEmbedder):
    """Keeps the texts whose tokens it was asked for."""

    asked: list[str] = field(default_factory=list, compare=False)

    def embed_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        self.asked.extend(texts)
        return super().embed_tokens(texts)


def test_prepared_texts_are_not_embedded_again() -> None:
    embedder = CountingTokens()
    reranker = LateInteractionReranker(embedder)

    reranker.prepare([f"text {n}" for n in range(20)])
    embedder.asked.clear()
    reranker.score("text", ["text 3", "text 19", "new"])

    assert embedder.asked == ["text", "new"]
