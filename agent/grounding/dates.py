"""Days: `2026-11-21`, `3 March 2026`, `Friday, March 3`, `21.11.2026`, `tomorrow`, `Friday`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from agent.grounding.bounds import bound_around
from agent.grounding.numbers import HAS_DIGIT
from agent.grounding.relative_dates import WEEKDAY, relative_days, weekday_number
from agent.grounding.typed import TypedValue, identifier

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTH = rf"(?P<month>{'|'.join(name for name in _MONTHS if name != 'may')}|(?-i:May)|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)(?![a-z])\.?)(?![a-z])"
_YEAR = r"(?P<year>(?:19|20)\d{2})(?!\d)"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?(?![\w%])"
_TO_DAY = r"(?: ?(?:-|to) ?(?P<last>\d{1,2})(?:st|nd|rd|th)?(?![\w%]))?"

_NAMED_DAY = r"(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)\.?(?![a-z])"
_LEADING = rf"(?:(?<![a-z])(?P<weekday>{WEEKDAY}|{_NAMED_DAY}),? (?:the )?)?"
_TRAILING = rf"(?:,? \((?:an? )?(?P<in_brackets>{WEEKDAY}|{_NAMED_DAY})\)|, (?:an? )(?P<apposed>{WEEKDAY}))?"

_PATTERNS = tuple(
    re.compile(f"{_LEADING}{pattern}{_TRAILING}", re.IGNORECASE)
    for pattern in (
        rf"(?<![\w-]){_YEAR}[-/](?P<month>\d{{1,2}})[-/](?P<day>\d{{1,2}})(?:T[\d:.]{{4,15}}Z?)?(?![\w-])",
        rf"(?<![\w.-])(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})\.{_YEAR}(?!\.\d)",
        rf"(?<![\w.,-])(?P<first>\d{{1,2}})(?:st|nd|rd|th)? ?(?:-|to) ?(?P<last>\d{{1,2}})(?:st|nd|rd|th)?"
        rf"(?: of)? {_MONTH}(?:,? {_YEAR})?",
        rf"(?<![\w.,$€£-]){_DAY}(?: of)? {_MONTH}(?:,? {_YEAR})?",
        rf"(?<![a-z]){_MONTH} (?:the )?{_DAY}{_TO_DAY}(?:,? {_YEAR})?",
        rf"(?<![a-z]){_MONTH} {_YEAR}",
    )
)
_IS_MONTH = re.compile("jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec", re.IGNORECASE)
_NUMERIC = (re.compile(r"\d[-/]\d"), re.compile(r"\d\.\d"))
"""What a day has somewhere that the first of the patterns finds, and the second."""
_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_SLASHED = re.compile(r"(?<![\w/])(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<year>(?:19|20)?\d{2})(?![\w/])")
_WEEKDAY = re.compile(rf"(?<![a-z]){WEEKDAY}(?=s?(?![a-z]))", re.IGNORECASE)


def find_dates(whole: str, rest: str, today: date) -> Iterator[TypedValue]:
    """Days in `rest`; a weekday stays a name, since the text does not say of which week."""
    for pattern in _possible(rest):
        found = list(pattern.finditer(rest))
        for match in found:
            yield _calendar(whole, match)
        rest = pattern.sub(lambda match: "\0" * len(match[0]), rest) if found else rest
    for match in _SLASHED.finditer(rest):
        yield _dated(whole, match.span(), _slashed(match))
    for span, day in relative_days(rest, today):
        rest = rest[: span[0]] + "\0" * (span[1] - span[0]) + rest[span[1] :]
        yield _dated(whole, span, day)
    for match in _WEEKDAY.finditer(rest):
        yield _dated(whole, match.span(), f"weekday/{match[0].casefold()}")


def _possible(text: str) -> tuple[re.Pattern[str], ...]:
    """The patterns that can match at all: none without a digit, and only the first two without a month's name."""
    if not HAS_DIGIT.search(text):
        return ()
    numeric = tuple(pattern for pattern, needed in zip(_PATTERNS, _NUMERIC, strict=False) if needed.search(text))
    return (*numeric, *_PATTERNS[2:]) if _IS_MONTH.search(text) else numeric


def same_day(a: TypedValue, b: TypedValue) -> bool:
    """Whether two dates are the same day; where one names no year, by day and month. A wrong weekday equals none."""
    if a.year_known and b.year_known:
        same = a.canonical == b.canonical
    else:
        same = a.canonical[-5:] == b.canonical[-5:] and len(a.canonical) > 6 and len(b.canonical) > 6
    named = {day.weekday for day in (a, b)} - {None}
    known = a if a.year_known else b
    if same and named and _ISO_DAY.fullmatch(known.canonical):
        named.add(date.fromisoformat(known.canonical).isoweekday())
    return same and len(named) <= 1


def _calendar(whole: str, match: re.Match[str]) -> TypedValue:
    """The day of a match, with the weekday beside it."""
    day = _day(whole, match)
    name = next((match[group] for group in ("weekday", "in_brackets", "apposed") if match[group]), None)
    return day.model_copy(update={"weekday": weekday_number(name)}) if name else day


def _day(whole: str, match: re.Match[str]) -> TypedValue:
    parts = match.groupdict()
    month, year, last = _month_number(match["month"]), parts.get("year"), parts.get("last")
    day = parts.get("day") or parts.get("first")
    if day is None:
        return _dated(whole, match.span(), f"{year}-{month:02}")
    canonical = _iso(year, month, int(day))
    if last is None:
        return _dated(whole, match.span(), canonical, year_known=year is not None)
    both = f"{canonical}..{_iso(year, month, int(last))}"
    return _dated(whole, match.span(), both).model_copy(update={"bound": "range"})


def _dated(whole: str, span: tuple[int, int], canonical: str, *, year_known: bool = True) -> TypedValue:
    value = identifier("date", whole, *span, canonical)
    return value.model_copy(update={"bound": bound_around(whole, *span, temporal=True), "year_known": year_known})


def _month_number(written: str) -> int:
    if written.isdigit():
        return int(written)
    return next(n for n, name in enumerate(_MONTHS, 1) if name.startswith(written.casefold().rstrip(".")[:3]))


def _iso(year: str | None, month: int, day: int) -> str:
    """`2026-11-21`, or `--11-21` without a year; a day that no calendar has keeps a form that equals nothing."""
    try:
        date(int(year or 2024), month, day)
    except ValueError:
        return f"no such day: {year}/{month}/{day}"
    return f"{year or '-'}-{month:02}-{day:02}"


def _slashed(match: re.Match[str]) -> str:
    """A day where only one order of day and month is possible, else the written form."""
    a, b, year = int(match["a"]), int(match["b"]), match["year"]
    if len(year) == 4 and (a > 12) != (b > 12):
        return _iso(year, min(a, b), max(a, b))
    return f"ambiguous: {match[0]}"
