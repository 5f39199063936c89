from pathlib import Path

import pytest

from knowledge.index import Changes
from knowledge.pointer import moves
from knowledge.settings import KnowledgeSettings
from knowledge.versions import UNREACHED, settle, versions
from tests.helpers import Shop


def shop_keeping(root: Path, count: int) -> Shop:
    return Shop(root, settings=KnowledgeSettings(kept_states=count)).write({"a.md": "Parcels.", "b.md": "Money."})


def names(shop: Shop) -> list[str]:
    return [version.name for version in versions(shop.index)]


def synced(shop: Shop, text: str) -> str:
    """The name of the state that a sync of this text gives."""
    shop.write({"a.md": text}).sync()
    return shop.state_folder().name


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_last_states_are_kept_newest_first(tmp_path: Path, count: int) -> None:
    shop = shop_keeping(tmp_path, count)
    made = [synced(shop, f"Parcels {n}.") for n in range(4)]
    assert names(shop) == made[::-1][:count]
    assert sorted(path.name for path in (shop.index / "states").iterdir()) == made[-count:]


def test_a_version_says_what_it_changed_and_where_it_came_from(tmp_path: Path) -> None:
    shop = shop_keeping(tmp_path, 3)
    first = synced(shop, "Parcels.")
    (shop.articles / "b.md").rename(shop.articles / "c.md")
    second = synced(shop.write({"d.md": "Gifts."}), "Parcels arrive.")
    newest, oldest = versions(shop.index)
    assert (newest.name, newest.current, newest.made_from) == (second, True, first)
    assert (oldest.name, oldest.current, oldest.made_from) == (first, False, None)
    assert newest.changes == Changes(added=1, changed=1, renamed=1)
    assert oldest.changes == Changes(added=2)
    assert (newest.articles, newest.passages, newest.folder) == (3, 3, str(shop.articles))


def test_a_smaller_setting_takes_effect_at_the_next_sync_even_where_nothing_changed(tmp_path: Path) -> None:
    shop = shop_keeping(tmp_path, 3)
    made = [synced(shop, f"Parcels {n}.") for n in range(3)]
    shop_keeping(tmp_path, 1).write({"a.md": "Parcels 2."}).sync()
    assert names(shop) == made[-1:]


def test_a_state_that_is_being_read_is_kept_until_nobody_reads_it(tmp_path: Path) -> None:
    shop = shop_keeping(tmp_path, 1)
    read = synced(shop, "Parcels 0.")
    searcher = shop.knowledge().searcher
    newest = [synced(shop, f"Parcels {n}.") for n in range(1, 4)][-1]
    assert names(shop) == [newest, read]
    assert searcher.state.vectors.count() == searcher.state.bm25.size == 2
    searcher.state.close()
    shop.sync()
    assert names(shop) == [newest]


def test_a_state_that_the_pointer_never_reached_is_no_version_and_is_cleared_away(tmp_path: Path) -> None:
    shop = shop_keeping(tmp_path, 3)
    old, lost = synced(shop, "Parcels 0."), synced(shop, "Parcels 1.")
    (shop.state_folder() / UNREACHED).touch()
    (shop.index / "CURRENT").write_text(old)
    assert names(shop) == [old]
    settle(shop.index)
    assert not (shop.index / "states" / lost).exists()


def test_a_damaged_manifest_hides_its_version_and_no_other(tmp_path: Path) -> None:
    shop = shop_keeping(tmp_path, 3)
    old, new = synced(shop, "Parcels 0."), synced(shop, "Parcels 1.")
    (shop.index / "states" / old / "manifest.json").write_text("{")
    assert names(shop) == [new]


def test_nothing_synced_has_no_versions(tmp_path: Path) -> None:
    assert (versions(tmp_path), moves(tmp_path)) == ([], [])
