"""Rewordings that keep a sentence true, so that cutting one is a false cut: the same value, written another way."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from evals.seeded_numbers import MONTHS, NUMBER_WORDS, match_case

Reword = Callable[[re.Match[str]], str | None]
"""What to put for a match; None where it is to stay as it is."""

_LARGER = {("day", 7): "a week", ("day", 14): "two weeks", ("hour", 24): "one day", ("hour", 48): "two days"}
_LARGER |= {("hour", 72): "three days", ("month", 12): "one year", ("month", 24): "two years", ("week", 2): "14 days"}
_LARGER |= {("month", 36): "three years", ("minute", 60): "one hour", ("year", 1): "12 months", ("week", 1): "7 days"}
_SHORT = {"cannot": "can't", "can not": "can't", "do not": "don't", "does not": "doesn't", "is not": "isn't"}
_SHORT |= {"are not": "aren't", "will not": "won't", "was not": "wasn't", "has not": "hasn't", "did not": "didn't"}
_LONG = {short: long for long, short in _SHORT.items()} | {"can't": "can not"}
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
_CODES = {sign: code for code, sign in _SIGNS.items()}


def rewordings(text: str) -> dict[str, str]:
    """Each way of rewording that applies to a text, with the text so reworded; one value is changed in each."""
    if "](" in text:
        # What stands in a link may be a title, which is not ours to reword.
        return {}
    found = {name: _first(pattern, reword, text) for name, (pattern, reword) in _WAYS.items()}
    return {name: changed for name, changed in found.items() if changed is not None}


def _first(pattern: re.Pattern[str], reword: Reword, text: str) -> str | None:
    """The text with the first match that can be reworded."""
    for match in pattern.finditer(text):
        put = reword(match)
        if put is not None and put != match[0]:
            return text[: match.start()] + put + text[match.end() :]
    return None


def _in_other_unit(match: re.Match[str]) -> str | None:
    return _LARGER.get((match[2].casefold(), int(match[1])))


def _in_words(match: re.Match[str]) -> str | None:
    word = NUMBER_WORDS.get(int(match[1]))
    return None if word is None else f"{word}{match[0][len(match[1]) :]}"


def _money_with_sign(match: re.Match[str]) -> str:
    return f"{_SIGNS[match[2]]}{match[1].removesuffix('.00')}"


def _money_with_code(match: re.Match[str]) -> str:
    return f"{match[2] if '.' in match[2] else match[2] + '.00'} {_CODES[match[1]]}"


def _money_without_cents(match: re.Match[str]) -> str:
    return f"{match[1]} {match[2]}"


def _thousands(match: re.Match[str]) -> str:
    return f"{int(match[1]):,}{match[2]}"


def _without_thousands(match: re.Match[str]) -> str:
    return match[0].replace(",", "")


def _date_in_words(match: re.Match[str]) -> str | None:
    try:
        day = date.fromisoformat(match[0])
    except ValueError:
        return None
    month = MONTHS[day.month - 1]
    return f"{month} {day.day}, {day.year}" if day.day % 2 else f"{day.day} {month} {day.year}"


def _percent(match: re.Match[str]) -> str:
    return f"{match[1]} percent" if match[2].strip() == "%" else f"{match[1]}%"


def _clock(match: re.Match[str]) -> str:
    hour = int(match[1])
    return f"{hour % 12 or 12}{':' + match[2] if match[2] != '00' else ''} {'pm' if hour > 11 else 'am'}"


def _negation(table: dict[str, str]) -> Reword:
    return lambda match: match_case(match[0], table[match[0].casefold()])


def _any_of(table: dict[str, str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(table, key=len, reverse=True))})\b(?! only)", re.IGNORECASE)


_WAYS: dict[str, tuple[re.Pattern[str], Reword]] = {
    "duration in another unit": (
        re.compile(r"(?<![\w.,–-])(\d{1,2}) (day|hour|month|week|minute|year)s?\b(?! (?:to|or)\b)"),
        _in_other_unit,
    ),
    "duration in words": (
        re.compile(r"(?<![\w.,–-])(?<! to )(\d{1,2}) (?:business )?(?:day|hour|month|week|minute|year)s?\b(?! to\b)"),
        _in_words,
    ),
    "money with a sign": (re.compile(r"(?<![\w.,])(\d[\d,]*(?:\.\d\d)?) (USD|EUR|GBP)\b"), _money_with_sign),
    "money with a code": (re.compile(r"(?<![\w])([$€£])(\d[\d,]*(?:\.\d\d)?)(?![\w%]|[.,]\d)"), _money_with_code),
    "money without cents": (re.compile(r"(?<![\w.,])(\d[\d,]*)\.00 (USD|EUR|GBP)\b"), _money_without_cents),
    "thousands marked": (re.compile(r"(?<![\w.,/#:$€£-])([1-9]\d{3,5})(\.\d\d (?:USD|EUR|GBP))\b"), _thousands),
    "thousands unmarked": (re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w,])"), _without_thousands),
    "date in words": (re.compile(r"(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])"), _date_in_words),
    "percent": (re.compile(r"(?<![\w.,–-])(\d{1,3})( ?%| percent\b)"), _percent),
    "clock": (re.compile(r"(?<![\w:])([01]\d|2[0-3]):([0-5]\d)(?![\w:])"), _clock),
    "short negation": (_any_of(_SHORT), _negation(_SHORT)),
    "long negation": (_any_of(_LONG), _negation(_LONG)),
}
