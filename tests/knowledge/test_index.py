import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from knowledge.errors import CorruptIndexError, IndexMissingError
from knowledge.fingerprint import fingerprint
from knowledge.index import IndexState, current_state_folder, open_index
from tests.helpers import Shop


def synced(root: Path) -> Shop:
    shop = Shop(root).write({"a.md": "# Parcels\n\nParcels arrive.", "b.md": "# Refunds\n\nMoney arrives."})
    shop.sync()
    return shop


def opened(shop: Shop) -> IndexState:
    return open_index(shop.index, fingerprint(shop.embedder, shop.settings))


def test_nothing_synced_is_said_with_the_command(tmp_path: Path) -> None:
    assert current_state_folder(tmp_path) is None
    with pytest.raises(IndexMissingError, match=r"There is no index in .*support kb sync DIR"):
        opened(Shop(tmp_path))


@pytest.mark.parametrize("name", ["plain", "odd #name?mode=rw %41 &"])
def test_a_synced_index_opens_with_everything_in_it(tmp_path: Path, name: str) -> None:
    state = opened(synced(tmp_path / name))
    assert [row.source_id for row in state.articles] == ["a.md", "b.md"]
    assert list(state.by_id) == ["a#0", "b#0"]
    assert (state.vectors.count(), state.bm25.size, state.manifest.passages) == (2, 2, 2)
    state.close()


def overwrite(name: str) -> Callable[[Shop], object]:
    return lambda shop: (shop.state_folder() / name).write_bytes(b"garbage" * 999)


def point_to(content: bytes) -> Callable[[Shop], object]:
    return lambda shop: (shop.index / "CURRENT").write_bytes(content)


DAMAGES: dict[str, tuple[Callable[[Shop], object], str]] = {
    "catalog": (overwrite("catalog.db"), "catalog.db"),
    "bm25": (overwrite("bm25/data.csc.index.npy"), "data.csc.index.npy"),
    "manifest": (overwrite("manifest.json"), "manifest.json"),
    "vectors": (overwrite("vectors/chroma.sqlite3"), "vectors"),
    "no catalog": (lambda shop: (shop.state_folder() / "catalog.db").unlink(), "catalog.db"),
    "no bm25": (lambda shop: shutil.rmtree(shop.state_folder() / "bm25"), "bm25"),
    "no manifest": (lambda shop: (shop.state_folder() / "manifest.json").unlink(), "manifest.json"),
    "no vectors": (lambda shop: shutil.rmtree(shop.state_folder() / "vectors"), "chroma.sqlite3"),
    "no states": (lambda shop: shutil.rmtree(shop.index / "states"), "CURRENT"),
    "dangling pointer": (point_to(b"20260101T000000-gone"), "CURRENT"),
    "empty pointer": (point_to(b""), "CURRENT"),
    "pointer upwards": (point_to(b".."), "CURRENT"),
    "pointer of bytes": (point_to(b"\xff\xfe\0"), "CURRENT"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_index_names_the_file_and_the_command_and_a_rebuild_mends_it(tmp_path: Path, damage: str) -> None:
    shop = synced(tmp_path)
    spoil, name = DAMAGES[damage]
    spoil(shop)
    for use in (lambda: shop.found("parcels"), shop.write({"a.md": "# Parcels\n\nChanged."}).sync):
        with pytest.raises(CorruptIndexError) as error:
            use()
        assert name in str(error.value)
        assert "Run `support kb sync --rebuild DIR`." in str(error.value)
    assert shop.sync(rebuild=True).embedded == 2
    assert shop.found("changed", k=1) == ["a#0"]


def test_another_number_of_vectors_than_passages_is_refused(tmp_path: Path) -> None:
    shop = synced(tmp_path)
    state = opened(shop)
    state.vectors.remove(["a#0"])
    state.close()
    with pytest.raises(CorruptIndexError, match="holds 1 vectors, wanted one for each of 2 passages"):
        shop.found("parcels")
