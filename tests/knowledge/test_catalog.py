from datetime import date
from pathlib import Path

import pytest

from knowledge.catalog import ArticleRow, read_catalog, text_hash, write_catalog
from knowledge.errors import CorruptIndexError
from knowledge.types import Link
from tests.helpers import passage

ROW = ArticleRow(source_id="refunds.md", article="refunds", sha256="0" * 64, title="Refunds", passages=2)
PASSAGES = (
    passage(
        "refunds#0", "Größe › 🙂\nTwo lines", (date.min, date(2026, 8, 31)), version=2, draft=True, rate=1.5, zero="\0"
    ),
    passage("refunds#1", "Second.").model_copy(update={"links": (Link(text="a", url="b"),), "lines": (3, 9)}),
)


@pytest.mark.parametrize("folder", ["plain", "odd #name?mode=rw %41&x"])
def test_what_is_written_is_read_in_order(tmp_path: Path, folder: str) -> None:
    path = tmp_path / folder / "catalog.db"
    path.parent.mkdir()
    write_catalog(path, [ROW], PASSAGES)
    assert read_catalog(path) == ((ROW,), PASSAGES)


def test_an_empty_catalog_is_read_as_empty(tmp_path: Path) -> None:
    write_catalog(tmp_path / "catalog.db", [], [])
    assert read_catalog(tmp_path / "catalog.db") == ((), ())


def test_a_damaged_catalog_is_named_with_the_command(tmp_path: Path) -> None:
    (tmp_path / "catalog.db").write_bytes(b"garbage" * 999)
    with pytest.raises(CorruptIndexError, match=r"catalog.db cannot be read.*support kb sync --rebuild DIR"):
        read_catalog(tmp_path / "catalog.db")


def test_a_missing_catalog_is_named_and_not_created(tmp_path: Path) -> None:
    with pytest.raises(CorruptIndexError, match=r"catalog.db cannot be read"):
        read_catalog(tmp_path / "catalog.db")
    assert not (tmp_path / "catalog.db").exists()


def test_the_hash_is_of_what_is_embedded_not_of_where_it_stands() -> None:
    first = passage("a#0", "Same.", topic="x")
    assert text_hash(first) == text_hash(passage("b#7", "Same.", topic="y"))
    assert text_hash(first) != text_hash(first.model_copy(update={"heading_path": ("Other",)}))
