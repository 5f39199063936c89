"""Late interaction over an index: the reranker's scores, within what rounding to one byte changes."""

from pathlib import Path

import numpy as np
import pytest

from knowledge import late
from knowledge.array_files import save_arrays
from knowledge.embedding import Embedder, unit_rows
from knowledge.errors import CorruptIndexError, InputError, ModelError
from knowledge.late import LateIndex, late_query, token_vectors
from knowledge.late_writing import LateWriter
from knowledge.parts import Texts
from knowledge.reranking import LateInteractionReranker
from tests.helpers import TinyEmbedder

TEXTS = [
    "Refunds › When the money arrives\nYour bank shows a refund within five days.",
    "Parcels\nA parcel arrives within three days, unless it is very large.",
    "Codes\nError E-4012 means that a card was refused; try another one.",
    "Lamps\nThe lamp has a warranty of two years.",
]
QUERIES = ["How long will my refund take to show on my card?", "E-4012", "and the of", "?"]


def built(folder: Path, embedder: Embedder, texts: list[str]) -> LateIndex:
    LateWriter(embedder).write(folder / "late", Texts(texts, [None] * len(texts), None), lambda *step: None)
    return LateIndex.load(folder / "late", len(texts))


def every(index: LateIndex) -> np.ndarray:
    return np.ones(len(index.pooled), dtype=bool)


@pytest.mark.parametrize("query", QUERIES)
def test_a_score_is_the_rerankers_within_rounding(tmp_path: Path, minilm: Embedder, query: str) -> None:
    index = built(tmp_path, minilm, TEXTS)
    found = dict(index.search(late_query(query, minilm), 9, every(index)))
    assert [found[n] for n in range(4)] == pytest.approx(LateInteractionReranker(minilm).score(query, TEXTS), abs=0.003)


def test_rounding_changes_no_cosine_by_more_than_a_hundredth() -> None:
    rows = unit_rows(np.random.default_rng(7).normal(size=(500, 384)).astype(np.float32))
    found = token_vectors(rows)
    kept = found.tokens.astype(np.float32) * found.scales[:, None]
    assert np.abs((kept - rows) @ rows[:50].T).max() < 0.01
    assert found.tokens.dtype == np.int8


def test_words_in_common_are_counted_by_hand(tmp_path: Path) -> None:
    index = built(tmp_path, TinyEmbedder(), ["parcel arrives", "money arrives", "lamp"])
    found = dict(index.search(late_query("parcel", TinyEmbedder()), 9, every(index)))
    # MaxSim 1, cosine of ("parcel") with the mean of two tokens 1/√2 at half the weight.
    assert found[0] == pytest.approx((1 + 0.5 / np.sqrt(2)) / 1.5, abs=0.01)
    assert [found[1], found[2]] == pytest.approx([0.0, 0.0], abs=1e-6)


def test_texts_that_are_not_allowed_are_not_found(tmp_path: Path) -> None:
    index = built(tmp_path, TinyEmbedder(), ["parcel", "a parcel of ours", "lamp"])
    assert [n for n, _ in index.search(late_query("parcel", TinyEmbedder()), 9, np.array([False, True, True]))] == [
        1,
        2,
    ]
    assert index.search(late_query("parcel", TinyEmbedder()), 9, np.zeros(3, dtype=bool)) == []


def test_a_text_without_tokens_scores_zero_and_a_query_without_any_finds_nothing(tmp_path: Path) -> None:
    index = built(tmp_path, TinyEmbedder(), ["", "parcel", ""])
    assert index.search(late_query("parcel", TinyEmbedder()), 9, every(index))[1:] == [(0, 0.0), (2, 0.0)]
    assert index.search(late_query(" ", TinyEmbedder()), 9, every(index)) == []


def test_an_index_of_more_tokens_than_a_block_scores_each_text_as_alone(tmp_path: Path) -> None:
    words = [f"word{n}" for n in range(50)]
    texts = [" ".join(words[n % 50 :] + words[: n % 50]) for n in range(2 * late.BLOCK_TOKENS // 50)]
    texts[500] = "parcel"
    index = built(tmp_path, TinyEmbedder(), texts)
    alone = built(tmp_path / "alone", TinyEmbedder(), texts[:1])
    found = dict(index.search(late_query("word3 word4", TinyEmbedder()), len(texts), every(index)))
    (_, expected), *_ = alone.search(late_query("word3 word4", TinyEmbedder()), 1, every(alone))
    assert len(index.tokens) > late.BLOCK_TOKENS
    assert {round(score, 5) for n, score in found.items() if n != 500} == {round(expected, 5)}


def test_an_empty_index_finds_nothing(tmp_path: Path) -> None:
    index = built(tmp_path, TinyEmbedder(), [])
    assert index.search(late_query("parcel", TinyEmbedder()), 9, every(index)) == []


def test_the_arrays_are_mapped_not_read(tmp_path: Path) -> None:
    index = built(tmp_path, TinyEmbedder(), ["parcel"])
    assert isinstance(index.tokens.base, np.memmap)


def test_files_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    built(tmp_path, TinyEmbedder(), ["parcel", "lamp"])
    with pytest.raises(CorruptIndexError, match=r"late do not hold the tokens of 3 passages.*--rebuild"):
        LateIndex.load(tmp_path / "late", 3)
    save_arrays(tmp_path / "late", {"scales": np.ones(9, np.float32)})
    with pytest.raises(CorruptIndexError, match="do not hold the tokens of 2 passages"):
        LateIndex.load(tmp_path / "late", 2)


def test_more_passages_than_can_be_compared_are_refused_with_what_to_set() -> None:
    LateWriter(TinyEmbedder(), most=2).check(2)
    with pytest.raises(
        InputError, match=r"give 3 passages.*wanted 2 at most.*Take `late` out of `knowledge\.retrievers`"
    ):
        LateWriter(TinyEmbedder(), most=2).check(3)


class ForgetfulEmbedder(TinyEmbedder):
    """Counts a token more than it embeds."""

    def tokens(self, text: str) -> list[str]:
        return [*super().tokens(text), "more"]

    def embed_tokens(self, texts: list[str]) -> list[np.ndarray]:  # type: ignore[override]
        return [rows[:-1] for rows in super().embed_tokens(texts)]


def test_an_embedder_that_gives_another_number_of_vectors_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="gave 1 vectors for a text of 2 tokens"):
        built(tmp_path, ForgetfulEmbedder(), ["parcel"])


def test_the_real_embedder_gives_a_vector_for_each_of_its_tokens(minilm: Embedder) -> None:
    texts = [*TEXTS, "ﬁne [SEP] größe 😀 \u200b x", "word " * 400, "", "  \n tab\there "]
    assert [len(rows) for rows in minilm.embed_tokens(texts)] == [len(minilm.tokens(text)) for text in texts]
