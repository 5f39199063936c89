"""Days that a text counts from the day of the turn: `tomorrow`, `two days ago`, `a week from now`, `last Friday`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from agent.grounding.numbers import NUMBER_WORD, parse_number

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"

_NAMED = re.compile(
    r"(?<![a-z])(?<!as of )(?:the day (?P<far>after tomorrow|before yesterday)|(?P<near>tomorrow|today|tonight|yesterday))(?![a-z])",
    re.IGNORECASE,
)
_OFFSETS = {
    "after tomorrow": 2,
    "before yesterday": -2,
    "tomorrow": 1,
    "today": 0,
    "tonight": 0,
    "yesterday": -1,
}
_COUNTED = re.compile(
    rf"(?<![\w.,-])(?:(?P<count>\d{{1,3}}|{NUMBER_WORD}|an?) (?P<unit>day|week|fortnight)s?"
    r" (?P<way>ago|from (?:now|today))|in (?P<count2>\d{1,3}|"
    rf"{NUMBER_WORD}|an?) (?P<unit2>day|week|fortnight)(?:'s|s') time)(?![a-z])",
    re.IGNORECASE,
)
_DAYS = {"day": 1, "week": 7, "fortnight": 14}
_WEEKDAY = re.compile(
    rf"(?<![a-z])(?P<which>last|this coming|coming|this past|past|this|next) (?P<name>{WEEKDAY})(?![a-z])",
    re.IGNORECASE,
)


def relative_days(text: str, today: date) -> Iterator[tuple[tuple[int, int], str]]:
    """Spans of relative days, each with its ISO date; what two people may read differently has a form that equals none."""
    for match in _NAMED.finditer(text):
        offset = _OFFSETS[(match["far"] or match["near"]).casefold()]
        yield match.span(), (today + timedelta(days=offset)).isoformat()
    for match in _COUNTED.finditer(text):
        days = (
            int(parse_number(match["count"] or match["count2"])) * _DAYS[(match["unit"] or match["unit2"]).casefold()]
        )
        back = (match["way"] or "").casefold() == "ago"
        yield match.span(), (today + timedelta(days=-days if back else days)).isoformat()
    for match in _WEEKDAY.finditer(text):
        day = _weekday_near(match["which"].casefold(), weekday_number(match["name"]), today)
        yield match.span(), day.isoformat() if day else f"ambiguous: {match[0].casefold()}"


def weekday_number(name: str) -> int:
    """ISO number of a weekday by its name, 1 is Monday; short forms count."""
    return next(n for n, known in enumerate(WEEKDAYS, 1) if known.startswith(name.casefold()[:3]))


def day_of_weekday(name: str, today: date, *, past: bool) -> date:
    """The nearest day of that name before or after today, today not counted."""
    ahead = (weekday_number(name) - today.isoweekday()) % 7 or 7
    return today + timedelta(days=ahead - 7 if past and ahead < 7 else -7 if past else ahead)


def _weekday_near(which: str, number: int, today: date) -> date | None:
    """The day where all readings of "last", "this" and "next" agree, else None.

    "Last Friday" is the latest one and also the one of last week; so is "next Friday" towards the future; "this Friday"
    is the one of this week, and still to come.
    """
    name = WEEKDAYS[number - 1]
    latest, coming = day_of_weekday(name, today, past=True), day_of_weekday(name, today, past=False)
    monday = today - timedelta(days=today.isoweekday() - 1)
    if which in ("this past", "past"):
        return latest
    if which in ("this coming", "coming"):
        return coming
    if which == "last":
        return latest if latest < monday else None
    same_week = coming < monday + timedelta(days=7)
    return coming if same_week == (which == "this") else None
