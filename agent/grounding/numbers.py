"""Numbers, ranges and bounds: the grammar that money, durations and quantities share."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal

Bound = Literal["exact", "at_most", "at_least", "range", "before", "after"]

NUMBER = (
    r"(?:\d{1,3}(?:[,']\d{2,3})+(?:\.\d{1,6})?"  # 1,249.00  1,00,000  1'234.50
    r"|\d{1,3}(?:\.\d{3})+,\d{1,2}"  # 1.234,56
    r"|\d{1,15}(?:[.,]\d{1,6})?)"  # 45  45.00  45,00
)
"""A written number without sign. Every repetition is bounded, so matching stays linear."""

_ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORD_VALUES = {word: n for n, word in enumerate(_ONES + _TEENS, 1)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
_ARTICLES = ("a", "an")

NUMBER_WORD = rf"(?:(?:{'|'.join(_TENS)})(?:[ -](?:{'|'.join(_ONES)}))?|{'|'.join(_TEENS + _ONES)})(?![a-z])"
"""One to ninety-nine in words."""

_BOUND_WORDS: dict[Bound, str] = {
    "at_most": r"up to|at (?:the )?most|(?:no|not) (?:more|longer|later|greater) than|less than|fewer than|under"
    r"|below|within|max(?:imum|\.)?(?: of)?|as (?:much|many|long) as|not exceeding",
    "at_least": r"at (?:the )?least|(?:no|not) (?:less|fewer|sooner|earlier) than|min(?:imum|\.)?(?: of)?|more than"
    r"|over|above|longer than|exceeding|starting (?:at|from|on)|from",
    "before": r"before|earlier than",
    "after": r"after|later than",
}
_DATE_BOUND_WORDS: dict[Bound, str] = {
    "at_most": "by|until|till|through|to|on or before",
    "at_least": "since|on or after",
}
_FILLER = r"(?:(?:the|a|an|about|around|approximately|roughly|only|of|another|maximum|minimum|total) ){0,3}"
_BEFORE, _BEFORE_DATE = (
    {bound: re.compile(rf"(?<![a-z])(?:{words}) {_FILLER}$", re.IGNORECASE) for bound, words in table.items()}
    for table in (_BOUND_WORDS, _DATE_BOUND_WORDS)
)
_NEGATED = re.compile(r"(?<![a-z])(?:no|not) (?:more|less|fewer|longer|later|sooner|earlier|greater) than ", re.I)
_AFTER: dict[Bound, re.Pattern[str]] = {
    "at_most": re.compile(
        r" ?(?:or (?:less|fewer|under|below|sooner|earlier|before)|at (?:the )?(?:most|latest)|max(?:imum)?)\b", re.I
    ),
    "at_least": re.compile(
        r" ?(?:\+|(?:or|and) (?:more|longer|up|above|over|later|after)\b|at (?:the )?least\b|min(?:imum)?\b)", re.I
    ),
}
_LOOK_BACK = 48
"""Characters before a value in which its bound is looked for."""


def parse_number(written: str) -> Decimal:
    """The value of a number in digits or words, for example `1,249.00`, `45,00`, `twenty-one` or `a`."""
    word = written.strip().casefold().replace("-", " ")
    if word in _ARTICLES:
        return Decimal(1)
    if word[:1].isalpha():
        return Decimal(sum(_WORD_VALUES[part] for part in word.split()))
    digits = written.replace("'", "")
    if "," in digits and "." in digits:
        group = "," if digits.rindex(".") > digits.rindex(",") else "."
        return Decimal(digits.replace(group, "").replace(",", "."))
    if re.fullmatch(r"\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?:\.\d{3}){2,}", digits):
        return Decimal(re.sub(r"[.,]", "", digits))
    return Decimal(digits.replace(",", ".")) if digits.count(",") <= 1 else Decimal(digits.replace(",", ""))


def bound_around(text: str, start: int, end: int, *, temporal: bool = False) -> Bound:
    """Whether the words before or after a value make it a bound: `up to 30 days`, `$50 or more`.

    `by`, `until` and `since` bound a point in time only: "reduced by $5" is no bound.
    """
    before = text[max(0, start - _LOOK_BACK) : start]
    for bound, pattern in _AFTER.items():
        if pattern.match(text, end):
            return bound
    if temporal:
        for bound, pattern in _BEFORE_DATE.items():
            if pattern.search(before):
                return bound
    negated = _NEGATED.search(before)
    for bound in ("at_most", "at_least") if negated else ("at_most", "at_least", "before", "after"):
        found = _BEFORE[bound].search(before)
        if found and not (negated and found.start() > negated.start()):
            return bound
    return "exact"


def limits(low: Decimal, high: Decimal, bound: Bound) -> tuple[Decimal | None, Decimal | None]:
    """The two ends that a value of this bound has; None is open."""
    if bound in ("at_most", "before"):
        return None, high
    return (low, None) if bound in ("at_least", "after") else (low, high)
