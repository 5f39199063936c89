"""Amounts of money: `$45`, `US$45.00`, `45 dollars`, `EUR 1.234,50`, `$10-$20`, `$12.5k`, `-$5`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from agent.grounding.numbers import HAS_DIGIT, NUMBER, is_ambiguous, parse_number
from agent.grounding.typed import TypedValue, measure

_CODES = "USD|EUR|GBP|CAD|AUD|NZD|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|HKD|SGD"
_SYMBOLS = {
    "$": "USD",
    "us$": "USD",
    "ca$": "CAD",
    "c$": "CAD",
    "au$": "AUD",
    "a$": "AUD",
    "nz$": "NZD",
    "hk$": "HKD",
    "s$": "SGD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
}
_WORDS = {
    "dollar": "USD",
    "us dollar": "USD",
    "buck": "USD",
    "canadian dollar": "CAD",
    "australian dollar": "AUD",
    "euro": "EUR",
    "pound sterling": "GBP",
    "pounds sterling": "GBP",
    "cent": "cent",
}
_SCALES = {"k": 3, "thousand": 3, "m": 6, "mn": 6, "million": 6, "bn": 9, "billion": 9}

_IS_MONEY = re.compile(rf"[$€£¥₹]|{_CODES}|dollar|buck|euro|pound|cent", re.IGNORECASE)
"""What every amount has somewhere."""
_SIGN = r"(?P<sign>(?<![\w.])(?:-|minus ))?"
_SCALE = r"(?:k|mn?|bn)(?![a-z])| (?:thousand|million|billion)\b"
_SYMBOL = r"(?:(?<![a-z])(?:us|ca|c|au|a|nz|hk|s))?\$|[€£¥₹]"
_WORD = r"(?:us |canadian |australian )?dollars?|bucks?|euros?|pounds? sterling|cents?"
_BETWEEN = re.compile(r"between $", re.IGNORECASE)

_AFTER_SYMBOL = rf"{_SIGN}(?P<unit>{_SYMBOL}|(?<![a-z])(?:{_CODES})(?= ?-?\d)) ?(?P<inner>-)?"
_PREFIXED = re.compile(
    rf"{_AFTER_SYMBOL}(?P<low>{NUMBER})(?P<scale>{_SCALE})?"
    rf"(?:(?: ?- ?| to |(?P<joined> and ))(?:{_SYMBOL}|(?:{_CODES}) )?(?P<high>{NUMBER})(?P<high_scale>{_SCALE})?)?"
    rf"(?: ?(?P<code>{_CODES})\b)?(?![\d%]|[.,]\d)",
    re.IGNORECASE,
)
_SINGLE = re.compile(
    rf"{_AFTER_SYMBOL}(?P<high>{NUMBER})(?P<scale>{_SCALE})?(?: ?(?P<code>{_CODES})\b)?(?![\d%]|[.,]\d)", re.IGNORECASE
)
_SUFFIXED = re.compile(
    rf"(?<![\w.,$€£¥₹]){_SIGN}(?:(?P<low>{NUMBER})(?: ?- ?| to |(?P<joined> and )))?(?P<high>(?<![\d.,]){NUMBER})"
    rf"(?P<scale>{_SCALE})?(?: ?(?P<unit>[€£]|(?:{_CODES})\b)| (?P<word>(?:{_WORD})\b))",
    re.IGNORECASE,
)


def find_money(whole: str, rest: str) -> Iterator[TypedValue]:
    """Amounts in `rest`; the words around them are read from `whole`."""
    if not (HAS_DIGIT.search(rest) and _IS_MONEY.search(rest)):
        return
    for pattern in (_PREFIXED, _SINGLE, _SUFFIXED):
        taken = list(rest)
        for match in pattern.finditer(rest):
            value = _value(whole, match)
            if value is not None:
                taken[value.start : value.end] = "\0" * (value.end - value.start)
                yield value
        rest = "".join(taken)


def _value(whole: str, match: re.Match[str]) -> TypedValue | None:
    """The amount of a match; None where "and" joins two amounts that are no range."""
    groups = match.groupdict()
    start, low, high = match.start(), groups.get("low"), match["high"]
    if groups.get("joined") and not _BETWEEN.search(whole, max(0, start - 8), start):
        if match.re is _PREFIXED:
            return None
        start, low = match.start("high"), None
    low, high = low or high, high or low
    scale, high_scale = groups["scale"], groups.get("high_scale") or groups["scale"]
    ends = (parse_number(low) * _scale(scale or high_scale), parse_number(high) * _scale(high_scale))
    negative = bool(match["sign"] or groups.get("inner"))
    value = measure("money", whole, (start, match.end()), ends, _unit(groups), negative=negative)
    doubtful = is_ambiguous(low) or is_ambiguous(high) or _has_two_currencies(groups)
    return value.model_copy(update={"canonical": f"ambiguous: {low}-{high}"}) if doubtful else value


def _has_two_currencies(groups: dict[str, str | None]) -> bool:
    """Whether the sign before the amount and the code after it are of different currencies; `$` may be any dollar."""
    code, sign = groups.get("code"), groups.get("unit")
    if not code or not sign or sign == "$":
        return False
    return _SYMBOLS.get(sign.casefold(), sign.upper()) != code.upper()


def _unit(groups: dict[str, str | None]) -> str:
    unit = groups.get("code") or groups["unit"]
    if unit:
        return _SYMBOLS.get(unit.casefold(), unit.upper())
    word = (groups["word"] or "").casefold()
    return _WORDS.get(word) or _WORDS[word.removesuffix("s")]


def _scale(written: str | None) -> Decimal:
    return Decimal(10) ** _SCALES[written.strip().casefold()] if written else Decimal(1)
