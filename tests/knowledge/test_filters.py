from datetime import date, timedelta

import pytest

from knowledge.errors import InputError
from knowledge.filters import Filter, as_text, filterable, parse_conditions, vector_metadata
from tests.helpers import TODAY, passage

AUTUMN = (date(2026, 9, 1), date(2026, 11, 30))


def with_keys(**equals: str) -> Filter:
    return Filter(as_of=TODAY.as_of, equals=equals)


@pytest.mark.parametrize(
    ("audience", "seen"), [("customer", True), ("public", True), ("internal", False), ("Customer", False)]
)
def test_only_articles_for_customers_are_seen_by_default(audience: str, seen: bool) -> None:
    assert TODAY.matches(passage(audience=audience)) is seen


def test_an_article_without_an_audience_is_for_customers() -> None:
    assert TODAY.matches(passage())


def test_staff_see_what_is_internal_when_they_say_so() -> None:
    staff = Filter(as_of=TODAY.as_of, audiences=frozenset({"internal"}))
    assert staff.matches(passage(audience="internal"))
    assert not staff.matches(passage())


def test_a_key_cannot_open_another_audience() -> None:
    assert not with_keys(audience="internal").matches(passage(audience="internal"))


@pytest.mark.parametrize(
    ("day", "seen"),
    [
        (date(2026, 8, 31), False),
        (AUTUMN[0], True),
        (date(2026, 10, 5), True),
        (AUTUMN[1], True),
        (AUTUMN[1] + timedelta(1), False),
    ],
)
def test_an_article_is_in_force_on_its_first_and_last_day_and_between(day: date, seen: bool) -> None:
    assert Filter(as_of=day).matches(passage(effective=AUTUMN)) is seen


def test_every_key_must_have_its_value() -> None:
    found = passage(topic="refunds", version=2, draft=True)
    assert with_keys(topic="refunds", version="2", draft="true").matches(found)
    assert not with_keys(topic="refunds", version="3").matches(found)
    assert not with_keys(colour="red").matches(found)


def test_the_article_is_a_key_that_front_matter_cannot_change() -> None:
    found = passage("refunds#0", article="other")
    assert with_keys(article="refunds").matches(found)
    assert not with_keys(article="other").matches(found)


def test_dates_are_stored_as_days_and_keys_apart_from_the_names_of_the_store() -> None:
    stored = vector_metadata(passage(effective=AUTUMN).model_copy(update={"metadata": {"$or": "x", "": 1}}))
    assert stored == {
        "effective_from": AUTUMN[0].toordinal(),
        "effective_to": AUTUMN[1].toordinal(),
        "key:$or": "x",
        "key:": "1",
        "key:article": "refunds",
        "key:audience": "customer",
    }


def test_date_bounds_are_no_filterable_keys() -> None:
    assert "effective_from" not in filterable(passage(effective_from="2026-09-01"))


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), (False, "false"), (1, "1"), (1.5, "1.5"), ("True", "True")]
)
def test_values_are_compared_as_they_are_written(value: object, text: str) -> None:
    assert as_text(value) == text


def test_conditions_of_the_command_line_are_read() -> None:
    assert parse_conditions(["topic=refunds", " version = 2 ", "note=a=b", "empty="]) == {
        "topic": "refunds",
        "version": "2",
        "note": "a=b",
        "empty": "",
    }


@pytest.mark.parametrize(
    ("text", "part"),
    [("topic", "wanted KEY=VALUE"), ("=x", "wanted KEY=VALUE"), ("effective_from=2026-01-01", "--as-of DATE")],
)
def test_a_condition_that_cannot_be_read_says_what_is_wanted(text: str, part: str) -> None:
    with pytest.raises(InputError, match=part):
        parse_conditions([text])
