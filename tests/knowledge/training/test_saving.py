"""Model folders that training writes, and the reranker that reads them in torch."""

import shutil
from pathlib import Path

import pytest

from knowledge.cross_encoder import open_reranker
from knowledge.errors import ModelError
from knowledge.models.manifest import read_manifest
from knowledge.models.registry import locate
from knowledge.models.training import saving
from knowledge.torch_reranker import TorchPairReranker
from tests.knowledge.training.tiny_training import QUERY, TEXTS


def test_trained_reranker_is_used_by_the_path_of_its_folder(trained: Path) -> None:
    reranker = open_reranker(locate("reranker", str(trained / "reranker" / "model")))
    assert isinstance(reranker, TorchPairReranker)
    reranker.prepare(TEXTS)
    together = reranker.score(QUERY, TEXTS)
    assert [reranker.score(QUERY, [text])[0] for text in TEXTS] == pytest.approx(together, abs=1e-4)
    assert reranker.score(QUERY, []) == []
    assert reranker.name == "reranker-1"


def test_folders_of_a_training_name_no_path_of_the_machine(trained: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in trained.glob("*/model/*.json")]
    assert len(texts) >= 6
    assert [text for text in texts if str(trained) in text] == []


def test_damaged_weights_of_a_reranker_are_refused(trained: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(trained / "reranker" / "model", tmp_path / "model")
    (folder / "config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelError, match=r"config\.json has sha256"):
        locate("reranker", str(folder))
    saving.describe(folder, "reranker", "pair-scorer")
    with pytest.raises(ModelError, match="cannot be read by torch"):
        open_reranker(locate("reranker", str(folder))).prepare([])


def test_manifest_of_a_trained_reranker_says_how_it_reads(trained: Path) -> None:
    manifest = read_manifest(trained / "reranker" / "model")
    assert (manifest.backend, manifest.window, manifest.query_tokens) == ("pair-scorer", 128, 48)
    assert manifest.weights_file == "model.safetensors"
