"""Telephone numbers: `+1 (555) 010-9999`, `555-010-9999`, `020 7946 0958`, `0044 20 7946 0958 ext. 12`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.grounding.typed import TypedValue, identifier

_PHONE = re.compile(
    r"(?<![\w.+-])(?P<number>(?:\+|00(?=\d{2} ))\d[\d ().-]{6,20}\d|(?:1[ .-])?\(\d{3}\) ?\d{3}[ .-]\d{4}"
    r"|(?:1[ .-])?\d{3}[ .-]\d{3}[ .-]\d{4}|\(?0\d{2,5}\)?(?:[ -]\d{2,4}){2,3})(?:,? (?:ext\.?|extension) ?(?P<extension>\d{1,6}))?"
    r"(?![\w-])",
    re.IGNORECASE,
)
_LONGEST_COUNTRY_CODE = 3
_SHORTEST_NATIONAL = 9
"""Digits of a number without its country code below which a shared ending says little."""


def find_phones(whole: str, rest: str) -> Iterator[TypedValue]:
    """Telephone numbers by their digits; a plus sign stands for what is dialled to leave the country (ITU-T E.123)."""
    for match in _PHONE.finditer(rest):
        extension = f"x{match['extension']}" if match["extension"] else ""
        yield identifier("phone", whole, *match.span(), _digits(match["number"]) + extension)


def same_phone(one: str, other: str) -> bool:
    """Whether two canonical numbers reach the same line; one may be written without its country code."""
    if one == other:
        return True
    (number, _, extension), (second, _, second_extension) = one.partition("x"), other.partition("x")
    if extension != second_extension or number.startswith("+") == second.startswith("+"):
        return False
    foreign, national = (number, second) if number.startswith("+") else (second, number)
    return _is_national_form(foreign[1:], national)


def _is_national_form(foreign: str, national: str) -> bool:
    """`+44 20 7946 0958` is dialled as `020 7946 0958` at home, `+1 555 010 9999` as `1 555 010 9999` or without the 1."""
    if foreign == national and foreign.startswith("1"):
        return True
    local = national.removeprefix("0")
    code = len(foreign) - len(local)
    return len(local) >= _SHORTEST_NATIONAL and 0 < code <= _LONGEST_COUNTRY_CODE and foreign.endswith(local)


def _digits(written: str) -> str:
    """Digits with a leading plus; the zero that some put in brackets after a country code is not dialled."""
    plain = written.replace("(0)", "")
    if plain.startswith("00"):
        plain = f"+{plain[2:]}"
    return re.sub(r"[^\d+]", "", plain)
