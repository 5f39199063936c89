"""Lengths of time: `48 hours`, `a week`, `half a year`, `5-10 business days`, `five to ten working days`, `30-day`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from agent.grounding.numbers import NUMBER, NUMBER_WORD, parse_number
from agent.grounding.typed import TypedValue, measure

_UNITS = {
    "second": "second",
    "sec": "second",
    "minute": "minute",
    "min": "minute",
    "hour": "hour",
    "hr": "hour",
    "h": "hour",
    "day": "day",
    "night": "night",
    "week": "week",
    "fortnight": "fortnight",
    "month": "month",
    "year": "year",
    "yr": "year",
    "weekday": "business day",
    "workday": "business day",
}
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800, "fortnight": 1209600}
_MONTHS = {"month": 1, "year": 12}

_AMOUNT = rf"(?:{NUMBER}|{NUMBER_WORD})"
_UNIT = rf"(?:(?P<qualifier>business|working|calendar)[ -])?(?P<unit>{'|'.join(_UNITS)})s?(?![a-z])"
_LOW_UNIT = (
    rf"(?:[ -](?:(?P<low_qualifier>business|working|calendar)[ -])?(?P<low_unit>{'|'.join(_UNITS)})(?P<low_plural>s?))?"
)
_DURATION = re.compile(
    rf"(?<![\w.,$€£-])(?:(?P<low>{_AMOUNT}){_LOW_UNIT}(?: ?- ?|[ -]to[ -]|(?P<joined> and )))?"
    rf"(?P<high>{_AMOUNT}|an?(?= ))[ -]?{_UNIT}",
    re.IGNORECASE,
)
_IS_TIME = re.compile(rf"{'|'.join(name for name in _UNITS if name != 'h')}|(?<![a-z])hs?(?![a-z])", re.IGNORECASE)
"""What every duration has somewhere."""
_BETWEEN = re.compile(r"between $", re.IGNORECASE)
_HALF = re.compile(
    rf"(?<![a-z])(?:half an? (?P<half>{'|'.join(_UNITS)})(?![a-z])|(?P<count>{_AMOUNT}|an?) and a half {_UNIT}"
    rf"|(?P<count2>an?|one|\d{{1,3}}) (?P<unit2>{'|'.join(_UNITS)}) and a half(?![a-z]))",
    re.IGNORECASE,
)
_PART = re.compile(r"(?:half|quarter of|third of|quarters of|thirds of|and a half) (?:an? )?$", re.IGNORECASE)
_MORE = re.compile(r" and an? (?:half|quarter|third)\b", re.IGNORECASE)


def find_durations(whole: str, rest: str) -> Iterator[TypedValue]:
    """Durations in `rest`; one of which the text takes another part than a half is left unread rather than misread."""
    if not _IS_TIME.search(rest):
        return
    for match in _HALF.finditer(rest):
        yield _with_half(whole, match)
    for match in _DURATION.finditer(_HALF.sub(lambda match: "\0" * len(match[0]), rest)):
        if not _PART.search(whole[max(0, match.start() - 14) : match.start()]) and not _MORE.match(whole, match.end()):
            yield from _values(whole, match)


def in_base_unit(ends: Iterable[Decimal | None], unit: str) -> tuple[object, ...]:
    """Ends in seconds or in months where the unit has a fixed length; others keep their unit."""
    for base, lengths in (("second", _SECONDS), ("month", _MONTHS)):
        if unit in lengths:
            return (base, *(None if end is None else end * lengths[unit] for end in ends))
    return (unit, *ends)


def _values(whole: str, match: re.Match[str]) -> Iterator[TypedValue]:
    """One value, or two where "and" joins them or their units differ: `24 hours to 2 days`."""
    high, unit = parse_number(match["high"]), _unit(match["unit"], match["qualifier"])
    if match["low"] is None:
        yield measure("duration", whole, match.span(), (high, high), unit)
        return
    low = parse_number(match["low"])
    low_unit = _unit(match["low_unit"], match["low_qualifier"]) if match["low_unit"] else unit
    by_chance = match["joined"] and not _BETWEEN.search(whole, max(0, match.start() - 8), match.start())
    if not by_chance and low_unit in (unit, unit.removeprefix("business ")):
        yield measure("duration", whole, match.span(), (low, high), unit)
        return
    if match["low_unit"]:
        yield measure("duration", whole, (match.start(), match.end("low_plural")), (low, low), low_unit)
    yield measure("duration", whole, (match.start("high"), match.end()), (high, high), unit)


def _with_half(whole: str, match: re.Match[str]) -> TypedValue:
    count = match["count"] or match["count2"]
    amount = Decimal("0.5") + (parse_number(count) if count else 0)
    unit = _unit(match["half"] or match["unit"] or match["unit2"], match["qualifier"])
    return measure("duration", whole, match.span(), (amount, amount), unit)


def _unit(written: str, qualifier: str | None) -> str:
    unit = _UNITS[written.casefold()]
    return f"business {unit}" if (qualifier or "").casefold() in ("business", "working") else unit
