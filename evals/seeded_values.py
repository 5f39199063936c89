"""Planters of wrong values: money, currency, percentages, durations and their units, dates, quantities, bounds."""

from __future__ import annotations

import re
from datetime import date, timedelta
from decimal import Decimal
from random import Random

from evals.seeded_numbers import MONTHS, NUMBER_WORDS, WORD_NUMBERS, match_case, other_amount, other_number
from evals.seeded_swapping import one_of_evidence, swapped
from evals.seeded_types import Line, Scene

_AMOUNT = r"\d[\d,]*(?:\.\d{1,2})?"
_MONEY = re.compile(
    rf"(?P<sign>[$€£])(?P<after>{_AMOUNT})(?![\w%])|(?<![\w.,$€£])(?P<before>{_AMOUNT})(?P<code> (?:USD|EUR|GBP|dollars|euros)\b)"
)
_CURRENCY = re.compile(r"(?<=\d )(?:USD|EUR|GBP|dollars|euros)\b|[$€£](?=\d)")
_OTHER_CURRENCY = {"USD": "EUR", "EUR": "USD", "GBP": "USD", "dollars": "euros", "euros": "dollars"}
_OTHER_CURRENCY |= {"$": "€", "€": "$", "£": "$"}
_PERCENT = re.compile(r"(?<![\w.,])\d{1,3}(?:\.\d)?(?= ?%| percent\b)")
_WORDS = "|".join(WORD_NUMBERS)
_UNITS = "business days?|working days?|days?|hours?|weeks?|months?|years?|minutes?|seconds?"
_DURATION = re.compile(rf"(?<![\w.,:/$€£-])(?P<number>\d{{1,4}}|{_WORDS})(?P<unit>[ -](?:{_UNITS})\b)", re.IGNORECASE)
_UNIT = re.compile(rf"(?:(?<=\d )|(?<=\w\w )(?<!\d ))(?P<unit>{_UNITS})\b")
_OTHER_UNITS = {
    "business day": ("day", "week"),
    "working day": ("day", "week"),
    "day": ("business day", "week", "hour"),
    "hour": ("day", "minute", "business day"),
    "week": ("day", "month"),
    "month": ("week", "year", "day"),
    "year": ("month",),
    "minute": ("hour", "day"),
    "second": ("minute", "hour"),
}
_LENGTHS = {"hour": ("minute", 60), "day": ("minute", 1440), "week": ("minute", 10080), "year": ("month", 12)}
_LENGTHS |= {"working day": ("business day", 1)}
_ISO = re.compile(r"(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])")
_WRITTEN = re.compile(rf"\b(?P<month>{'|'.join(MONTHS)}) (?P<day>\d{{1,2}})\b(?!\d)")
_NOT_COUNTED = rf"{_UNITS}|USD|EUR|GBP|dollars?|euros?|percent|am|pm|to|and|or|of|in|on|at|is|was|for|by|the|×"
_QUANTITY = re.compile(
    rf"(?<![\w.,:/#$€£×\"-])(?<!version )(?<!order )(?P<number>\d{{1,4}}|{_WORDS})(?= (?!(?:{_NOT_COUNTED})\b)[a-z-]{{3,}})"
)
_FLIPS = {
    "up to": "at least",
    "at least": "at most",
    "at most": "at least",
    "within": "after",
    "no more than": "no less than",
    "not more than": "not less than",
    "more than": "less than",
    "less than": "more than",
    "fewer than": "more than",
    "a maximum of": "a minimum of",
    "a minimum of": "a maximum of",
    "maximum": "minimum",
    "minimum": "maximum",
    "before": "after",
    "after": "before",
    "over": "under",
    "under": "over",
    "above": "below",
    "below": "above",
    "until": "from",
}
_BOUND = re.compile(
    rf"(?<!no )(?<!not )(?<!add )\b(?P<bound>{'|'.join(sorted(_FLIPS, key=len, reverse=True))}) (?=(?:the |a |an )?[$€£]?(?:\d|(?:{_WORDS})\b))",
    re.IGNORECASE,
)


