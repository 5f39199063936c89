"""Averaged weights: each the mean of two, all else the second's."""

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from knowledge.errors import InputError
from knowledge.models.manifest import WEIGHTS
from knowledge.models.registry import locate
from knowledge.models.training.averaging import average
from knowledge.models.training.saving import save_reranker, save_verifier
from tests.knowledge.training.tiny_training import tiny_classifier, tiny_scorer, tiny_tokenizer


def trained(folder: Path, scale: int) -> Path:
    folder.mkdir()
    classifier = tiny_classifier()
    with torch.no_grad():
        for weight in classifier.parameters():
            weight.mul_(scale)
    save_verifier(folder / "model", classifier, tiny_tokenizer(folder))
    (folder / "report.json").write_text(f'{{"scale": {scale}}}', encoding="utf-8")
    return folder


def test_every_weight_is_the_mean_of_two(tmp_path: Path) -> None:
    first, second, out = trained(tmp_path / "a", 1), trained(tmp_path / "b", 2), tmp_path / "out"
    average(first, second, out)
    left, right, mean = (load_file(folder / "model" / WEIGHTS) for folder in (first, second, out))
    assert {name for name in mean if not torch.allclose(mean[name], (left[name] + right[name]) / 2)} == set()
    assert any(not torch.equal(left[name], right[name]) for name in mean)
    assert locate("verifier", str(out / "model")).checked_files > 0
    assert (out / "report.json").read_text(encoding="utf-8") == '{"scale": 2}'


def test_models_of_different_roles_are_not_mixed(tmp_path: Path) -> None:
    first, second = trained(tmp_path / "a", 1), tmp_path / "b"
    save_reranker(second / "model", tiny_scorer(), tiny_tokenizer(tmp_path))
    with pytest.raises(InputError, match="hold models of different roles or shapes"):
        average(first, second, tmp_path / "out")
