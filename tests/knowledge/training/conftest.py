"""Folders as a training leaves them, once for the tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.models.training.saving import save_reranker, save_verifier
from tests.knowledge.training.tiny_training import tiny_classifier, tiny_scorer, tiny_tokenizer


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the outputs of two trainings, `reranker` and `verifier`, of random weights."""
    folder = tmp_path_factory.mktemp("trained")
    tokenizer = tiny_tokenizer(folder)
    save_reranker(folder / "reranker" / "model", tiny_scorer(), tokenizer)
    save_verifier(folder / "verifier" / "model", tiny_classifier(), tokenizer)
    return folder
