"""Tiny networks of random weights, trained no further, exported, quantised and read back."""

import shutil
from pathlib import Path

import pytest

from knowledge.cross_encoder import open_reranker
from knowledge.errors import ModelError
from knowledge.models.manifest import MODEL, checked
from knowledge.models.registry import locate
from knowledge.verification import open_verifier
from tests.knowledge.training.tiny_training import QUERY, TEXTS

pytest.importorskip("onnx", reason="only training needs it: pip install grounded-support[train]")
pytest.importorskip("onnxscript", reason="only training needs it: pip install grounded-support[train]")

from knowledge.models.training import quantising, saving, ship
from knowledge.models.training.comparing import PAIRS
from knowledge.models.training.export import export_onnx


@pytest.fixture(scope="module")
def full(trained: Path) -> Path:
    """The reranker in ONNX before it is quantised."""
    network, encoder = ship.load_network("reranker", locate("reranker", str(trained / "reranker" / "model")))
    network = ship.for_export("reranker", network)
    export_onnx(network, trained / "full.onnx", hidden=encoder.hidden_size, heads=encoder.num_attention_heads)
    return trained / "full.onnx"


def test_export_reads_a_pair_as_torch_does(trained: Path, full: Path, tmp_path: Path) -> None:
    shutil.copyfile(full, tmp_path / MODEL)
    shutil.copyfile(trained / "reranker" / "model" / "tokenizer.json", tmp_path / "tokenizer.json")
    saving.describe(tmp_path, "reranker", "onnx")
    exported = open_reranker(locate("reranker", str(tmp_path)), threads=1)
    torch_one = open_reranker(locate("reranker", str(trained / "reranker" / "model")))
    assert exported.score(QUERY * 20, TEXTS) == pytest.approx(torch_one.score(QUERY * 20, TEXTS), abs=1e-3)


def test_quantised_model_is_smaller_and_says_nearly_the_same(trained: Path, full: Path, tmp_path: Path) -> None:
    quantising.quantise(full, tmp_path / MODEL)
    shutil.copyfile(trained / "reranker" / "model" / "tokenizer.json", tmp_path / "tokenizer.json")
    saving.describe(tmp_path, "reranker", "onnx")
    quantised = open_reranker(locate("reranker", str(tmp_path)), threads=1)
    wanted = open_reranker(locate("reranker", str(trained / "reranker" / "model"))).score(QUERY, TEXTS)
    assert (tmp_path / MODEL).stat().st_size < full.stat().st_size
    assert quantised.score(QUERY, TEXTS) == pytest.approx(wanted, abs=0.5)


def test_verifier_is_shipped_from_its_training(trained: Path, tmp_path: Path) -> None:
    target = tmp_path / "shipped"
    shipped = ship.ship("verifier", trained / "verifier", target)
    manifest = checked(target, shipped.manifest_sha256)
    assert (manifest.name, manifest.backend, manifest.window) == ("verifier-1", "onnx", 256)
    assert manifest.labels == ("entailment", "neutral", "contradiction")
    assert sorted(manifest.files) == ["model.onnx", "tokenizer.json"]
    assert shipped.bytes == sum((target / name).stat().st_size for name in manifest.files)
    assert 0 <= shipped.difference < 0.5
    small = open_verifier(locate("verifier", str(target)), threads=1).judge(PAIRS)
    large = open_verifier(locate("verifier", str(trained / "verifier" / "model"))).judge(PAIRS)
    assert [one.entailment for one in small] == pytest.approx([one.entailment for one in large], abs=0.1)


def test_model_that_is_too_large_is_not_shipped(tmp_path: Path) -> None:
    with (tmp_path / "big").open("wb") as stream:
        stream.truncate(13_000_000)
    with pytest.raises(ModelError, match=r"take 26\.0 MB: wanted 25 MB at most"):
        ship.checked_size(tmp_path / "big", tmp_path / "big")


def test_training_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="No reranker is called"):
        ship.ship("reranker", tmp_path, tmp_path / "target")
