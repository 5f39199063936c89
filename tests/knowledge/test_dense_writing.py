"""The rows of a state are those of its passages, whatever a sync changed and whatever the state before had."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from knowledge.dense_rows import ROWS
from knowledge.filters import Filter
from tests.helpers import TODAY, Shop

ARTICLES: dict[str, str | bytes] = {
    "gifts.md": "# Gifts\n\nA card in a box.\n",
    "parcels.md": "# Parcels\n\nA parcel arrives.\n\n## Late\n\nWrite to us.\n",
    "staff.md": "---\naudience: internal\n---\n# Staff\n\nA parcel of ours.\n",
}
CHANGED: dict[str, str | bytes] = {
    "gifts.md": "# Gifts\n\nA voucher in a box.\n",
    "box.md": "# Parcels\n\nA parcel arrives.\n",
}


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    made = Shop(tmp_path).write(ARTICLES)
    made.sync()
    return made


def forget_rows(shop: Shop) -> None:
    """Make the current state one that was written before there were rows."""
    folder = shop.state_folder()
    shutil.rmtree(folder / ROWS)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"] = {name: found for name, found in manifest["files"].items() if not name.startswith(ROWS)}
    (folder / "manifest.json").write_text(json.dumps(manifest))


def rows_are_right(shop: Shop) -> bool:
    """Chroma gives a number back with its last digit rounded."""
    state = shop.knowledge().searcher.state
    stored = state.vectors.vectors([passage.passage_id for passage in state.passages])
    fresh = shop.embedder.embed_passages([passage.indexed_text for passage in state.passages])
    rows = state.rows.vectors if state.rows else np.zeros(0)
    return np.allclose(rows, fresh, atol=1e-6) and np.allclose(
        rows, [stored[passage.passage_id] for passage in state.passages], atol=1e-6
    )


def test_each_passage_has_its_vector_after_every_kind_of_change(shop: Shop) -> None:
    assert rows_are_right(shop)
    (shop.articles / "parcels.md").unlink()
    shop.write(CHANGED).sync()
    assert rows_are_right(shop)
    shop.sync(rebuild=True)
    assert rows_are_right(shop)


def test_a_state_without_rows_is_searched_by_chroma_and_has_them_after_the_next_change(shop: Shop) -> None:
    internal = Filter(as_of=TODAY.as_of, audiences=frozenset({"internal"}))
    before = shop.found("a parcel"), shop.found("a parcel", internal)
    forget_rows(shop)
    assert shop.knowledge().searcher.state.rows is None
    assert (shop.found("a parcel"), shop.found("a parcel", internal)) == before
    report = shop.write(CHANGED).sync()
    assert report.embedded == 1
    assert rows_are_right(shop)
