"""Versions that a question names, and whether a text speaks of one: itself, or in a range that it states."""

from __future__ import annotations

import re
from collections.abc import Iterator

SOFTWARE = re.compile(
    r"android|angular|apache|bash|chrome|composer|debian|django|docker|dotnet|drupal|elasticsearch|firefox|git|ios|java"
    r"|kafka|kubernetes|laravel|linux|macos|magento|mariadb|mongodb|mysql|nginx|node|nodejs|npm|opensearch|openssl|php"
    r"|postgres|postgresql|python|rabbitmq|react|redis|release|ruby|safari|symfony|ubuntu|v|varnish|ver|versions?|vue"
    r"|windows|wordpress",
    re.IGNORECASE,
)
"""Words, in any case, after which a number with a point is a version."""

_PATCH = r"(?:[ -]?p\d{1,3}|[-+ ]?(?:rc|beta|alpha)[.-]?\d{0,3})"
_LONG = rf"\d{{1,5}}(?:\.\d{{1,5}}){{2,4}}{_PATCH}?"
_SHORT = rf"\d{{1,4}}\.\d{{1,4}}{_PATCH}?"
_END = r"(?!\w|\.\w|%)"
_VERSION = rf"(?<![\w.$€£])v?(?P<NAME>{_LONG}|{_SHORT}){_END}"
_ANY = re.compile(_VERSION.replace("NAME", "number"), re.IGNORECASE)
_LINK = re.compile(
    r"\s*(?:,|/|-+>?|→|>|\bto\b|\band\b|\bor\b|\buntil\b|\bthrough\b|\bthan\b)\s*(?:[A-Za-z]{1,20} )?", re.I
)
"""What stands between two versions of one thing: `10.9 to 10.11`, `from 10.4 to MariaDB 10.5`."""
_WORD_BEFORE = re.compile(r"(?P<start>(?:^|[.!?]\s+)?)(?P<word>[A-Za-z][\w.]*)[ :=]{1,2}$")
_UNIT_AFTER = re.compile(
    r"\s?(?:[$€£]|(?:usd|eur|gbp|dollars?|euros?|kg|g|cm|mm|m|gb|mb|tb|kb|hours?|days?|inch|%)\b)", re.I
)
_DATE = re.compile(r"(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)\d\d")
_RANGE = re.compile(
    rf"{_VERSION.replace('NAME', 'first')}\s*(?:-|\bto\b|\bthrough\b|\buntil\b)\s*{_VERSION.replace('NAME', 'last')}",
    re.IGNORECASE,
)
_OPEN_RANGE = re.compile(
    rf"{_VERSION.replace('NAME', 'bound')}\s+(?:and|or)\s+(?P<way>earlier|lower|below|older|later|higher|above|newer)\b",
    re.I,
)
_DOWNWARDS = frozenset({"earlier", "lower", "below", "older"})


def blank(match: re.Match[str]) -> str:
    """A mark that no pattern matches, as long as what was found."""
    return "\0" * len(match[0])


def find_versions(text: str) -> tuple[list[str], str]:
    """The versions that a text names, and the text without them.

    Three parts and more are a version; two parts only after `v`, `version` or a word that is written as products are,
    or in a row with such a one: `MariaDB 10.9 to 10.11` names two, `10.50 EUR` and `1.5 litres` none.
    """
    taken = [match for row in _rows(text) if any(_is_version(match) for match in row) for match in row]
    rest = list(text)
    for match in taken:
        rest[match.start() : match.end()] = "\0" * len(match[0])
    return [_key(match["number"]) for match in taken], "".join(rest)


def holds_version(key: str, text: str) -> bool:
    """Whether a text names the version, as it is or by a range that it lies in; `2.4.6` is not `2.4.6-p3`."""
    if any(_key(match["number"]) == key for match in _ANY.finditer(text)):
        return True
    if re.search(rf"(?<![\w.])v?{re.escape(key)}\.(?:x\b|\*)", text, re.IGNORECASE):
        return True
    asked = _parts(key)
    closed = any(
        len(asked[0]) == len(_parts(one["first"])[0]) and _parts(one["first"]) <= asked <= _parts(one["last"])
        for one in _RANGE.finditer(text)
    )
    return closed or any(_lies_beyond(asked, one) for one in _OPEN_RANGE.finditer(text))


def _rows(text: str) -> Iterator[list[re.Match[str]]]:
    """Runs of versions that only a linking word parts."""
    row: list[re.Match[str]] = []
    for match in _ANY.finditer(text):
        if _DATE.fullmatch(match["number"]) or _UNIT_AFTER.match(text, match.end()):
            continue
        if row and not _LINK.fullmatch(text, row[-1].end(), match.start()):
            yield row
            row = []
        row.append(match)
    if row:
        yield row


def _is_version(match: re.Match[str]) -> bool:
    number = match["number"]
    if number.count(".") > 1 or re.search(r"[a-z]", number, re.IGNORECASE) or match[0][0] in "vV":
        return True
    before = _WORD_BEFORE.search(match.string, 0, match.start())
    return before is not None and _is_product(before["word"], number)


def _is_product(word: str, number: str) -> bool:
    """A known name, or one in capitals or mixed case; after a plain capitalised word two decimals may be a price."""
    if SOFTWARE.fullmatch(word) or (len(word) > 1 and any(mark.isupper() for mark in word[1:])):
        return True
    return word[0].isupper() and not re.fullmatch(r"\d+\.\d\d", number)


def _key(number: str) -> str:
    """Small letters, the suffix after a hyphen: `2.4.4 P1` is `2.4.4-p1`."""
    return re.sub(r"[ +-]?([a-z].*)$", r"-\1", number.casefold())


def _parts(number: str) -> tuple[tuple[int, ...], int]:
    """Its numbers, and that of its patch: 0 without one, below it for what came before the release."""
    release, _, suffix = _key(number).partition("-")
    patch = int(re.sub(r"\D", "", suffix) or 0) if suffix.startswith("p") else -1 if suffix else 0
    return tuple(int(part) for part in release.split(".")), patch


def _lies_beyond(asked: tuple[tuple[int, ...], int], found: re.Match[str]) -> bool:
    """Whether a version lies on the open side of a bound of the same line: `2.4.4-p9 and earlier` holds `2.4.4-p3`."""
    bound = _parts(found["bound"])
    if asked[0][:-1] != bound[0][:-1]:
        return False
    return asked <= bound if found["way"].casefold() in _DOWNWARDS else asked >= bound
