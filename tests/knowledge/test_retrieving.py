"""The retrievers' contract, and how ranks of several rankings come together."""

import numpy as np
import pytest

from knowledge.filter_columns import FilterColumns
from knowledge.filters import Filter
from knowledge.retrieving import Allowed, Bm25Retriever, DenseRetriever, best_of
from knowledge.search import Searcher
from tests.helpers import TODAY, Shop

INTERNAL = Filter(as_of=TODAY.as_of, audiences=frozenset({"internal"}))


@pytest.fixture(scope="module")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> Searcher:
    made = Shop(tmp_path_factory.mktemp("shop"))
    made.write({f"a{n}.md": f"A parcel and {n} lamps." for n in range(4)})
    made.write({"staff.md": "---\naudience: internal\n---\nA parcel of ours."})
    made.sync()
    return made.knowledge().searcher


def allowed(searcher: Searcher, condition: Filter) -> Allowed:
    mask = FilterColumns(searcher.state.passages).mask(condition)
    return Allowed(condition, mask, int(mask.sum()))


@pytest.mark.parametrize(("most_rows", "most_ids"), [(100, 0), (0, 0), (0, 100)])
@pytest.mark.parametrize(
    "condition", [TODAY, INTERNAL, Filter(as_of=TODAY.as_of, audiences=TODAY.audiences | {"internal"})]
)
def test_dense_finds_what_is_allowed_and_nothing_else_however_it_is_asked(
    searcher: Searcher, condition: Filter, most_rows: int, most_ids: int
) -> None:
    retriever = DenseRetriever(searcher.state, searcher.embedder, most_rows, most_ids)
    found = retriever.retrieve("a parcel", 10, allowed(searcher, condition), {})
    assert set(found) == {one.passage_id for one in searcher.state.passages if condition.matches(one)}
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_bm25_finds_what_is_allowed_and_says_how_long_it_took(searcher: Searcher) -> None:
    timings: dict[str, float] = {}
    found = Bm25Retriever(searcher.state).retrieve("parcel", 10, allowed(searcher, INTERNAL), timings)
    assert (list(found), list(timings)) == (["staff#0"], ["bm25"])


def test_best_rank_of_a_passage_counts_with_its_score_there() -> None:
    ranks, scores = best_of([{"a": 3.0, "b": 2.0}, {"c": 9.0, "b": 8.0, "a": 7.0}])
    assert ranks == {"a": 1, "b": 2, "c": 1}
    assert scores == {"a": 3.0, "b": 2.0, "c": 9.0}


def test_equal_scores_keep_their_order_when_only_the_best_are_wanted(searcher: Searcher) -> None:
    mask = np.ones(len(searcher.state.passages), dtype=bool)
    everything = searcher.state.bm25.search("parcel lamps", 100, mask)
    for k in range(1, len(everything) + 1):
        assert searcher.state.bm25.search("parcel lamps", k, mask) == everything[:k]
