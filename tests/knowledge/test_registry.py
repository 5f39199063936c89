import hashlib
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.errors import ModelError
from knowledge.models.locating import packaged_model
from knowledge.models.manifest import MANIFEST, Manifest, write_manifest
from knowledge.models.registry import ENTRIES, MINILM, VERIFIER, entry_of, file_sha256, is_installed, locate

HUB_NAME = "somebody/some-model"


def save_weights(folder: Path, content: bytes = b"weights") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "model.safetensors").write_bytes(content)
    return folder


def save_shipped(folder: Path, role: str = "verifier") -> str:
    """A folder as the verifier's is shipped; returns its manifest's hash."""
    folder.mkdir()
    for name in ("model.onnx", "tokenizer.json", "calibration.json"):
        (folder / name).write_text(name, encoding="utf-8")
    data = {
        "role": role,
        "name": "verifier-1",
        "licence": "Apache-2.0",
        "origin": "trained by this project",
        "backend": "onnx",
        "window": 256,
        "query_tokens": 48,
        "labels": ("entailment", "neutral", "contradiction"),
        "files": {path.name: file_sha256(path) for path in folder.iterdir()},
    }
    return file_sha256(write_manifest(folder, Manifest.model_validate(data)))


def test_the_packaged_embedder_has_the_weights_of_the_hub() -> None:
    found = locate("embedder", "all-MiniLM-L6-v2")
    assert found.sha256 == MINILM.sha256 == file_sha256(found.weights_file)
    assert (found.name, found.licence) == ("all-MiniLM-L6-v2", "Apache-2.0")
    assert (found.backend, found.window, found.prompts) == ("sentence-transformers", 256, {})


@pytest.mark.parametrize("name", ["tokenizer.json", "1_Pooling/config.json"])
def test_one_flipped_bit_beside_the_packaged_weights_is_refused_by_name(tmp_path: Path, name: str) -> None:
    original = locate("embedder", "all-MiniLM-L6-v2").folder
    folder = tmp_path / "model"
    shutil.copytree(original, folder, copy_function=lambda source, target: Path(target).symlink_to(source))
    content = bytearray((original / name).read_bytes())
    content[-1] ^= 1
    (folder / name).unlink()
    (folder / name).write_bytes(content)
    with pytest.raises(ModelError, match=rf"{name} has sha256 .*pip install --force-reinstall"):
        packaged_model(replace(MINILM, folder=lambda: folder))


def test_an_embedder_that_is_not_installed_is_refused_with_the_command() -> None:
    absent = replace(MINILM, folder=lambda: None)
    assert not absent.is_there
    with pytest.raises(ModelError, match=r"all-MiniLM-L6-v2 is not installed.*PyPI package.*`pip install"):
        packaged_model(absent)


