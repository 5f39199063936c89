"""`support doctor` opens the heads of intents and topics as a turn does."""

from pathlib import Path

import pytest

from agent.cli.heads import HeadLook
from agent.cli.models import Missing
from agent.settings import Settings
from knowledge.errors import ModelError
from knowledge.intents.shipped import FOLDER
from knowledge.models.manifest import MANIFEST


def test_shipped_heads_are_named_with_licence_hash_and_embedder(tmp_path: Path) -> None:
    look = HeadLook(Settings(home=tmp_path))
    for found, name in ((look.intents(), "intents-"), (look.topics(), "topics-")):
        assert not isinstance(found, Missing)
        assert found[0] == "ok"
        assert found[1].startswith(name)
        assert "Apache-2.0" in found[1]
        assert "all-MiniLM-L6-v2" in found[1]


def test_heads_that_are_switched_off_are_missing(tmp_path: Path) -> None:
    settings = Settings.model_validate({"home": tmp_path, "routing": {"intents": "none", "topics_by_meaning": False}})
    look = HeadLook(settings)
    assert isinstance(look.intents(), Missing)
    assert isinstance(look.topics(), Missing)


def test_damaged_head_of_ones_own_is_told(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_bytes((FOLDER / MANIFEST).read_bytes())
    settings = Settings.model_validate({"home": tmp_path / "home", "routing": {"intents": str(tmp_path)}})
    with pytest.raises(ModelError, match=r"head\.safetensors"):
        HeadLook(settings).intents()