def money(line: Line, scene: Scene, rng: Random) -> str | None:
    """Another amount in the same currency."""

    def other(match: re.Match[str]) -> str:
        found = one_of_evidence(_MONEY, scene, match[0], rng)
        amount = match["after"] or match["before"]
        alike = found and found[0] == match[0][0] and found.split()[1:] == match[0].split()[1:]
        if found and alike and _amount(found) != _amount(match[0]):
            return found
        return match[0].replace(amount, other_amount(amount, rng))

    return swapped(_MONEY, line.text, rng, other)


def currency(line: Line, scene: Scene, rng: Random) -> str | None:
    """The same amount in another currency."""
    return swapped(_CURRENCY, line.text, rng, lambda match: _OTHER_CURRENCY[match[0]])


def percentage(line: Line, scene: Scene, rng: Random) -> str | None:
    """Another percentage."""
    return swapped(
        _PERCENT,
        line.text,
        rng,
        lambda match: one_of_evidence(_PERCENT, scene, match[0], rng) or other_amount(match[0], rng),
    )


def duration(line: Line, scene: Scene, rng: Random) -> str | None:
    """Another number of the same unit, or another duration of the turn's articles."""

    def other(match: re.Match[str]) -> str:
        found = one_of_evidence(_DURATION, scene, match[0], rng)
        if found and _length(found) != _length(match[0]):
            return found
        return _other_count(match["number"], rng) + match["unit"]

    return swapped(_DURATION, line.text, rng, other)


def duration_unit(line: Line, scene: Scene, rng: Random) -> str | None:
    """The same number of another unit: days for business days, weeks for days."""

    def other(match: re.Match[str]) -> str | None:
        before = line.text[: match.start()].split()[-1:]
        if not before or not re.fullmatch(rf"\d{{1,4}}|{_WORDS}", before[0], re.IGNORECASE):
            return None
        if before[0] == "0":
            return None
        plural = match["unit"].endswith("s")
        return rng.choice(_OTHER_UNITS[match["unit"].removesuffix("s")]) + "s" * plural

    return swapped(_UNIT, line.text, rng, other)


def day(line: Line, scene: Scene, rng: Random) -> str | None:
    """Another date, as the turn's articles have one or some days off."""
    return swapped(_ISO, line.text, rng, lambda match: _other_day(match[0], scene, rng)) or swapped(
        _WRITTEN, line.text, rng, lambda match: f"{match['month']} {int(match['day']) % 28 + 1}"
    )


def quantity(line: Line, scene: Scene, rng: Random) -> str | None:
    """Another count of things."""
    return swapped(_QUANTITY, line.text, rng, lambda match: _other_count(match["number"], rng))


def bound(line: Line, scene: Scene, rng: Random) -> str | None:
    """The limit from the other side: at least for up to, after for within."""
    return swapped(_BOUND, line.text, rng, lambda match: match_case(match[0], f"{_FLIPS[match['bound'].casefold()]} "))


def _amount(written: str) -> Decimal:
    """The number of an amount of money: `45` and `45.00` are one."""
    return Decimal(re.sub(r"[^\d.]", "", written))


def _length(written: str) -> tuple[str, int]:
    """A duration in its smallest unit of fixed length: two weeks are 14 days, which are 336 hours."""
    number, unit = re.split(r"[ -]", written.casefold(), maxsplit=1)
    base, factor = _LENGTHS.get(unit.removesuffix("s"), (unit.removesuffix("s"), 1))
    return base, factor * (WORD_NUMBERS.get(number) or int(number))


def _other_count(written: str, rng: Random) -> str:
    number = WORD_NUMBERS.get(written.casefold()) or int(written)
    other = other_number(number, rng)
    return str(other) if written.isdigit() else match_case(written, NUMBER_WORDS.get(other, str(other)))


def _other_day(written: str, scene: Scene, rng: Random) -> str | None:
    try:
        true = date.fromisoformat(written)
    except ValueError:
        return None
    found = one_of_evidence(_ISO, scene, written, rng)
    return found or str(true + timedelta(days=rng.choice((-3, -1, 1, 2, 7, 30))))