def test_a_shipped_model_is_known_by_its_manifest(tmp_path: Path) -> None:
    folder = tmp_path / "verifier"
    sha256 = save_shipped(folder)
    found = packaged_model(replace(VERIFIER, folder=lambda: folder, manifest_sha256=sha256))
    assert (found.name, found.backend, found.window, found.labels[0]) == ("verifier-1", "onnx", 256, "entailment")
    assert (found.weights_file, found.sha256) == (folder / "model.onnx", hashlib.sha256(b"model.onnx").hexdigest())
    assert found.checked_files == 4


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "calibration.json", MANIFEST])
def test_one_flipped_bit_anywhere_in_a_shipped_model_is_refused_by_name(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "verifier"
    entry = replace(VERIFIER, folder=lambda: folder, manifest_sha256=save_shipped(folder))
    content = bytearray((folder / name).read_bytes())
    content[-1] ^= 1
    (folder / name).write_bytes(content)
    with pytest.raises(ModelError, match=rf"{name} has sha256 .*the file is damaged.*git checkout"):
        packaged_model(entry)


def test_a_shipped_model_that_is_absent_is_not_installed_and_says_what_still_runs(tmp_path: Path) -> None:
    absent = replace(VERIFIER, folder=lambda: tmp_path / "nowhere")
    assert not absent.is_there
    with pytest.raises(ModelError, match=r"verifier-1 is not installed.*Everything else still runs.*Run `git checkout"):
        packaged_model(absent)


def test_models_that_come_with_no_package_are_for_locate_to_judge() -> None:
    assert is_installed("embedder", "all-MiniLM-L6-v2")
    assert is_installed("verifier", "no-such-folder")
    assert is_installed("reranker", "late-interaction")


def test_a_folder_of_ones_own_is_known_by_its_measured_hash(tmp_path: Path) -> None:
    folder = save_weights(tmp_path / "my-model")
    found = locate("verifier", str(folder))
    assert (found.name, found.folder, found.backend) == ("my-model", folder, "transformers")
    assert found.sha256 == hashlib.sha256(b"weights").hexdigest()
    assert locate("embedder", str(folder)).backend == "sentence-transformers"


def test_a_folder_of_ones_own_with_a_manifest_is_checked_by_it(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    save_shipped(folder)
    assert locate("verifier", str(folder)).window == 256
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelError, match=r"tokenizer\.json has sha256"):
        locate("verifier", str(folder))


def test_a_folder_made_for_another_role_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    save_shipped(folder)
    with pytest.raises(ModelError, match=r"that of a verifier: wanted a reranker\. Set `knowledge\.reranker`"):
        locate("reranker", str(folder))


def test_a_folder_without_safetensors_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pytorch_model.bin").write_bytes(b"pickle")
    with pytest.raises(ModelError, match=r"holds no .safetensors file: wanted a model saved by"):
        locate("embedder", str(tmp_path))


def test_an_unknown_name_is_refused_with_the_known_ones_and_never_fetched() -> None:
    with pytest.raises(ModelError, match=r"No embedder is called 'bge-small'.*all-MiniLM-L6-v2.*support doctor"):
        locate("embedder", "bge-small", allow_fetch=True, snapshot=never)


def test_a_name_of_another_role_is_unknown() -> None:
    with pytest.raises(ModelError, match="No verifier is called 'all-MiniLM-L6-v2'"):
        locate("verifier", "all-MiniLM-L6-v2")


def test_a_part_without_weights_of_its_own_cannot_be_located() -> None:
    with pytest.raises(ModelError, match="late-interaction has no weights of its own"):
        locate("reranker", "late-interaction")


def never(name: str, allow_fetch: bool) -> Path | None:
    raise AssertionError(name)


def test_a_hub_name_is_refused_where_fetching_is_off_and_it_is_not_in_the_cache() -> None:
    asked: list[tuple[str, bool]] = []

    def empty(name: str, allow_fetch: bool) -> Path | None:
        asked.append((name, allow_fetch))
        return None

    with pytest.raises(ModelError, match=r"fetching is off.*Set `models\.allow_fetch` to true.*support doctor"):
        locate("verifier", HUB_NAME, snapshot=empty)
    assert asked == [(HUB_NAME, False)]


def test_a_hub_name_is_looked_up_with_leave_where_the_setting_gives_it(tmp_path: Path) -> None:
    folder = save_weights(tmp_path / "c0ffee")
    found = locate("verifier", HUB_NAME, allow_fetch=True, snapshot=lambda _, allowed: folder if allowed else None)
    assert (found.name, found.origin, found.licence) == (HUB_NAME, f"hub, {HUB_NAME} at c0ffee", "unknown")


def test_a_known_hub_model_has_its_licence_window_and_labels(tmp_path: Path) -> None:
    name, folder = "cross-encoder/nli-deberta-v3-small", save_weights(tmp_path / "c0ffee")
    found = locate("verifier", name, snapshot=lambda _, __: folder)
    assert (found.licence, found.window, found.labels[0]) == ("Apache-2.0", 512, "contradiction")


def test_a_hub_model_whose_hash_is_recorded_is_checked_by_it(tmp_path: Path) -> None:
    folder = save_weights(tmp_path / "c0ffee", b"other weights")
    with pytest.raises(ModelError, match=r"model\.safetensors has sha256 .*Remove the model from the hub's cache"):
        locate("embedder", "sentence-transformers/all-MiniLM-L6-v2", snapshot=lambda _, __: folder)


def test_every_entry_names_its_licence_and_no_two_are_alike() -> None:
    assert all(entry.licence and entry.origin for entry in ENTRIES)
    assert len({(entry.role, entry.name) for entry in ENTRIES}) == len(ENTRIES)
    assert [entry_of(entry.role, entry.name) for entry in ENTRIES] == list(ENTRIES)
