"""Typed values: same meaning is equal, anything else is not."""

from datetime import date
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.grounding.values import TypedValue, find_values, same_magnitude, same_value

TODAY = date(2026, 11, 30)


def one(text: str) -> TypedValue:
    (value,) = find_values(text, TODAY)
    return value


def kinds(text: str) -> list[tuple[str, str]]:
    return [(value.kind, value.text) for value in find_values(text, TODAY)]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("$45", "45 USD"),
        ("$45", "US$45.00"),
        ("$45", "45 dollars"),
        ("€1,249.00", "1.249,00 EUR"),
        ("$12.5k", "$12,500"),
        ("$10-$20", "between 10 and 20 USD"),
        ("35%", "35 percent"),
        ("48 hours", "2 days"),
        ("a week", "7 days"),
        ("two weeks", "14 days"),
        ("1 year", "12 months"),
        ("5-10 business days", "five to ten working days"),
        ("5 – 10 business days", "between 5 and 10 business days"),
        ("up to 30 days", "no more than 30 days"),
        ("within 30 days", "30 days or less"),
        ("at least $50", "$50 or more"),
        ("2026-03-03", "3 March 2026"),
        ("2026-03-03", "March 3rd, 2026"),
        ("2026-03-03", "March 3"),
        ("2026-12-01", "tomorrow"),
        ("E-1034", "E 1034"),
        ("E-1034", "Ｅ１０３４"),
        ("ORD-99107", "ord 99107"),
        ("ORD-99107", "order number 99107"),
        ("it is on its way", "it was shipped"),
        ("https://harbourlane.example/returns", "https://HarbourLane.example/returns/"),
        ("14:00", "2 p.m."),
        ("4.2.1", "version 4.2.1"),
    ],
)
def test_two_ways_to_write_a_value_are_the_same(left: str, right: str) -> None:
    assert same_value(one(left), one(right))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("$35M", "35 %"),
        ("$45", "€45"),
        ("$45", "45 CAD"),
        ("$45", "-$45"),
        ("$4.50", "$45.0"),
        ("5 to 10 days", "5 to 10 business days"),
        ("up to 30 days", "30 days"),
        ("up to 30 days", "at least 30 days"),
        ("12 months", "365 days"),
        ("by 2026-03-03", "2026-03-03"),
        ("2026-03-04", "March 3"),
        ("03/04/2026", "2026-03-04"),
        ("E-1034", "E-1043"),
        ("ORD-99107", "ORD-99170"),
        ("it was shipped", "it was not shipped"),
        ("45 pounds", "£45"),
        ("2 kg", "2 items"),
    ],
)
def test_near_misses_are_not_the_same(left: str, right: str) -> None:
    assert not same_value(one(left), one(right))


def test_a_bound_is_the_same_magnitude_unless_it_is_the_opposite_bound() -> None:
    assert same_magnitude(one("up to 30 days"), one("30 days"))
    assert not same_magnitude(one("up to 30 days"), one("at least 30 days"))


def test_a_value_has_its_amount_unit_and_place() -> None:
    assert one("It takes up to 30 days.") == TypedValue(
        kind="duration",
        text="30 days",
        start=15,
        end=22,
        high=Decimal(30),
        unit="day",
        bound="at_most",
    )


def test_a_date_is_not_read_as_numbers_and_an_order_id_not_as_an_amount() -> None:
    text = "Order ORD-99107 of 2026-11-21, tracking 1Z999AA10123456784, cost $45."
    assert kinds(text) == [
        ("order_id", "ORD-99107"),
        ("date", "2026-11-21"),
        ("tracking", "1Z999AA10123456784"),
        ("money", "$45"),
    ]


def test_an_order_id_with_more_behind_it_is_no_order_id() -> None:
    assert "order_id" not in [kind for kind, _ in kinds("ORD-99107-2")]


def test_amounts_that_and_joins_are_a_range_only_after_between() -> None:
    assert kinds("$10 and $20") == [("money", "$10"), ("money", "$20")]
    assert kinds("between $10 and $20") == [("money", "$10 and $20")]
    assert kinds("24 hours to 2 days") == [("duration", "24 hours"), ("duration", "2 days")]


def test_may_is_a_month_only_before_a_day() -> None:
    assert kinds("You may return 5 items until May 5.") == [("quantity", "5 items"), ("date", "May 5")]


def test_half_a_day_is_twelve_hours_and_not_a_day() -> None:
    assert same_value(one("It takes half a day."), one("It takes 12 hours."))
    assert not same_value(one("It takes half a day."), one("It takes a day."))


def test_a_day_that_no_calendar_has_equals_no_day() -> None:
    assert not same_value(one("2026-02-30"), one("2026-03-02"))


def test_the_target_of_a_markdown_link_is_a_value_whatever_its_scheme() -> None:
    assert ("link", "javascript:steal") in kinds("[Refunds](javascript:steal)")


def test_a_status_under_a_condition_or_a_possibility_is_not_stated() -> None:
    assert kinds("Once your order is shipped, mugs can be returned.") == []
    assert kinds("Your order was shipped.") == [("status", "shipped")]


def test_contact_details_are_found_whole() -> None:
    text = "Write to help@harbourlane.example or call +1 (555) 010-9999, 9 a.m. to 14:00."
    assert kinds(text) == [
        ("email", "help@harbourlane.example"),
        ("phone", "+1 (555) 010-9999"),
        ("time", "9 a.m."),
        ("time", "14:00"),
    ]


@given(st.decimals(min_value=0, max_value=999999, places=2), st.sampled_from(["USD", "EUR", "GBP"]))
def test_any_amount_reads_the_same_with_and_without_thousands_marks(amount: Decimal, unit: str) -> None:
    assert same_value(one(f"{amount:.2f} {unit}"), one(f"{unit} {amount:,.2f}"))
    assert one(f"{amount:.2f} {unit}").low == amount


@given(st.integers(1, 900), st.integers(1, 90), st.sampled_from(["day", "hour", "business day", "month"]))
def test_any_range_of_days_keeps_its_ends_and_unit(low: int, more: int, unit: str) -> None:
    value = one(f"It takes {low} to {low + more} {unit}s.")
    assert (value.low, value.high) == (Decimal(low), Decimal(low + more))
    assert (value.unit, value.bound) == (unit, "range")


@given(st.dates(date(1990, 1, 1), date(2090, 12, 31)))
def test_any_date_reads_the_same_in_words_and_in_iso(day: date) -> None:
    assert same_value(one(f"{day:%d %B %Y}"), one(day.isoformat()))


@given(st.text(max_size=200))
def test_values_of_any_text_point_into_it_and_do_not_overlap(text: str) -> None:
    values = find_values(text, TODAY)
    assert all(text[value.start : value.end] == value.text for value in values)
    assert all(left.end <= right.start for left, right in pairwise(values))


@pytest.mark.parametrize(
    "unit",
    [
        "1",
        "(",
        "1,",
        "] (",
        "1-",
        "A-",
        "a@",
        "one ",
        "up to ",
        "status of ",
        "2026-",
        "+1 ",
        "2.4.0-",
        "PHP 8.1, ",
        "a_",
    ],
)
def test_a_hundred_kilobytes_of_noise_are_read_in_linear_time(unit: str) -> None:
    find_values(unit * (100_000 // len(unit)), TODAY)
