"""What is changed between two versions of the knowledge base, by article and section."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from knowledge.article_changes import article_changes, passages_of, version_named
from knowledge.errors import IndexMissingError, InputError
from knowledge.syncing import Syncer
from knowledge.types import Passage
from tests.helpers import Shop


def passage(text: str, article: str = "a", heading: str = "When", place: int = 0, **more: object) -> Passage:
    path = ("A", heading)
    return Passage(passage_id=f"{article}#{place}", article=article, heading_path=path, text=text, lines=(1, 2), **more)  # type: ignore[arg-type]


def syncer(shop: Shop) -> Syncer:
    return Syncer(shop.index, shop.embedder, shop.settings)


def test_article_that_says_the_same_elsewhere_in_its_file_is_unchanged() -> None:
    moved = passage("Three days.").model_copy(update={"lines": (8, 9), "passage_id": "a#4", "blurb": "x"})
    assert article_changes([passage("Three days.")], [moved]) == {}


def test_changed_and_removed_articles_are_found_and_new_ones_are_not() -> None:
    before = [passage("Three days."), passage("Gone.", "b")]
    now = [passage("Five days."), passage("New.", "c")]
    found = article_changes(before, now)
    assert {name: [one.text for one in change.now] for name, change in found.items()} == {"a": ["Five days."], "b": []}


def test_only_the_section_that_was_edited_differs() -> None:
    where = passage("At the door.", heading="Where", place=1)
    change = article_changes([passage("Three days."), where], [passage("Five days."), where])["a"]
    assert (change.differs_at(("A", "When")), change.differs_at(("A", "Where"))) == (True, False)


def test_other_dates_and_readers_are_a_change() -> None:
    ended = passage("Three days.", effective_to=date(2026, 1, 1))
    internal = passage("Three days.", metadata={"audience": "internal"})
    assert list(article_changes([passage("Three days.")], [ended])) == ["a"]
    assert list(article_changes([passage("Three days.")], [internal])) == ["a"]


def test_renamed_article_says_what_it_said() -> None:
    assert article_changes([passage("Three days.")], [passage("Three days.", "b")]) == {}


def test_versions_are_found_by_name_or_beginning(tmp_path: Path) -> None:
    shop = Shop(tmp_path).write({"a.md": "# A\n\nThree days.\n"})
    with pytest.raises(IndexMissingError, match="There is no index"):
        version_named(shop.index, None)
    shop.sync()
    first = version_named(shop.index, None)
    shop.write({"a.md": "# A\n\nFive days.\n"}).sync()
    assert version_named(shop.index, first.name) == first.model_copy(update={"current": False})
    assert [one.text for one in passages_of(shop.index, first.name)] == ["Three days."]
    with pytest.raises(InputError, match=r"2 versions start with '2'\. Kept are: "):
        version_named(shop.index, "2")
    with pytest.raises(InputError, match="No version is called 'x'"):
        version_named(shop.index, "x")


def test_preview_reads_both_versions_and_writes_nothing(tmp_path: Path) -> None:
    shop = Shop(tmp_path).write({"a.md": "# A\n\nThree days.\n"})
    shop.sync()
    kept = sorted(path.name for path in shop.index.rglob("*"))
    before, now = syncer(shop.write({"a.md": "# A\n\nFive days.\n"})).preview(shop.articles)
    assert ([one.text for one in before], [one.text for one in now]) == (["Three days."], ["Five days."])
    assert sorted(path.name for path in shop.index.rglob("*")) == kept
    with pytest.raises(IndexMissingError, match="There is no index"):
        syncer(Shop(tmp_path / "none")).preview(shop.articles)
    (shop.articles / "a.md").unlink()
    with pytest.raises(InputError, match=r"holds no \.md or \.html article, and the index has 1"):
        syncer(shop).preview(shop.articles)
