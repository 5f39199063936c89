"""With a model that counts, and with a real one of random weights."""

from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.cross_encoder import CrossEncoderReranker, OnnxReranker, open_reranker
from knowledge.errors import ModelError
from knowledge.models.registry import locate
from tests.knowledge.tiny_classifier import save_classifier
from tests.knowledge.tiny_onnx import save_folder

PASSAGE_LENGTH = ("token_type_ids",)
"""The score of the counting model: tokens of the passage and its [SEP]."""


def opened(tmp_path: Path, counts: tuple[str, ...] = PASSAGE_LENGTH, query_tokens: int = 4) -> OnnxReranker:
    folder = save_folder(tmp_path / "tiny", "reranker", counts, window=16, query_tokens=query_tokens)
    return OnnxReranker(locate("reranker", str(folder)), threads=1)


def test_each_text_gets_its_score_in_its_place(tmp_path: Path) -> None:
    assert opened(tmp_path).score("is the refund due", ["the parcel came late", "", "late", "late"]) == [5, 1, 2, 2]


def test_end_of_a_long_query_is_what_is_read(tmp_path: Path) -> None:
    reranker = opened(tmp_path, counts=("input_ids",), query_tokens=2)
    # ids: [CLS] 2, is 9, due 10, [SEP] 3, late 7, [SEP] 3
    assert reranker.score("the parcel refund is due", ["late"]) == [34]


def test_long_passage_is_cut_at_its_end(tmp_path: Path) -> None:
    reranker = opened(tmp_path)
    # of 16 tokens: [CLS] refund is due [SEP], then 10 of the passage and its [SEP]
    assert reranker.score("refund is due", ["the parcel " * 30]) == [11]


def test_prepared_texts_score_as_unprepared_ones(tmp_path: Path) -> None:
    reranker = opened(tmp_path)
    before = reranker.score("refund", ["the parcel came late"])
    reranker.prepare(["the parcel came late", "refund is due"])
    assert reranker.score("refund", ["the parcel came late"]) == before


def test_nothing_in_nothing_out(tmp_path: Path) -> None:
    reranker = opened(tmp_path)
    reranker.prepare([])
    assert reranker.score("refund", []) == []


def test_model_with_three_outputs_is_no_reranker(tmp_path: Path) -> None:
    reranker = opened(tmp_path, counts=("input_ids",) * 3)
    with pytest.raises(ModelError, match=r"gives 3 numbers a pair: wanted one.*knowledge\.reranker"):
        reranker.score("refund", ["the parcel"])


def test_backend_of_the_model_chooses_the_reranker(tmp_path: Path) -> None:
    model = opened(tmp_path).model
    assert isinstance(open_reranker(model), OnnxReranker)
    assert isinstance(open_reranker(replace(model, backend="transformers")), CrossEncoderReranker)


def test_cross_encoder_scores_a_text_the_same_alone_and_among_others(tmp_path: Path) -> None:
    reranker = CrossEncoderReranker(locate("reranker", str(save_classifier(tmp_path / "one", {0: "relevance"}))))
    reranker.prepare([])
    texts = ["Refunds take 5 days.", "Parcels are sent on Mondays. " * 200]
    together = reranker.score("When is my refund due?", texts)
    assert reranker.score("When is my refund due?", texts[:1]) == pytest.approx(together[:1], abs=1e-5)
    assert reranker.score("When is my refund due?", []) == []
    assert reranker.name == "one"


def test_folder_that_is_no_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(ModelError, match="cannot be read by sentence-transformers"):
        CrossEncoderReranker(locate("reranker", str(tmp_path))).prepare([])


def test_cross_encoder_with_three_labels_is_no_reranker(tmp_path: Path) -> None:
    folder = save_classifier(tmp_path / "nli", {0: "entailment", 1: "neutral", 2: "contradiction"})
    with pytest.raises(ModelError, match="gives 3 numbers a pair"):
        CrossEncoderReranker(locate("reranker", str(folder))).score("refund", ["the parcel"])
