import shutil
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.dense import DATABASE, VectorIndex
from knowledge.embedding import Vectors
from knowledge.errors import CorruptIndexError
from knowledge.filters import Filter
from knowledge.types import Passage
from tests.helpers import TODAY, passage


@pytest.fixture
def index(tmp_path: Path) -> Iterator[VectorIndex]:
    found = VectorIndex.create(tmp_path / "vectors")
    yield found
    found.close()


def axis(n: int) -> Vectors:
    return np.eye(4, dtype=np.float32)[[n]]


def three(index: VectorIndex) -> None:
    index.add([passage("a#0"), passage("b#0", topic="x"), passage("c#0", topic="x")], np.eye(4, dtype=np.float32)[:3])


def test_the_nearest_come_first_with_their_cosine(index: VectorIndex) -> None:
    three(index)
    half = np.array([[0.6, 0.8, 0, 0]], dtype=np.float32)
    found = index.search(half, 2, TODAY)
    assert [passage_id for passage_id, _ in found] == ["b#0", "a#0"]
    assert [score for _, score in found] == pytest.approx([0.8, 0.6], abs=1e-6)


def test_more_than_there_are_may_be_asked_for(index: VectorIndex) -> None:
    three(index)
    assert len(index.search(axis(0), 100, TODAY)) == 3


def test_an_empty_index_finds_nothing(index: VectorIndex) -> None:
    assert (index.count(), index.search(axis(0), 5, TODAY), index.vectors([])) == (0, [], {})


def test_the_filter_is_applied_inside_the_query(index: VectorIndex) -> None:
    three(index)
    towards_a = np.array([[0.8, 0.6, 0, 0]], dtype=np.float32)
    found = index.search(towards_a, 1, Filter(as_of=TODAY.as_of, equals={"topic": "x"}))
    assert [passage_id for passage_id, _ in found] == ["b#0"]


def test_the_nearest_are_looked_for_among_the_ids_that_are_given(index: VectorIndex) -> None:
    three(index)
    towards_a = np.array([[0.8, 0.6, 0, 0]], dtype=np.float32)
    assert [found for found, _ in index.search(towards_a, 2, TODAY, ["b#0", "c#0"])] == ["b#0", "c#0"]
    assert [found for found, _ in index.search(towards_a, 1, None)] == ["a#0"]


def test_an_added_id_replaces_its_row_and_a_removed_one_is_gone(index: VectorIndex) -> None:
    three(index)
    index.add([passage("a#0")], axis(3))
    index.remove(["b#0", "never there"])
    assert index.count() == 2
    assert index.vectors(["a#0", "b#0"])["a#0"].tolist() == axis(3)[0].tolist()
    assert {passage_id for passage_id, _ in index.search(axis(1), 3, TODAY)} == {"a#0", "c#0"}


def test_an_index_is_the_same_after_it_was_closed_and_opened(tmp_path: Path) -> None:
    index = VectorIndex.create(tmp_path / "vectors")
    three(index)
    index.close()
    opened = VectorIndex.open(tmp_path / "vectors")
    ((nearest, score),) = opened.search(axis(2), 1, TODAY)
    assert (nearest, round(score, 5)) == ("c#0", 1.0)
    opened.close()


def test_two_openings_of_one_folder_close_one_by_one(tmp_path: Path) -> None:
    first = VectorIndex.create(tmp_path / "vectors")
    second = VectorIndex.open(tmp_path / "vectors")
    first.close()
    assert second.count() == 0
    second.close()


def test_another_number_of_vectors_than_passages_is_refused(index: VectorIndex) -> None:
    three(index)
    index.check(3, 4)
    with pytest.raises(CorruptIndexError, match=r"holds 3 vectors, wanted one for each of 4 passages.*--rebuild"):
        index.check(4, 4)


@pytest.mark.parametrize("damage", ["missing folder", "missing file", "garbage", "half a file"])
def test_a_damaged_store_is_named_with_the_command_however_often_it_is_opened(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "vectors"
    index = VectorIndex.create(folder)
    three(index)
    index.close()
    data = (folder / DATABASE).read_bytes()
    if damage == "missing folder":
        shutil.rmtree(folder)
    elif damage == "missing file":
        (folder / DATABASE).unlink()
    else:
        (folder / DATABASE).write_bytes(b"garbage" * 999 if damage == "garbage" else data[: len(data) // 2])
    for _ in range(2):
        with pytest.raises(CorruptIndexError, match=r"vectors.*support kb sync --rebuild DIR"):
            VectorIndex.open(folder)


KEYS = st.sampled_from(["topic", "$or", "$and", "#document", "chroma:document", "a.b", "", "é ü", "effective_from"])
VALUES = st.sampled_from(["x", "y", "", "1", "true", "$x"])
DAYS = st.integers(-3, 3).map(lambda n: date(2026, 9, 1) + timedelta(n))
PASSAGES = st.lists(
    st.tuples(
        st.dictionaries(
            KEYS | st.just("audience"), VALUES | st.sampled_from([1, True, "internal", "customer"]), max_size=4
        ),
        st.tuples(DAYS, DAYS).map(lambda days: (min(days), max(days))),
    ),
    min_size=1,
    max_size=8,
)
FILTERS = st.builds(
    Filter,
    as_of=DAYS,
    audiences=st.frozensets(st.sampled_from(["customer", "public", "internal", "x"]), min_size=1),
    equals=st.dictionaries(KEYS | st.just("audience"), VALUES, max_size=2),
)


def invented(drawn: list[tuple[dict[str, str | int | bool], tuple[date, date]]]) -> list[Passage]:
    return [
        passage(f"a{n}#0").model_copy(update={"metadata": metadata, "effective_from": days[0], "effective_to": days[1]})
        for n, (metadata, days) in enumerate(drawn)
    ]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn=PASSAGES, conditions=st.lists(FILTERS, min_size=1, max_size=4))
def test_chroma_allows_exactly_what_the_filter_matches(
    index: VectorIndex,
    drawn: list[tuple[dict[str, str | int | bool], tuple[date, date]]],
    conditions: list[Filter],
) -> None:
    index.remove([f"a{n}#0" for n in range(8)])
    passages = invented(drawn)
    index.add(passages, np.repeat(axis(0), len(passages), axis=0))
    for condition in conditions:
        found = {passage_id for passage_id, _ in index.search(axis(0), 8, condition)}
        assert found == {one.passage_id for one in passages if condition.matches(one)}
