import hashlib
from pathlib import Path

import pytest

from knowledge.errors import ModelError
from knowledge.sparse_model import locate_sparse_encoder

HUB_NAME = "somebody/splade"


def save(folder: Path, **weights: bytes) -> Path:
    for name, content in weights.items():
        path = folder / name / "model.safetensors"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def test_a_folder_is_known_by_the_hash_of_its_weights(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(b"weights")
    found = locate_sparse_encoder(str(folder))
    assert (found.name, found.folder, found.origin) == ("mine", folder, "a folder of yours")
    assert found.sha256 == hashlib.sha256(b"weights").hexdigest()


def test_weights_in_several_files_all_count(tmp_path: Path) -> None:
    hashes = {
        locate_sparse_encoder(str(save(tmp_path / name, query=query, document=document))).sha256
        for name, query, document in (("a", b"1", b"2"), ("b", b"1", b"3"), ("c", b"2", b"1"), ("d", b"1", b"2"))
    }
    assert len(hashes) == 3


def test_a_hub_name_is_looked_up_with_leave_only_where_it_is_given(tmp_path: Path) -> None:
    folder = save(tmp_path / "c0ffee", query=b"1")
    found = locate_sparse_encoder(HUB_NAME, allow_fetch=True, snapshot=lambda _, allowed: folder if allowed else None)
    assert (found.name, found.origin) == (HUB_NAME, f"hub, {HUB_NAME} at c0ffee")
    with pytest.raises(ModelError, match=r"nothing is fetched unasked.*Run `hf download somebody/splade`"):
        locate_sparse_encoder(HUB_NAME, snapshot=lambda _, allowed: folder if allowed else None)


@pytest.mark.parametrize("name", ["", "no-such-folder", "../nowhere"])
def test_a_name_of_nothing_is_refused_and_never_looked_up(name: str) -> None:
    def never(asked: str, allow_fetch: bool) -> Path | None:
        raise AssertionError(asked)

    with pytest.raises(ModelError, match=r"No folder has the path.*Set `knowledge\.sparse_encoder` in support\.toml"):
        locate_sparse_encoder(name, allow_fetch=True, snapshot=never)


def test_a_folder_without_safetensors_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pytorch_model.bin").write_bytes(b"pickle")
    with pytest.raises(ModelError, match=r"holds no \.safetensors file"):
        locate_sparse_encoder(str(tmp_path))
