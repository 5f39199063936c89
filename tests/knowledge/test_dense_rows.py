from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.dense import VectorIndex
from knowledge.dense_rows import DenseRows
from knowledge.embedding import Vectors, unit_rows
from knowledge.errors import CorruptIndexError
from knowledge.filters import Filter
from tests.helpers import TODAY, passage

SIZE = 24


def drawn_rows(seed: int, count: int) -> Vectors:
    return unit_rows(np.random.default_rng(seed).standard_normal((count, 8), dtype=np.float32))


def test_the_nearest_allowed_come_first_with_their_cosine() -> None:
    rows = DenseRows(np.eye(3, dtype=np.float32))
    half = np.array([[0.6, 0.8, 0]], dtype=np.float32)
    assert [place for place, _ in rows.search(half, 2, np.array([True, True, True]))] == [1, 0]
    ((place, cosine),) = rows.search(half, 5, np.array([True, False, False]))
    assert (place, round(cosine, 6)) == (0, 0.6)
    assert rows.search(half, 5, np.zeros(3, dtype=np.bool_)) == []


@pytest.mark.parametrize("allowed", [1, 3, 5, 12, 20])
def test_few_and_many_allowed_rows_are_compared_alike(allowed: int) -> None:
    rows, query = drawn_rows(1, 20), drawn_rows(2, 1)
    mask = np.arange(20) < allowed
    best = sorted(range(allowed), key=lambda place: -float(rows[place] @ query[0]))
    assert [place for place, _ in DenseRows(rows).search(query, 4, mask)] == best[:4]


def test_equal_rows_keep_their_order() -> None:
    rows = DenseRows(np.ones((5, 1), dtype=np.float32))
    found = rows.search(np.ones((1, 1), dtype=np.float32), 2, np.array([False, True, True, False, True]))
    assert [place for place, _ in found] == [1, 2]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VectorIndex]:
    found = VectorIndex.create(tmp_path_factory.mktemp("rows") / "vectors")
    passages = [passage(f"a{n}#0", topic=str(n % 5)) for n in range(SIZE)]
    found.add(passages, drawn_rows(0, SIZE))
    yield found
    found.close()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(1, 10_000), topic=st.integers(0, 4), k=st.integers(1, SIZE))
def test_they_find_what_chroma_finds_within_the_same_filter(index: VectorIndex, seed: int, topic: int, k: int) -> None:
    query = drawn_rows(seed, 1)
    mask = np.arange(SIZE) % 5 == topic
    k = min(k, int(mask.sum()))
    exact = DenseRows(drawn_rows(0, SIZE)).search(query, k, mask)
    chroma = index.search(query, k, Filter(as_of=TODAY.as_of, equals={"topic": str(topic)}))
    assert [score for _, score in exact] == pytest.approx([score for _, score in chroma], abs=1e-5)
    if len({round(score, 4) for _, score in exact}) == k:
        assert [f"a{place}#0" for place, _ in exact] == [found for found, _ in chroma]


def test_rows_come_back_as_they_were_saved(tmp_path: Path) -> None:
    for count in (0, 3):
        DenseRows.save(tmp_path / str(count), drawn_rows(1, count))
        assert DenseRows.load(tmp_path / str(count), count, 8).vectors.tolist() == drawn_rows(1, count).tolist()


@pytest.mark.parametrize(("size", "dimension"), [(4, 8), (3, 7)])
def test_rows_of_another_index_are_refused(tmp_path: Path, size: int, dimension: int) -> None:
    DenseRows.save(tmp_path / "rows", drawn_rows(1, 3))
    with pytest.raises(CorruptIndexError, match=r"shape \(3, 8\), wanted .*support kb sync --rebuild DIR"):
        DenseRows.load(tmp_path / "rows", size, dimension)
