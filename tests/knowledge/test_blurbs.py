"""Blurbs: written once a passage, in both indexes, within the window, never shown as the passage's text."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from knowledge.blurbs import BLURB_TOKENS, Situator
from knowledge.errors import FingerprintMismatchError, ModelError
from knowledge.search import KnowledgeBase
from knowledge.settings import KnowledgeSettings
from knowledge.syncing import Syncer
from tests.helpers import TODAY, Shop, TinyEmbedder, passage

WITH_BLURBS = KnowledgeSettings(blurbs="tiny:model", min_passage_tokens=1)
LONG = "# Boots\n\n" + " ".join(f"Step number {n} cleans them." for n in range(40))


@dataclass
class Writer:
    """Says what it was told to, and keeps what it was asked about; fails on a passage that holds `broken`."""

    says: str = "Concerns waterproofing of hiking boots."
    name: str = "tiny:model/blurb-1"
    asked: list[tuple[str, str]] = field(default_factory=list)

    def blurb(self, article: str, passage: str) -> str:
        if "broken" in passage:
            raise ModelError("The model is away.")
        self.asked.append((article, passage))
        return self.says


def synced(shop: Shop, writer: Writer, *, dry_run: bool = False) -> KnowledgeBase:
    Syncer(shop.index, shop.embedder, WITH_BLURBS, writer).sync(shop.articles, dry_run=dry_run)
    return KnowledgeBase(shop.index, shop.embedder, None, WITH_BLURBS)


def test_passage_is_found_by_its_blurb_in_both_indexes_and_shown_without_it(tmp_path: Path) -> None:
    shop = Shop(tmp_path).write({"boots.md": "# Boots\n\nUse wax twice a year.", "tea.md": "# Tea\n\nBoil water."})
    writer = Writer()
    base = synced(shop.write({}), writer)
    hit = base.search("waterproofing hiking", TODAY).hits[0]
    assert set(hit.ranks) == {"bm25", "dense"}
    assert (hit.passage.text, hit.passage.blurb) in [
        ("Use wax twice a year.", writer.says),
        ("Boil water.", writer.says),
    ]
    assert writer.says not in hit.passage.located_text
    assert any(writer.says in text for text in shop.embedder.seen)


def test_writer_reads_the_article_and_the_passage_in_its_place(tmp_path: Path) -> None:
    writer = Writer()
    synced(Shop(tmp_path).write({"boots.md": "# Boots\n\n## Care\n\nUse wax.\n\n## Size\n\nMeasure a foot."}), writer)
    assert writer.asked[1] == ("Boots\nUse wax.\nMeasure a foot.", "Boots › Size\nMeasure a foot.")


def test_only_new_passages_are_asked_about(tmp_path: Path) -> None:
    shop = Shop(tmp_path).write({"boots.md": "# Boots\n\n## Care\n\nUse wax.\n\n## Size\n\nMeasure a foot."})
    synced(shop, Writer())
    again = Writer(says="Another sentence.")
    shop.write({"boots.md": "# Boots\n\n## Care\n\nUse oil.\n\n## Size\n\nMeasure a foot."})
    base = synced(shop, again)
    assert [asked for _, asked in again.asked] == ["Boots › Care\nUse oil."]
    assert {one.text: one.blurb for one in base.searcher.state.passages} == {
        "Use oil.": "Another sentence.",
        "Measure a foot.": "Concerns waterproofing of hiking boots.",
    }


def test_dry_run_asks_nobody(tmp_path: Path) -> None:
    writer = Writer()
    Syncer(tmp_path / "index", TinyEmbedder(), WITH_BLURBS, writer).sync(
        Shop(tmp_path).write({"boots.md": "Use wax."}).articles, dry_run=True
    )
    assert writer.asked == []


def test_blurb_and_passage_fit_the_window_together(tmp_path: Path) -> None:
    shop = Shop(tmp_path, TinyEmbedder(window=120)).write({"boots.md": LONG})
    base = synced(shop, Writer(says="word " * 500))
    passages = base.searcher.state.passages
    assert len(passages) > 1
    assert all(0 < shop.embedder.count_tokens(one.blurb) <= BLURB_TOKENS for one in passages)
    assert all(shop.embedder.count_tokens(one.indexed_text) + 2 <= shop.embedder.window for one in passages)


def test_index_with_blurbs_is_not_searched_without_them(tmp_path: Path) -> None:
    shop = Shop(tmp_path).write({"boots.md": "Use wax."})
    synced(shop, Writer())
    with pytest.raises(FingerprintMismatchError, match="blurbs"):
        shop.knowledge().search("wax", TODAY)


def test_failed_writer_leaves_the_index_and_keeps_what_was_written(tmp_path: Path) -> None:
    shop = Shop(tmp_path).write({"a.md": "Use wax."})
    synced(shop, Writer())
    shop.write({"b.md": "# B\n\n## One\n\nMeasure a foot.\n\n## Two\n\nA broken lace."})
    with pytest.raises(ModelError, match="away"):
        synced(shop, Writer())
    base = KnowledgeBase(shop.index, shop.embedder, None, WITH_BLURBS)
    assert [one.text for one in base.searcher.state.passages] == ["Use wax."]
    shop.write({"b.md": "# B\n\n## One\n\nMeasure a foot.\n\n## Two\n\nA whole lace."})
    again = Writer()
    synced(shop, again)
    assert [asked for _, asked in again.asked] == ["B › Two\nA whole lace."]


def test_another_writer_is_asked_anew(tmp_path: Path) -> None:
    count = TinyEmbedder().count_tokens
    first, second = Writer(), Writer(says="Other.", name="other:model/blurb-1")
    for writer in (first, second, first):
        (found,) = Situator(writer, tmp_path / "blurbs.db", count).situate([passage()])
        assert found.blurb == writer.says
    assert (len(first.asked), len(second.asked)) == (1, 1)
