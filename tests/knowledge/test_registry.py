import hashlib
from pathlib import Path

import pytest

from knowledge.errors import ModelError
from knowledge.models.registry import MINILM, file_sha256, locate


def test_the_packaged_embedder_has_the_weights_of_the_hub() -> None:
    found = locate("embedder", "all-MiniLM-L6-v2")
    assert found.sha256 == MINILM.sha256 == file_sha256(found.weights_file)
    assert (found.name, found.licence) == ("all-MiniLM-L6-v2", "Apache-2.0")


def test_a_folder_of_ones_own_is_known_by_its_measured_hash(tmp_path: Path) -> None:
    folder = tmp_path / "my-model"
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(b"weights")
    found = locate("verifier", str(folder))
    assert (found.name, found.folder) == ("my-model", folder)
    assert found.sha256 == hashlib.sha256(b"weights").hexdigest()


def test_a_folder_without_safetensors_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pytorch_model.bin").write_bytes(b"pickle")
    with pytest.raises(ModelError, match=r"holds no .safetensors file: wanted a model saved by"):
        locate("embedder", str(tmp_path))


def test_an_unknown_name_is_refused_with_the_known_ones_and_never_fetched() -> None:
    with pytest.raises(ModelError, match=r"No embedder is called 'bge-small'.*all-MiniLM-L6-v2.*support doctor"):
        locate("embedder", "bge-small")


def test_a_name_of_another_role_is_unknown() -> None:
    with pytest.raises(ModelError, match="No verifier is called 'all-MiniLM-L6-v2'"):
        locate("verifier", "all-MiniLM-L6-v2")
