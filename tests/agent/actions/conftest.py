"""A data folder with the sample's orders, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agent.actions.desk import store_in


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    store_in(folder)
    return folder
