"""What a question names exactly: codes, versions, constants. A text about another one of them answers nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cached_property
from typing import Literal

from agent.folding import fold
from agent.named_versions import blank, find_versions, holds_version
from knowledge.order_ids import find_order_ids
from knowledge.types import Value

IdentifierKind = Literal["code", "version", "constant"]

ORDINARY = re.compile(
    r"a|about|above|after|an|and|around|are|article|as|at|before|below|by|chapter|class|code|day|error|exit|find|for|from"
    r"|grade|has|have|host|https?|in|into|is|item|last|level|line|lot|max|mid|min|month|next|no|number|of|on|only|or|over"
    r"|page|part|per|port|post|pre|section|show|size|state|status|step|table|than|the|till|to|top|type|under|until|up"
    r"|week|with|year|jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|march|april|june|july",
    re.IGNORECASE,
)
"""Words before a number that name no series of codes: `port 3306`, `error 503`, `in 2023`, `top-100`."""

_ELSEWHERE = re.compile(r"\S+@\S+|(?<!\w)@\w+|\b(?:[a-z][a-z0-9+.]{1,12}://|www\.)\S+", re.IGNORECASE)
"""E-mail addresses, handles and links: no article is about them."""
_CONSTANT = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z][A-Za-z0-9]{0,40}(?:_[A-Za-z0-9]{1,40}){1,12}(?![A-Za-z0-9_])")
_CODE = re.compile(
    r"(?<![\w.@/-])(?:[A-Za-z]{1,12}\d{0,8}(?:-[A-Za-z0-9]{1,12}){1,5}|[A-Za-z]{1,6}\d{2,10}[A-Za-z]{0,2}|0x[0-9A-Fa-f]{3,16})"
    r"(?:/[A-Za-z0-9]{1,2})?(?![\w@]|-\w|\.\w)"
)
_SPACED = re.compile(r"(?<![\w.@/-])[A-Za-z]{1,6}\d{0,8}(?: -?|-)\d{2,10}(?:[ -][Vv]?\d{1,10}){0,2}(?![\w-]|[.,]\d)")
_WORD_END = re.compile(r"(?:-[A-Za-z]{3,12})+$")
"""What is joined to a code with a hyphen and is none of it: `ACSD-54776-related`."""
_GROUPS = re.compile(r"[a-z]+|\d+")


class Identifier(Value):
    """One thing that a text names exactly."""

    kind: IdentifierKind
    key: str
    """One form for all ways to write it: small letters, `acsd-54776`, `2.4.6-p3`, `max_allowed_packet`."""

    def held_by(self, text: str) -> bool:
        """Whether a text names it, however it is written there.

        Args:
            text: in the form of `plain`.
        """
        if self.kind == "version":
            return holds_version(self.key, text)
        return bool(self._written.search(text))

    @cached_property
    def _written(self) -> re.Pattern[str]:
        if self.kind == "constant":
            return re.compile(rf"(?<![a-z0-9_]){self.key.replace('_', '[-_ ]')}(?![a-z0-9_])", re.IGNORECASE)
        code = "[-_ /]?".join(_GROUPS.findall(self.key))
        # MDVA-42507-V2 is another patch than MDVA-42507, and APSB24-61 another bulletin than APSB24-6.
        return re.compile(rf"(?<![a-z0-9])(?<![0-9]-){code}(?![a-z0-9]|-v?\d|/[a-z0-9]{{1,2}}\b)", re.IGNORECASE)


def plain(text: str) -> str:
    """The text with full-width signs, look-alike marks and blanks in one form and invisible characters gone."""
    if text.isascii():
        return fold(text)
    visible = "".join(mark for mark in text if unicodedata.category(mark) != "Cf")
    return fold(unicodedata.normalize("NFKC", visible))


def named_identifiers(question: str, found: str) -> tuple[Identifier, ...]:
    """What the question names, each once; order ids are left out, no article is about them.

    A number after a word (`acsd 54776`) is a code only where what was found writes codes of that series; else it is a
    number: a year, a port, a count.

    Args:
        question: as it was typed.
        found: the texts that were found for it, joined.
    """
    rest, found = _ELSEWHERE.sub(blank, plain(question)), plain(found)
    versions, rest = find_versions(rest)
    constants, rest = [match[0].casefold() for match in _CONSTANT.finditer(rest)], _CONSTANT.sub(blank, rest)
    spaced, rest = _spaced_codes(rest, found)
    named = [
        *(Identifier(kind="version", key=key) for key in versions),
        *(Identifier(kind="constant", key=key) for key in constants),
        *(Identifier(kind="code", key=key) for key in (*map(_joined, spaced), *_codes(rest))),
    ]
    return tuple(dict.fromkeys(named))


def names_code(text: str) -> bool:
    """Whether a text names any code or constant."""
    rest = plain(text)
    return bool(_CONSTANT.search(rest)) or any(True for _ in _codes(rest))


def _codes(text: str) -> Iterator[str]:
    for match in _CODE.finditer(text):
        code = _WORD_END.sub("", match[0])
        if _is_code(code) and not find_order_ids(code):
            yield _joined(code)


def _is_code(written: str) -> bool:
    """Two digits or more after letters that are no word; a long run of letters is a series in capitals only."""
    if written[:2].casefold() == "0x":
        return True
    letters = re.match(r"[A-Za-z]+", written)
    if letters is None or sum(mark.isdigit() for mark in written) < 2 or ORDINARY.fullmatch(letters[0]):
        return False
    return len(letters[0]) <= 6 or letters[0].isupper()


def _spaced_codes(text: str, found: str) -> tuple[list[str], str]:
    """Codes that are written with blanks, and the text without them."""
    codes: list[str] = []

    def take_out(match: re.Match[str]) -> str:
        code = _series_code(match[0], found) if " " in match[0] else None
        if code is None or find_order_ids(match[0]):
            return match[0]
        codes.append(code)
        return blank(match)

    return codes, _SPACED.sub(take_out, text)


def _series_code(written: str, found: str) -> str | None:
    """The longest beginning of what is written that stands in what was found; a code of the same series otherwise."""
    groups = re.split(r"[ -]+", written.casefold())
    if ORDINARY.fullmatch(re.sub(r"\d", "", groups[0])):
        return None
    for length in range(len(groups), 1, -1):
        code = "-".join(groups[:length])
        if re.search(rf"(?<![a-z0-9]){'-?'.join(groups[:length])}(?![a-z0-9])", found, re.IGNORECASE):
            return code
    series = re.compile(rf"(?<![a-z0-9]){re.escape(groups[0])}-?\d{{2,10}}(?![a-z])", re.IGNORECASE)
    return "-".join(groups[:2]) if series.search(found) else None


def _joined(code: str) -> str:
    return "-".join(_GROUPS.findall(code.casefold()))
