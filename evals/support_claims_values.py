"""Values as people write them: the forms of one value, and what it turns into by another unit."""

from __future__ import annotations

import re
from datetime import date

Direction = str
"""`~`: any other value is another statement; `+`: only a larger one; `-`: only a smaller one; `=`: a name."""

_NUMERALS = (
    ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
)
_WORDS = dict(zip((*range(2, 13), *range(20, 100, 10)), sum(_NUMERALS, ()), strict=True))
_SAME_SPAN = {
    "14 days": "two weeks",
    "21 days": "three weeks",
    "30 minutes": "half an hour",
    "12 months": "one year",
    "24 months": "two years",
    "36 months": "three years",
    "48 months": "four years",
    "60 months": "five years",
    "90 minutes": "an hour and a half",
}
_UNITS = ("minutes", "hours", "days", "business days", "weeks", "months", "years")
"""Shortest first; a business day is longer than a day, as a number of them may span a weekend."""

_SYMBOLS = {"USD": "$", "EUR": "€"}
_OTHER_CURRENCY = {"USD": "EUR", "EUR": "USD"}

_DOLLARS = re.compile(r"\$(\d+)(\.\d\d)?")
_AMOUNT = re.compile(r"(\d+\.\d\d) (USD|EUR)")
_SPAN = re.compile(rf"(\d+) ({'|'.join(sorted(_UNITS, key=len, reverse=True))})")
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_DAY = re.compile(r"(\d+) (January|March|May|August|October)")
_HOUR = re.compile(r"(\d+) (am|pm)")
_PERCENT = re.compile(r"(\d+)%")


def forms(value: str) -> tuple[str, ...]:
    """All ways to write a value, its own first: `$6.50` is also `6.50 USD`, `14 days` also `two weeks`.

    Money, spans of time, dates, hours of the day, shares and small counts have several; a name has only its own.
    """
    if found := _DOLLARS.fullmatch(value):
        return value, f"{found[1]}{found[2] or '.00'} USD", f"USD {found[1]}{found[2] or ''}"
    if found := _AMOUNT.fullmatch(value):
        return value, f"{_SYMBOLS[found[2]]}{found[1]}", f"{found[2]} {found[1]}"
    if found := _SPAN.fullmatch(value):
        return _span_forms(int(found[1]), found[2])
    if _ISO_DATE.fullmatch(value):
        return _date_forms(date.fromisoformat(value))
    return _short_forms(value)


def other_units(value: str, direction: Direction) -> tuple[str, ...]:
    """The same number in another unit, where that is certainly another statement; none for what has no unit.

    Which of two sums in two currencies is larger is nobody's to say, so bounds keep their currency.
    """
    if (found := _SPAN.fullmatch(value)) and found[2] in _UNITS:
        place = _UNITS.index(found[2])
        longer, shorter = _UNITS[place + 1 : place + 3], _UNITS[max(0, place - 2) : place]
        units = {"+": longer, "-": shorter, "~": longer + shorter}[direction]
        return tuple(f"{found[1]} {unit}" for unit in units)
    if direction == "~" and (found := _DOLLARS.fullmatch(value)):
        return (f"{found[1]}{found[2] or '.00'} EUR",)
    if direction == "~" and (found := _AMOUNT.fullmatch(value)):
        return (f"{found[1]} {_OTHER_CURRENCY[found[2]]}",)
    return ()


def _span_forms(number: int, unit: str) -> tuple[str, ...]:
    value = f"{number} {unit}"
    found = [value]
    if number in _WORDS:
        found.append(f"{_WORDS[number]} {unit}")
    if unit == "business days":
        found.append(f"{number} working days")
    if value in _SAME_SPAN:
        found.append(_SAME_SPAN[value])
    return tuple(found)


def _date_forms(day: date) -> tuple[str, ...]:
    month = day.strftime("%B")
    return day.isoformat(), f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}", f"{day.day} {month}"


def _short_forms(value: str) -> tuple[str, ...]:
    if found := _DAY.fullmatch(value):
        return value, f"{found[2]} {found[1]}"
    if found := _HOUR.fullmatch(value):
        hour = int(found[1]) + (12 if found[2] == "pm" else 0)
        return value, f"{hour:02}:00"
    if found := _PERCENT.fullmatch(value):
        return value, f"{found[1]} percent", f"{found[1]} per cent"
    if value.isdecimal() and int(value) in _WORDS:
        return value, _WORDS[int(value)]
    return (value,)
