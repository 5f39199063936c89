"""Percentages, clock times, counts and measures; last of all, numbers that stand alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from agent.grounding.numbers import HAS_NUMBER, NUMBER, NUMBER_WORD, parse_number
from agent.grounding.typed import TypedValue, measure

_UNITS = {
    "kg": "kg|kilos?|kilograms?",
    "g": "g|grams?",
    "lb": "lbs?",
    "pound": "pounds?",
    "oz": "oz|ounces?",
    "mm": "mm|millimet(?:re|er)s?",
    "cm": "cm|centimet(?:re|er)s?",
    "m": "m|met(?:re|er)s?",
    "km": "km|kilomet(?:re|er)s?",
    "inch": "inch(?:es)?",
    "foot": "ft|foot|feet",
    "ml": "ml|millilit(?:re|er)s?",
    "l": "l|lit(?:re|er)s?",
    "W": "w|watts?",
    "V": "v|volts?",
    "MB": "mb|megabytes?",
    "GB": "gb|gigabytes?",
    "item": "items?|pieces?|pcs",
    "parcel": "parcels?|packages?",
    "character": "characters?",
    "digit": "digits?",
    "photo": "photos?|pictures?",
    "point": "points?",
    "attempt": "attempts?|tries",
    "time": "times?",
}
_UNIT = "|".join(f"(?P<u{n}>{words})" for n, words in enumerate(_UNITS.values()))
_AMOUNT = rf"(?:{NUMBER}|{NUMBER_WORD})"
_SIGN = r"(?P<sign>(?<![\w.)])(?:-|minus ))?"

_PERCENT = re.compile(
    rf"(?<![\w.,$€£]){_SIGN}(?:(?P<low>{_AMOUNT}) ?(?:%|per ?cent)?(?: ?- ?| to ))?(?P<high>{_AMOUNT})"
    r"(?: ?(?P<points>%[ -]points?|percentage points?)\b| ?%| per ?cent\b)",
    re.IGNORECASE,
)
_IS_PERCENT = re.compile(r"%|per ?cent", re.IGNORECASE)
_CLOCK = re.compile(
    r"(?<![\w.,:])(?:(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::\d{2})?|(?P<full>\d{1,2})(?= ?[ap]\.?m\b))"
    r"(?: ?(?P<half>[ap])\.?m\b\.?)?(?![\d:])",
    re.IGNORECASE,
)
_COUNT = re.compile(
    rf"(?<![\w.,$€£]){_SIGN}(?:(?P<low>{_AMOUNT})(?: ?- ?| to ))?(?P<high>{_AMOUNT})[ -]?(?:{_UNIT})(?![a-z])",
    re.IGNORECASE,
)
_BARE = re.compile(
    rf"(?<![\w.,]){_SIGN}(?P<high>{NUMBER}|(?!one(?![a-z])){NUMBER_WORD})(?![\d%]|[.,]\d)", re.IGNORECASE
)


def find_percentages(whole: str, rest: str) -> Iterator[TypedValue]:
    """`35 %`, `10-15%`, `5 percentage points`."""
    if not _IS_PERCENT.search(rest):
        return
    for match in _PERCENT.finditer(rest):
        yield _value("percent", whole, match, "percentage point" if match["points"] else "%")


def find_quantities(whole: str, rest: str) -> Iterator[TypedValue]:
    """Clock times in minutes after midnight, then counts with a known unit, then bare numbers."""
    if not HAS_NUMBER.search(rest):
        return
    clocks = list(_CLOCK.finditer(rest))
    for match in clocks:
        yield _clock(whole, match)
    rest = _CLOCK.sub(_blank, rest) if clocks else rest
    counts = list(_COUNT.finditer(rest))
    for match in counts:
        yield _value("quantity", whole, match, _unit(match))
    for match in _BARE.finditer(_COUNT.sub(_blank, rest) if counts else rest):
        yield _value("quantity", whole, match, "")


def _value(kind: str, whole: str, match: re.Match[str], unit: str) -> TypedValue:
    high = parse_number(match["high"])
    low = match.groupdict().get("low")
    ends = (parse_number(low) if low else high, high)
    negative = bool(match["sign"])
    return measure("percent" if kind == "percent" else "quantity", whole, match.span(), ends, unit, negative=negative)


def _clock(whole: str, match: re.Match[str]) -> TypedValue:
    hour = int(match["hour"] or match["full"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"].casefold() == "p" else 0)
    minutes = Decimal(60 * hour + int(match["minute"] or 0))
    return measure("quantity", whole, match.span(), (minutes, minutes), "clock")


def _unit(match: re.Match[str]) -> str:
    return next(unit for n, unit in enumerate(_UNITS) if match[f"u{n}"])


def _blank(match: re.Match[str]) -> str:
    return "\0" * len(match[0])
