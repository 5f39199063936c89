"""Numbers in digits and in words: the grammar that money, durations and quantities share."""

from __future__ import annotations

import re
from decimal import Decimal

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

_UNDER_HUNDRED = rf"(?:(?:{'|'.join(_TENS)})(?:[ -](?:{'|'.join(_ONES)})|(?![ -](?:{'|'.join(_ONES)})(?![a-z])))|{'|'.join(_TEENS + _ONES)})"
NUMBER_WORD = rf"(?:(?:a|{'|'.join(_ONES)})[ -]hundred(?:(?: and)? {_UNDER_HUNDRED})?|(?:half )?a dozen|{_UNDER_HUNDRED})(?![a-z])"
"""One to nine hundred and ninety-nine in words, a dozen and half a dozen."""


HAS_DIGIT = re.compile(r"\d")
HAS_NUMBER = re.compile(rf"\d|{NUMBER_WORD}", re.IGNORECASE)
"""Whether a text can hold a number at all: a quick look that spares most texts the patterns that take one apart."""


def parse_number(written: str) -> Decimal:
    """The value of a number in digits or words, for example `1,249.00`, `45,00`, `twenty-one` or `a`."""
    word = written.strip().casefold().replace("-", " ")
    if word[:1].isalpha():
        return _in_words(word)
    digits = written.replace("'", "")
    if "," in digits and "." in digits:
        group = "," if digits.rindex(".") > digits.rindex(",") else "."
        return Decimal(digits.replace(group, "").replace(",", "."))
    if re.fullmatch(r"\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?:\.\d{3}){2,}", digits):
        return Decimal(re.sub(r"[.,]", "", digits))
    return Decimal(digits.replace(",", ".")) if digits.count(",") <= 1 else Decimal(digits.replace(",", ""))


def is_ambiguous(written: str) -> bool:
    """Whether a number reads as thousands in one country and as three decimals in another: `1.250`."""
    return bool(re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", written))


def _in_words(word: str) -> Decimal:
    if word in _ARTICLES:
        return Decimal(1)
    if word.endswith("dozen"):
        return Decimal(6 if word.startswith("half") else 12)
    hundreds, found, rest = word.partition(" hundred")
    if not found:
        return Decimal(sum(_WORD_VALUES[part] for part in word.split()))
    units = sum(_WORD_VALUES[part] for part in rest.split() if part != "and")
    return Decimal(100 * (1 if hundreds == "a" else _WORD_VALUES[hundreds]) + units)
