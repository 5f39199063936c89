import json

import pytest

from evals.calibration_store import store, uncalibrated
from knowledge.errors import ModelError
from knowledge.models.calibration import Calibration, OperatingPoint, read_calibration
from knowledge.models.manifest import MANIFEST, file_sha256, read_manifest
from knowledge.models.registry import locate
from knowledge.verification import open_verifier
from tests.knowledge.tiny_onnx import describe, save_folder

COUNTS = ("attention_mask", "token_type_ids", "token_type_ids")


def calibration_of(model):
    point = OperatingPoint(wrong_answer_rate=0.05, entailed=0.9, contradicted=0.8, passed=0.5)
    return Calibration(
        model_sha256=model.sha256, temperature=2.0, balanced=0.4, points=(point,), rows=10, made_from=("shop",)
    )


def own_folder(folder):
    """Weights without a manifest, never read."""
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(b"weights")
    return folder


def test_a_stored_calibration_is_in_force_and_listed_in_the_manifest(tmp_path):
    folder = save_folder(tmp_path / "nli", "verifier", COUNTS)
    with uncalibrated(folder) as model:
        stored = store(folder, calibration_of(model))
    found = locate("verifier", str(folder))
    assert read_calibration(found) == stored.calibration
    assert read_manifest(folder).files["calibration.json"] == file_sha256(folder / "calibration.json")
    assert stored.manifest_sha256 == file_sha256(folder / MANIFEST)


def test_a_folder_without_a_manifest_gets_the_calibration_alone(tmp_path):
    folder = own_folder(tmp_path / "nli")
    with uncalibrated(folder) as model:
        stored = store(folder, calibration_of(model))
    assert stored.manifest_sha256 is None
    assert read_calibration(locate("verifier", str(folder))) == stored.calibration
    assert sorted(path.name for path in folder.iterdir()) == ["calibration.json", "model.safetensors"]


@pytest.mark.parametrize("content", ["{", json.dumps({"model_sha256": "cd" * 32})])
def test_a_calibration_that_does_not_fit_does_not_keep_a_new_one_off(tmp_path, content):
    folder = save_folder(tmp_path / "nli", "verifier", COUNTS)
    (folder / "calibration.json").write_text(content, encoding="utf-8")
    with uncalibrated(folder) as model:
        store(folder, calibration_of(model))
    assert read_calibration(locate("verifier", str(folder)))


def test_a_model_is_read_at_temperature_one_though_it_is_calibrated(tmp_path):
    folder = save_folder(tmp_path / "nli", "verifier", COUNTS)
    pair = [("the parcel", "late")]
    plain = open_verifier(locate("verifier", str(folder))).judge(pair)
    with uncalibrated(folder) as model:
        store(folder, calibration_of(model))
    softened = open_verifier(locate("verifier", str(folder))).judge(pair)
    with uncalibrated(folder) as model:
        again = open_verifier(model).judge(pair)
    assert again == plain != softened


def test_writing_it_twice_gives_the_same_manifest(tmp_path):
    folder = save_folder(tmp_path / "nli", "verifier", COUNTS)
    with uncalibrated(folder) as model:
        calibration = calibration_of(model)
    assert store(folder, calibration) == store(folder, calibration)


def test_another_damaged_file_is_refused_by_its_own_name(tmp_path):
    folder = save_folder(tmp_path / "nli", "verifier", COUNTS)
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelError) as refused, uncalibrated(folder):
        pass
    assert str(refused.value).startswith(f"{folder / 'tokenizer.json'} has sha256")


def test_an_unlisted_file_is_refused_by_its_own_name(tmp_path):
    folder = save_folder(tmp_path / "nli", "verifier", COUNTS)
    (folder / "more.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelError, match="is not among the files of") as refused, uncalibrated(folder):
        pass
    assert str(refused.value).startswith(str(folder / "more.json"))


def test_a_reranker_and_a_folder_that_is_none_are_refused(tmp_path):
    folder = save_folder(tmp_path / "reranker", "verifier", COUNTS)
    describe(folder, "reranker", 16, query_tokens=8)
    with pytest.raises(ModelError, match="is that of a reranker: wanted a verifier"), uncalibrated(folder):
        pass
    with pytest.raises(ModelError, match="is no folder: wanted that of a verifier"), uncalibrated(tmp_path / "none"):
        pass


def test_the_folder_keeps_its_name_and_its_files(tmp_path):
    folder = own_folder(tmp_path / "nli")
    with uncalibrated(folder) as model:
        assert model.name == "nli"
        assert model.folder != folder
        assert model.weights_file.read_bytes() == b"weights"
    assert not model.folder.exists()
    assert (folder / "model.safetensors").read_bytes() == b"weights"
