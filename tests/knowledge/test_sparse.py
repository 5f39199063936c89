"""The inverted index on vectors that can be multiplied by hand."""

from pathlib import Path

import numpy as np
import pytest

from knowledge.array_files import save_arrays
from knowledge.errors import CorruptIndexError
from knowledge.sparse import SparseIndex
from knowledge.sparse_rows import SparseRows, as_rows

DIMENSION = 6


def rows(*vectors: dict[int, float]) -> SparseRows:
    return as_rows([(np.array(list(one), np.int32), np.array(list(one.values()), np.float32)) for one in vectors])


TEXTS = rows({0: 1.0, 3: 2.0}, {3: 1.0}, {}, {1: 4.0, 5: 0.5})
EVERY = np.ones(4, dtype=bool)


@pytest.fixture
def index() -> SparseIndex:
    return SparseIndex.build(TEXTS, DIMENSION)


def test_texts_are_scored_by_the_dot_product_with_the_query(index: SparseIndex) -> None:
    assert index.search(rows({0: 1.0, 3: 3.0, 5: 2.0}), 9, EVERY) == [(0, 7.0), (1, 3.0), (3, 1.0)]


def test_a_text_that_shares_no_dimension_with_the_query_is_never_returned(index: SparseIndex) -> None:
    assert index.search(rows({1: 1.0}), 9, EVERY) == [(3, 4.0)]
    assert index.search(rows({2: 1.0}), 9, EVERY) == []
    assert index.search(rows({}), 9, EVERY) == []


def test_the_best_allowed_text_is_found_behind_forbidden_ones(index: SparseIndex) -> None:
    assert index.search(rows({3: 1.0}), 1, np.array([False, True, True, True])) == [(1, 1.0)]
    assert index.search(rows({3: 1.0}), 1, np.zeros(4, dtype=bool)) == []


def test_a_dimension_lists_the_texts_that_have_it_and_no_other(index: SparseIndex) -> None:
    places, weights = index.postings.row(3)
    assert (places.tolist(), weights.tolist()) == ([0, 1], [2.0, 1.0])
    assert (index.dimension, index.postings.row(2)[0].tolist()) == (DIMENSION, [])


def test_the_rows_come_back_out_of_the_postings(index: SparseIndex) -> None:
    found = index.rows()
    for n in range(4):
        assert [part.tolist() for part in found.row(n)] == [part.tolist() for part in TEXTS.row(n)]


@pytest.mark.parametrize("texts", [TEXTS, rows({}, {}), rows()])
def test_a_saved_index_answers_as_before(tmp_path: Path, texts: SparseRows) -> None:
    index = SparseIndex.build(texts, DIMENSION)
    index.save(tmp_path / "sparse")
    found = SparseIndex.load(tmp_path / "sparse", texts.count)
    allowed = np.ones(texts.count, dtype=bool)
    assert found.search(rows({3: 1.0}), 9, allowed) == index.search(rows({3: 1.0}), 9, allowed)
    assert (found.dimension, found.rows().count) == (DIMENSION, texts.count)


def test_files_that_do_not_belong_together_are_refused(tmp_path: Path, index: SparseIndex) -> None:
    index.save(tmp_path / "sparse")
    save_arrays(tmp_path / "sparse", {"weights": np.ones(2, np.float32)})
    with pytest.raises(CorruptIndexError, match=r"sparse do not hold as many entries.*--rebuild"):
        SparseIndex.load(tmp_path / "sparse", 4)
