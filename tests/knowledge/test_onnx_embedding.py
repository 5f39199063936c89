"""The embedder as it runs by default: our graph over the package's weights, beside the library on the same texts."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from knowledge.embedding import SentenceTransformerEmbedder
from knowledge.errors import ModelError
from knowledge.models.onnx_graph import TRANSPOSED, graph_of, weight
from knowledge.models.registry import MINILM, LocatedModel, locate
from knowledge.onnx_embedding import OnnxEmbedder, open_embedder

TEXTS = [
    "",
    "One parcel.",
    "unbelievable parcels, ＯＲＤ－９９１０７ 🙂",
    "a [SEP] b",
    "A refund to a credit card shows after 3 business days. " * 12,
    "word " * 400,
]


@pytest.fixture(scope="module")
def found() -> LocatedModel:
    return locate("embedder", "all-MiniLM-L6-v2")


@pytest.fixture(scope="module")
def library(found: LocatedModel) -> SentenceTransformerEmbedder:
    return SentenceTransformerEmbedder(found)


@pytest.fixture(scope="module")
def ours(found: LocatedModel) -> OnnxEmbedder:
    embedder = open_embedder(found)
    assert isinstance(embedder, OnnxEmbedder)
    return embedder


def test_vectors_are_those_of_the_library(ours: OnnxEmbedder, library: SentenceTransformerEmbedder) -> None:
    rows = ours.embed_passages(TEXTS)
    assert rows.dtype == np.float32
    assert np.abs(rows - library.embed_passages(TEXTS)).max() < 1e-5


@pytest.mark.parametrize("text", TEXTS)
def test_tokens_are_those_of_the_library(ours: OnnxEmbedder, library: SentenceTransformerEmbedder, text: str) -> None:
    assert ours.count_tokens(text) == library.count_tokens(text)
    assert ours.tokens(text) == library.tokens(text)
    (own,), (theirs,) = ours.embed_tokens([text]), library.embed_tokens([text])
    assert own.shape == theirs.shape
    assert np.abs(own - theirs).max(initial=0.0) < 1e-4


def test_a_text_has_the_same_vector_whatever_stands_beside_it(ours: OnnxEmbedder) -> None:
    assert np.array_equal(ours.embed_passages(TEXTS)[1], ours.embed_passages(TEXTS[1:2])[0])


def test_name_hash_and_sizes_are_those_of_the_weights(ours: OnnxEmbedder) -> None:
    assert (ours.name, ours.weights_sha256, ours.dimension, ours.window) == (MINILM.name, MINILM.sha256, 384, 256)


def test_no_texts_give_no_rows(ours: OnnxEmbedder) -> None:
    assert ours.embed_passages([]).shape == ours.embed_queries([]).shape == (0, 384)
    assert ours.embed_tokens([]) == []


def test_a_prompt_is_part_of_what_is_embedded(ours: OnnxEmbedder) -> None:
    prompted = replace(ours, query_prompt="query: ", passage_prompt="passage: ")
    assert np.array_equal(prompted.embed_queries(["parcel"]), ours.embed_passages(["query: parcel"]))
    assert np.array_equal(prompted.embed_passages(["parcel"]), ours.embed_passages(["passage: parcel"]))


def test_weights_without_a_graph_run_in_the_library(found: LocatedModel) -> None:
    assert isinstance(open_embedder(replace(found, sha256="0" * 64)), SentenceTransformerEmbedder)


@pytest.mark.parametrize(
    ("file", "key", "value"),
    [
        ("1_Pooling/config.json", "pooling_mode_cls_token", True),
        ("1_Pooling/config.json", "pooling_mode_mean_tokens", False),
        ("config_sentence_transformers.json", "prompts", {"query": "query: "}),
    ],
)
def test_a_folder_that_pools_in_another_way_is_obeyed(
    found: LocatedModel, tmp_path: Path, file: str, key: str, value: object
) -> None:
    for name in ("1_Pooling/config.json", "config_sentence_transformers.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(found.folder / name, tmp_path / name)
    assert isinstance(open_embedder(replace(found, folder=tmp_path)), OnnxEmbedder)
    changed = json.loads((tmp_path / file).read_text()) | {key: value}
    (tmp_path / file).write_text(json.dumps(changed))
    assert isinstance(open_embedder(replace(found, folder=tmp_path)), SentenceTransformerEmbedder)


def test_a_changed_byte_of_the_graph_is_refused_by_its_name(found: LocatedModel, tmp_path: Path) -> None:
    graph = graph_of(found.sha256)
    assert graph is not None
    data = bytearray(graph.path.read_bytes())
    data[1_000] ^= 1
    (tmp_path / graph.path.name).write_bytes(data)
    shutil.copyfile(graph.path.with_suffix(".json"), tmp_path / graph.path.with_suffix(".json").name)
    with pytest.raises(ModelError, match=rf"{graph.path.name} has the sha256 .*as recorded"):
        graph_of(found.sha256, tmp_path)


def test_a_damaged_manifest_is_refused_by_its_name(found: LocatedModel, tmp_path: Path) -> None:
    (tmp_path / f"{found.sha256[:12]}.onnx").write_bytes(b"")
    (tmp_path / f"{found.sha256[:12]}.json").write_text('{"format": "other"}')
    with pytest.raises(ModelError, match=r"\.json is damaged: wanted the manifest of a graph"):
        graph_of(found.sha256, tmp_path)


def test_a_graph_of_other_weights_is_not_used(found: LocatedModel) -> None:
    assert graph_of(found.sha256[:12] + "0" * 52) is None
    assert graph_of("0" * 64) is None


def test_a_constant_is_made_of_the_weights_that_it_names() -> None:
    weights = {"q": np.array([[1, 2]], np.float32), "k": np.array([[3, 4]], np.float32)}
    assert weight("q", weights).tolist() == [[1, 2]]
    assert weight("q+k", weights).tolist() == [[1, 2], [3, 4]]
    assert weight("q+k" + TRANSPOSED, weights).tolist() == [[1, 3], [2, 4]]
