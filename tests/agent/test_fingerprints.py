"""A turn's settings and index have short names that change when they do."""

from __future__ import annotations

from pathlib import Path

from agent.fingerprints import made_with, settings_fingerprint
from agent.settings import DraftingSettings, Settings
from tests.agent.shop import settings_for


def test_folder_makes_no_difference_and_a_setting_does(tmp_path: Path) -> None:
    assert settings_fingerprint(settings_for(tmp_path)) == settings_fingerprint(Settings())
    other = Settings(drafting=DraftingSettings(answer_floor=0.1))
    assert settings_fingerprint(other) != settings_fingerprint(Settings())


def test_index_is_the_state_that_the_pointer_names(quick_home: Path, tmp_path: Path) -> None:
    current = (quick_home / "index" / "CURRENT").read_text(encoding="utf-8").strip()
    assert made_with(settings_for(quick_home))["index"] == current
    assert made_with(settings_for(tmp_path))["index"] == "none"
