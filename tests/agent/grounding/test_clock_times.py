"""Times of day are equal by the clock, whichever way they are written."""

import pytest

from agent.grounding.clock_times import find_times


def times(text: str) -> list[tuple[str, str]]:
    return [(value.text, value.canonical) for value in find_times(text, text)]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("5 pm", "17:00"),
        ("5pm", "17:00"),
        ("5:00 PM", "17:00"),
        ("5 p.m.", "17:00"),
        ("5 p. m.", "17:00"),
        ("17:00", "17:00"),
        ("5.30 pm", "17:30"),
        ("12 pm", "12:00"),
        ("noon", "12:00"),
        ("midday", "12:00"),
        ("12 am", "00:00"),
        ("midnight", "00:00"),
        ("9 am", "09:00"),
        ("09:00", "09:00"),
        ("9:05", "09:05"),
    ],
)
def test_time_is_read_as_minute_of_the_day(text: str, canonical: str) -> None:
    assert [found for _, found in times(f"Orders before {text} leave today")] == [canonical]


@pytest.mark.parametrize(
    "text",
    [
        "13 pm",
        "0 am",
        "5 hours",
        "5 pmx",
        "24:00",
        "17:60",
        "ratio 1:2:3",
        "2026-11-05",
        "1,200:30",
        "room 5",
        "5 a mug",
    ],
)
def test_what_is_no_time_of_day_is_left(text: str) -> None:
    assert times(text) == []


def test_full_stop_of_the_sentence_is_no_part_of_the_time() -> None:
    assert times("Orders leave by 5 pm.")[0][0] == "5 pm"
    assert times("Orders leave by 5 p.m.")[0][0] == "5 p.m."


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at 5 pm", "exact"),
        ("before 5 pm", "before"),
        ("after 5 pm", "after"),
        ("until 17:00", "at_most"),
        ("by noon", "at_most"),
        ("from 9:00", "at_least"),
        ("5 pm at the latest", "at_most"),
    ],
)
def test_a_time_is_bound_by_the_words_around_it(text: str, bound: str) -> None:
    whole = f"Parcels leave {text}"
    assert [found.bound for found in find_times(whole, whole)] == [bound]


def test_both_ends_of_the_opening_hours_are_bound() -> None:
    whole = "We are open from 9 am to 5 pm."
    assert [found.bound for found in find_times(whole, whole)] == ["at_least", "at_most"]
