"""A real encoder of random weights: the index has to score as the library itself does."""

from pathlib import Path

import numpy as np
import pytest
from sentence_transformers import SparseEncoder

from knowledge.errors import ModelError
from knowledge.models.registry import file_sha256
from knowledge.settings import KnowledgeSettings
from knowledge.sparse import SparseIndex
from knowledge.sparse_encoding import SentenceTransformerSparseEncoder, open_sparse_encoder
from knowledge.sparse_model import locate_sparse_encoder
from tests.knowledge.tiny_splade import save_splade

TEXTS = [
    "A parcel arrives within three days.",
    "Money for a returned parcel arrives after five days.",
    "Error E-4012 means that a card was refused.",
    "",
]
QUERIES = ["when does my parcel arrive", "E-4012", "a card"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_splade(tmp_path_factory.mktemp("splade"))


@pytest.fixture(scope="module")
def encoder(folder: Path) -> SentenceTransformerSparseEncoder:
    return SentenceTransformerSparseEncoder(locate_sparse_encoder(str(folder)))


def test_scores_are_those_of_the_librarys_own_similarity(
    folder: Path, encoder: SentenceTransformerSparseEncoder
) -> None:
    library = SparseEncoder(str(folder), device="cpu")
    expected = library.similarity(library.encode_query(QUERIES), library.encode_document(TEXTS)).to_dense().numpy()
    index = SparseIndex.build(encoder.encode_passages(TEXTS), encoder.dimension)
    for query, scores in zip(QUERIES, expected, strict=True):
        found = dict(index.search(encoder.encode_query(query), 9, np.ones(len(TEXTS), dtype=bool)))
        assert [found.get(n, 0.0) for n in range(len(TEXTS))] == pytest.approx(scores.tolist(), rel=1e-4)
        assert list(found.values()) == sorted(found.values(), reverse=True)


def test_a_text_gives_a_row_of_few_weights_above_zero(encoder: SentenceTransformerSparseEncoder) -> None:
    found = encoder.encode_passages(TEXTS[:2])
    assert found.count == 2
    for n in range(2):
        dimensions, weights = found.row(n)
        assert 0 < len(dimensions) <= 64 < encoder.dimension == 30522
        assert weights.min() > 0


def test_no_text_gives_no_row(encoder: SentenceTransformerSparseEncoder) -> None:
    assert encoder.encode_passages([]).count == 0


def test_the_encoder_is_opened_only_where_sparse_is_asked(folder: Path) -> None:
    assert open_sparse_encoder(KnowledgeSettings(sparse_encoder=str(folder))) is None
    found = open_sparse_encoder(KnowledgeSettings(retrievers=("sparse",), sparse_encoder=str(folder)))
    assert found is not None
    assert (found.name, found.weights_sha256) == ("encoder", file_sha256(folder / "model.safetensors"))


def test_weights_that_the_library_cannot_read_are_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"garbage")
    broken = SentenceTransformerSparseEncoder(locate_sparse_encoder(str(tmp_path)))
    with pytest.raises(ModelError, match=r"cannot be read by sentence-transformers' SparseEncoder"):
        broken.encode_query("parcel")
