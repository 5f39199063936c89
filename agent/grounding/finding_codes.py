"""Codes: errors (`E-1034`), advisories and patches (`CVE-2024-39397`, `APSB24-61`, `MDVA-42507-V2`), article numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.grounding.numbers import HAS_DIGIT
from agent.grounding.typed import TypedValue, identifier

_ERROR = re.compile(r"(?<![\w-])(?P<letter>e)[ -]?(?P<number>\d{3,5})(?![\w-]|[.,]\d)", re.IGNORECASE)
_REVISION = r"(?:[-_ ]?v\d{1,2})?"
_END = r"(?![\w-]|\.\d)"
_KNOWN = re.compile(
    r"(?<![\w-])(?:cve[- ]?\d{4}[- ]\d{4,7}|apsb[- ]?\d{2}[- ]\d{1,3}"
    rf"|(?:cwe|acsd|mdva|mcloud|magecloud|acp2e|rhsa|usn|rfc)[- ]?\d{{2,7}}){_REVISION}{_END}",
    re.IGNORECASE,
)
"""Series whose codes are known in any letter case, with blanks for hyphens, or with nothing between."""

_GHSA = re.compile(r"(?<![\w-])ghsa(?:-[0-9a-z]{4}){3}(?![\w-])", re.IGNORECASE)
_CODE = re.compile(
    r"(?<![\w-])(?<!\d\.)(?=[A-Z0-9-]{0,80}[A-Z])(?=[A-Z-]{0,40}\d)[A-Z0-9]{1,12}(?:-[A-Z0-9]{1,12}){1,5}"
    r"(?:_V\d{1,2})?" + _END
)
_SMALL = re.compile(rf"(?<![\w-])[a-z]{{2,10}}\d{{0,4}}(?:-\d{{1,7}})?-\d{{5,9}}{_REVISION}{_END}", re.IGNORECASE)
_NO_SERIES = (
    r"USD|EUR|GBP|CAD|AUD|NZD|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|HKD|SGD|THB|BRL|MXN|ZAR|KRW|CZK|HUF|RON|TRY|ILS|AED|RUB|UAH"
    r"|SKU|EAN|UPC|ISBN|ZIP|PLZ|TEL|FAX|REF|PIN|ITEM|CODE|TOTAL|SUM|ORDER|CALL|PORT|OVER|FROM|UNDER|ABOUT|ABOVE|BELOW|AND|FOR"
)
_SPACED = re.compile(rf"(?<![\w-])(?!(?:{_NO_SERIES}) )[A-Z]{{3,8}} \d{{5,7}}(?:[- ]V\d{{1,2}})?{_END}")
_ADVISORY = re.compile(r"(?:acp2e|[a-z]{2,10})[- ]?\d{1,9}(?:[- ]\d{1,9})*(?:[-_ ]?v\d{1,2})?", re.IGNORECASE)
_SERIES_BEFORE = re.compile(r"(?<![\w-])(?P<series>[A-Za-z]{1,10})[- ]$")
_GOES_ON = re.compile(r"[\w.-]?\w|[-_ ]v?\d", re.IGNORECASE)


def find_codes(whole: str, rest: str) -> Iterator[TypedValue]:
    """Error codes (`E-1034`, `E 1034`, `E1034`), advisories however they are joined, other codes of capitals and digits."""
    if not (HAS_DIGIT.search(rest) or _GHSA.search(rest)):
        return
    errors = list(_ERROR.finditer(rest))
    for match in errors:
        if match[0][0] == "E" or match[0][1] == "-":
            yield identifier("error_code", whole, *match.span(), f"E-{match['number']}")
    rest = _ERROR.sub(_blank, rest) if errors else rest
    for pattern in (_KNOWN, _GHSA, _CODE, _SMALL, _SPACED):
        found = list(pattern.finditer(rest))
        for match in found:
            if not re.fullmatch(r"\d+-[A-Z]+", match[0]):
                yield identifier("error_code", whole, *match.span(), canonical_code(match[0]))
        rest = pattern.sub(_blank, rest) if found else rest


def canonical_code(written: str) -> str:
    """Capitals, its groups of letters and of digits joined by hyphens: `apsb24 61` is `APSB-24-61`, never `APSB-2461`.

    A code that is no series with numbers (`A1B2-C3`) keeps its groups as they are written.
    """
    code = written.upper()
    if not _ADVISORY.fullmatch(code):
        return code.replace("_", "-")
    series = re.match(r"ACP2E|[A-Z]+", code)
    rest = code[series.end() :] if series else code
    return "-".join([series[0] if series else "", *re.findall(r"V?\d+", rest)])


def spelt_code(text: str, start: int, end: int) -> str | None:
    """The code that a number makes with the word before it, `ISO 9001` or `x-200`; None where there is none, or it goes on.

    Such a number is a code only if another text writes it as one.
    """
    before = _SERIES_BEFORE.search(text, max(0, start - 12), start)
    if before is None or _GOES_ON.match(text, end):
        return None
    return canonical_code(f"{before['series']}-{text[start:end]}")


def _blank(match: re.Match[str]) -> str:
    return "\0" * len(match[0])
