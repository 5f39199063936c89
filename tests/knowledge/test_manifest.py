import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from knowledge.errors import ModelError
from knowledge.models.manifest import MANIFEST, Manifest, checked, file_sha256, read_manifest, write_manifest

FILES = {"model.onnx": b"weights", "tokenizer.json": b"{}", "calibration.json": b"{}"}

VERIFIER: dict[str, Any] = {
    "role": "verifier",
    "name": "verifier-1",
    "licence": "Apache-2.0",
    "origin": "trained by this project",
    "backend": "onnx",
    "window": 256,
    "labels": ["entailment", "neutral", "contradiction"],
    "prompts": {},
    "files": {name: hashlib.sha256(content).hexdigest() for name, content in FILES.items()},
}
RERANKER: dict[str, Any] = {key: value for key, value in VERIFIER.items() if key != "labels"} | {
    "role": "reranker",
    "window": 160,
    "query_tokens": 48,
}


def saved(folder: Path, **changes: Any) -> Path:
    """A folder of files and the verifier's manifest, with changes."""
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    (folder / MANIFEST).write_text(json.dumps(VERIFIER | changes), encoding="utf-8")
    return folder


def test_folder_whose_files_are_the_recorded_ones_is_accepted(tmp_path: Path) -> None:
    manifest = checked(saved(tmp_path))
    assert (manifest.name, manifest.labels[0], manifest.weights_file) == ("verifier-1", "entailment", "model.onnx")


def test_manifest_is_written_as_it_is_read(tmp_path: Path) -> None:
    manifest = read_manifest(saved(tmp_path))
    path = write_manifest(tmp_path, manifest)
    first = path.read_bytes()
    assert read_manifest(tmp_path) == manifest
    assert write_manifest(tmp_path, manifest).read_bytes() == first


@pytest.mark.parametrize("name", sorted(FILES))
def test_one_flipped_bit_is_refused_by_the_name_of_its_file(tmp_path: Path, name: str) -> None:
    content = bytearray(saved(tmp_path).joinpath(name).read_bytes())
    content[0] ^= 1
    (tmp_path / name).write_bytes(content)
    found, wanted = hashlib.sha256(content).hexdigest()[:12], VERIFIER["files"][name][:12]
    with pytest.raises(ModelError, match=rf"{name} has sha256 {found}…, wanted {wanted}….*support doctor"):
        checked(tmp_path)


@pytest.mark.parametrize("name", sorted(FILES))
def test_missing_file_is_named(tmp_path: Path, name: str) -> None:
    saved(tmp_path).joinpath(name).unlink()
    with pytest.raises(
        ModelError, match=rf"{name} is missing: wanted the file with sha256 {VERIFIER['files'][name][:12]}"
    ):
        checked(tmp_path)


def test_file_that_would_be_read_but_is_not_recorded_is_refused(tmp_path: Path) -> None:
    saved(tmp_path).joinpath("config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelError, match=r"config\.json is not among the files"):
        checked(tmp_path)


def test_notes_beside_a_model_need_no_hash(tmp_path: Path) -> None:
    saved(tmp_path).joinpath("README.md").write_text("How it was trained.", encoding="utf-8")
    assert checked(tmp_path).name == "verifier-1"


def test_manifest_itself_is_checked_where_its_hash_is_known(tmp_path: Path) -> None:
    recorded = file_sha256(saved(tmp_path) / MANIFEST)
    assert checked(tmp_path, recorded).window == 256
    saved(tmp_path, window=255)
    with pytest.raises(ModelError, match=r"manifest\.json has sha256 .*Fetch it anew\."):
        checked(tmp_path, recorded, "Fetch it anew.")


def test_folder_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"manifest\.json cannot be read \(No such file or directory\)"):
        read_manifest(tmp_path)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"licens": "MIT"}, "licens: Extra inputs are not permitted"),
        ({"window": "256"}, "window: Input should be a valid integer"),
        ({"backend": "pickle"}, "backend: Input should be"),
        ({"labels": ["entailment", "neutral"]}, "a verifier's labels are entailment, neutral, contradiction"),
        ({"files": {}}, "files: Dictionary should have at least 1 item"),
        ({"files": VERIFIER["files"] | {"model.onnx": "53aa"}}, "files.model.onnx: String should match pattern"),
        ({"files": {"model.onnx": "0" * 64}}, "at least model.onnx and tokenizer.json"),
        ({"backend": "transformers"}, "ends in .safetensors"),
        ({"prompts": {"title": "x"}}, "prompts.title"),
    ],
)
def test_manifest_that_makes_no_sense_is_refused_with_the_place(
    tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(ModelError, match="is not a model's manifest") as refused:
        read_manifest(saved(tmp_path, **changes))
    assert said in str(refused.value)


@pytest.mark.parametrize("name", ["../model.onnx", "/etc/passwd", "sub/model.onnx", "..", "a\\b", "c:d", "", MANIFEST])
def test_names_that_lead_out_of_the_folder_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ModelError, match="names of files in the folder are wanted"):
        read_manifest(saved(tmp_path, files=VERIFIER["files"] | {name: "0" * 64}))


def test_text_that_is_not_json_is_refused(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_bytes(b"{")
    with pytest.raises(ModelError, match="the file as a whole: Invalid JSON"):
        read_manifest(tmp_path)


@pytest.mark.parametrize("query_tokens", [None, 0, 157])
def test_query_of_a_reranker_must_leave_room_for_a_passage(query_tokens: int | None) -> None:
    with pytest.raises(ValueError, match="query_tokens"):
        Manifest.model_validate_json(json.dumps(RERANKER | {"query_tokens": query_tokens}))


def test_reranker_needs_no_labels() -> None:
    assert Manifest.model_validate_json(json.dumps(RERANKER)).query_tokens == 48
