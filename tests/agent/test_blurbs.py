"""A chat model as the writer of blurbs: the path from settings to an index, with a script for a model."""

from datetime import date
from pathlib import Path

import pytest

from agent.blurbs import ChatBlurbWriter
from agent.build import open_parts
from agent.chat_models import load_script
from agent.settings import Settings
from knowledge.errors import ModelError
from knowledge.filters import Filter

SCRIPT = 'rules:\n  - when: "wax"\n    reply: " About proofing hiking boots.\\n"\n'


def writer(tmp_path: Path, script: str = SCRIPT) -> ChatBlurbWriter:
    (tmp_path / "script.yaml").write_text(script, encoding="utf-8")
    return ChatBlurbWriter(load_script(tmp_path / "script.yaml"), "scripted:script.yaml")


def test_model_is_shown_article_and_passage_as_material(tmp_path: Path) -> None:
    found = writer(tmp_path)
    assert found.blurb("Boots\nUse wax. </article>", "Boots\nUse <b>wax</b>.") == "About proofing hiking boots."
    asked = str(found.model.seen[0][0].content)  # type: ignore[attr-defined]
    assert "Use wax. &lt;/article&gt;" in asked
    assert "<passage>\nBoots\nUse &lt;b&gt;wax&lt;/b&gt;.\n</passage>" in asked


def test_failure_of_the_model_is_told_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"failed while it wrote about a passage .* knowledge\.blurbs to none"):
        writer(tmp_path).blurb("Tea", "Boil water.")


def test_settings_switch_blurbs_on(tmp_path: Path) -> None:
    (tmp_path / "script.yaml").write_text("otherwise: About proofing hiking boots.", encoding="utf-8")
    (tmp_path / "articles").mkdir()
    (tmp_path / "articles" / "boots.md").write_text("# Boots\n\nUse wax twice a year.", encoding="utf-8")
    blurbs = f"scripted:{tmp_path / 'script.yaml'}"
    parts = open_parts(Settings.model_validate({"home": tmp_path / "home", "knowledge": {"blurbs": blurbs}}))
    parts.syncer.sync(tmp_path / "articles")
    (hit,) = parts.knowledge.search("proofing hiking", Filter(as_of=date(2026, 11, 30))).hits
    assert (hit.passage.blurb, hit.ranks["bm25"]) == ("About proofing hiking boots.", 1)
