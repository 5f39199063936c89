"""Nothing outside the filter comes back, whichever way a passage is looked for: every retriever, the reranker, fan-out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.filters import Filter
from knowledge.known_names import KnownNames
from knowledge.search import KnowledgeBase, Searcher
from knowledge.settings import KnowledgeSettings
from knowledge.syncing import Syncer
from knowledge.types import RETRIEVERS, RetrieverName
from tests.helpers import TinyEmbedder
from tests.knowledge.tiny_splade import save_splade
from tests.varied import FILTERS, QUERIES, permitted, write_articles


@dataclass(frozen=True)
class RememberingReranker:
    """Prefers long texts, and keeps every text that it was shown."""

    name: str = "remembering"
    even_odds: float | None = None
    shown: list[str] = field(default_factory=list)

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        self.shown.extend(texts)
        return [float(len(text)) for text in texts]

    def prepare(self, texts: Sequence[str]) -> None:
        """Nothing to prepare."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """An index with what all four retrievers read."""
    root = tmp_path_factory.mktemp("varied")
    chosen = KnowledgeSettings(retrievers=RETRIEVERS, sparse_encoder=str(save_splade(root)))
    Syncer(root / "index", TinyEmbedder(), chosen).sync(write_articles(root / "articles"))
    return KnowledgeBase(root / "index", TinyEmbedder(), None, chosen)


def asking(base: KnowledgeBase, *names: RetrieverName, reranker: RememberingReranker | None = None) -> Searcher:
    """A searcher on the same state that asks these retrievers."""
    held = base.searcher
    chosen = held.settings.model_copy(update={"retrievers": names or RETRIEVERS, "rerank": 4})
    return replace(held, reranker=reranker, settings=chosen)


def test_articles_differ_so_that_a_filter_parts_them(base: KnowledgeBase) -> None:
    passages = base.searcher.state.passages
    assert len(passages) == 24
    seen = [one.metadata["language"] for one in passages if "language" in one.metadata]
    assert (seen.count("en"), seen.count("de")) == (8, 8)


@pytest.mark.parametrize("name", RETRIEVERS)
@settings(max_examples=40, deadline=None)
@given(condition=FILTERS, query=QUERIES)
def test_a_retriever_finds_what_the_filter_allows_and_nothing_else(
    base: KnowledgeBase, name: RetrieverName, condition: Filter, query: str
) -> None:
    searcher = asking(base, name)
    allowed = permitted(searcher, condition)
    found = searcher.search(query, condition, k=100)
    assert found.allowed == len(allowed)
    assert {hit.passage.passage_id for hit in found.hits} == set(found.candidates) <= set(allowed)
    assert all(set(hit.ranks) == {name} for hit in found.hits)
    if name != "sparse":  # its random weights may have no word in common with a text
        assert set(found.candidates) == set(allowed)


@settings(max_examples=40, deadline=None)
@given(condition=FILTERS, query=QUERIES)
def test_the_reranker_is_shown_no_text_that_the_filter_forbids(
    base: KnowledgeBase, condition: Filter, query: str
) -> None:
    reranker = RememberingReranker()
    searcher = asking(base, reranker=reranker)
    found = searcher.search(query, condition, k=100)
    allowed = permitted(searcher, condition)
    assert set(reranker.shown) <= {one.indexed_text for one in allowed.values()}
    assert len(set(reranker.shown)) == min(4, len(allowed))
    assert {hit.passage.passage_id for hit in found.hits} == set(allowed)


@settings(max_examples=40, deadline=None)
@given(condition=FILTERS, query=QUERIES, also=st.lists(QUERIES, max_size=4))
def test_further_phrasings_bring_nothing_that_the_filter_forbids(
    base: KnowledgeBase, condition: Filter, query: str, also: list[str]
) -> None:
    reranker = RememberingReranker()
    searcher = asking(base, reranker=reranker)
    allowed = permitted(searcher, condition)
    found = searcher.search(query, condition, k=100, also=also)
    assert {hit.passage.passage_id for hit in found.hits} == set(found.candidates) == set(allowed)
    assert set(reranker.shown) <= {one.indexed_text for one in allowed.values()}


@settings(max_examples=40, deadline=None)
@given(condition=FILTERS)
def test_names_are_read_off_what_the_filter_allows(base: KnowledgeBase, condition: Filter) -> None:
    searcher = asking(base)
    assert searcher.names(condition) == KnownNames.of(permitted(searcher, condition).values())
