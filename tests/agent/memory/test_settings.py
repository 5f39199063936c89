"""Settings of the memories are strict."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.errors import SettingsError
from agent.settings import load_settings


def read(folder: Path, text: str) -> None:
    (folder / "support.toml").write_text(text, encoding="utf-8")
    load_settings(folder / "support.toml", {})


def test_shop_adds_a_kind_of_fact(tmp_path: Path) -> None:
    text = '[memory.keys.loyalty_tier]\ntype = "choice"\nchoices = ["gold"]\nlabel = "loyalty tier"\n'
    (tmp_path / "support.toml").write_text(text, encoding="utf-8")
    keys = load_settings(tmp_path / "support.toml", {}).memory.keys
    assert keys["loyalty_tier"].choices == ("gold",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[memory]\nhalf_life = 3\n", "Did you mean memory.half_life_days"),
        ("[memory]\nhalf_life_days = 0\n", "memory.half_life_days"),
        ('[memory.keys.name_to_use]\ntype = "text"\nlabel = "x"\n', "wanted a new one"),
        ('[memory.keys.tier]\ntype = "colour"\nlabel = "x"\n', "memory.keys.tier.type"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        read(tmp_path, text)
