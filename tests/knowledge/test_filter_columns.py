from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.filter_columns import FilterColumns
from knowledge.filters import Filter
from knowledge.types import Passage
from tests.helpers import TODAY, passage

DAYS = st.integers(-2, 2).map(lambda n: date(2026, 9, 1) + timedelta(n))
VALUES = st.sampled_from(["", "a", "b", "None"])
PASSAGES = st.builds(
    lambda first, last, keys: passage(effective=(first, last), **keys),
    DAYS,
    DAYS,
    st.dictionaries(st.sampled_from(["topic", "audience", "version"]), VALUES | st.sampled_from([True, 1, "internal"])),
)
FILTERS = st.builds(
    Filter,
    as_of=DAYS,
    audiences=st.frozensets(st.sampled_from(["customer", "internal", "a"])),
    equals=st.dictionaries(st.sampled_from(["topic", "version", "article", "colour"]), VALUES | st.just("true")),
)


@given(st.lists(PASSAGES, max_size=5), FILTERS)
def test_mask_says_of_each_passage_what_the_filter_says(passages: list[Passage], condition: Filter) -> None:
    columns = FilterColumns(passages)
    wanted = [condition.matches(found) for found in passages]
    assert columns.mask(condition).tolist() == wanted
    assert columns.mask(condition).tolist() == wanted


def test_one_filter_leaves_the_columns_as_they_were_for_the_next() -> None:
    columns = FilterColumns([passage(topic="a"), passage(topic="b"), passage(topic="a", audience="internal")])
    topic = Filter(as_of=TODAY.as_of, equals={"topic": "a"})
    assert columns.mask(topic).tolist() == [True, False, False]
    assert columns.mask(TODAY).tolist() == [True, True, False]


def test_nothing_is_allowed_where_there_is_nothing() -> None:
    assert FilterColumns([]).mask(TODAY).tolist() == []


def test_the_mask_of_the_last_filter_is_kept_and_cannot_be_written() -> None:
    columns = FilterColumns([passage(topic="a"), passage(topic="b")])
    keys = {"topic": "a"}
    condition = Filter(as_of=TODAY.as_of, equals=keys)
    mask = columns.mask(condition)
    assert columns.mask(condition.model_copy()) is mask
    with pytest.raises(ValueError, match="read-only"):
        mask[0] = False
    assert columns.mask(Filter(as_of=TODAY.as_of, equals={"topic": "b"})).tolist() == [False, True]
    assert columns.mask(condition).tolist() == [True, False]


def test_a_filter_that_is_changed_afterwards_is_another_filter() -> None:
    columns = FilterColumns([passage(topic="a"), passage(topic="b")])
    condition = Filter(as_of=TODAY.as_of, equals={"topic": "a"})
    columns.mask(condition)
    condition.equals["topic"] = "b"  # type: ignore[index]
    assert columns.mask(condition).tolist() == [False, True]
