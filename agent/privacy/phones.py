"""Telephone numbers: by their form, else where the words around them say so; only this file imports phonenumbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.privacy.types import Span

_NUMBER = re.compile(
    r"(?<![\w@#$€£%/-])(?<!\d[.,:])(?P<number>(?:(?:\+|00) ?)?\(?\d{1,15}\)?(?:(?:[ \t]{1,2}[-./]?[ \t]?|[-./][ \t]?|(?<=\))|(?=\())\(?\d{1,12}\)?){0,6})"
    r"(?:[ ,]{0,2}(?:ext\.?|extension|x|#) ?(?P<extension>\d{1,6}))?(?![\w%]|[.,:/-]\d)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?:\b(?:tele)?(?:phone|fon)s?\b|\btel\b\.?|\bmobiles?\b|\bmob\b\.?|\bcell(?:ular)?\b|\bhandy\b|\bfax\b|\bdesk\b|\blandline\b|\bwhats ?app\b|\bsms\b|\btext(?:ing)?(?: me)?\b"
    r"|\b(?:call(?:ing)?|ring|dial|phone|reach|contact)(?: (?:me|us|him|her|them|back|my \w{1,12}))*(?: (?:on|at|under|via|back))?\b|\banswering (?:at|on)\b"
    r"|\bmessages? to\b|\bregistered(?: (?:number|phone))?\b|\bmy (?:contact |work |home |new )?(?:number|no\.?|nr\.?)\b)"
    r"(?:[^\w\n]{0,3}(?:(?:number|no\.?|nr\.?|is|on|at|it['’]?s|me|my|the|under|:|=)[^\w\n+(]{0,3}){0,4})\s{0,6}\(?$",
    re.IGNORECASE,
)
_AFTER = re.compile(r"[ \t]{0,2}[-–(]?[ \t]{0,2}(?:office|fax|mobile|cell|home|work|desk|phone|tel)\b", re.IGNORECASE)
_NANP = re.compile(r"(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}")
_NANP_SOLID = re.compile(r"\(\d{3}\)\d{3}-?\d{4}")
_TRUNK = re.compile(r"\(?0\d{1,5}\)?(?:[ ./-]{1,2}\(?\d{2,8}\)?){1,5}")
_LEAST, _MOST = 6, 15
"""Digits: the shortest numbers that a shop is told, and the bound of ITU-T E.164."""
_NEAR = 42


@dataclass(frozen=True)
class PhoneRecogniser:
    """Finds telephone numbers."""

    regions: tuple[str, ...]
    """Countries (ISO 3166) in which a number without its country code may be at home."""

    def find(self, text: str) -> Iterable[Span]:
        """Numbers in a form of their own, and others that are called telephone numbers."""
        for match in _NUMBER.finditer(text):
            number = match["number"].rstrip(" \t.-/(")
            digits = sum(char.isdigit() for char in number)
            if not _LEAST <= digits <= _MOST:
                continue
            end = match.end() if match["extension"] else match.start() + len(number)
            called = _BEFORE.search(text, max(0, match.start() - _NEAR), match.start()) or _AFTER.match(text, end)
            if called or self._has_the_form(number):
                yield Span("phone", match.start(), end, sure=bool(called))

    def _has_the_form(self, number: str) -> bool:
        """Whether a number that nothing announces cannot well be anything else; solid digits can."""
        if number.startswith("+"):
            return self._is_possible(number, None)
        if _NANP.fullmatch(number) or _NANP_SOLID.fullmatch(number):
            return self._is_possible(number, "US")
        if number.startswith("00"):
            return self._is_possible("+" + number[2:].lstrip(), None)
        return bool(_TRUNK.fullmatch(number)) and any(self._is_valid(number, region) for region in self.regions)

    def _is_possible(self, number: str, region: str | None) -> bool:
        import phonenumbers

        try:
            return phonenumbers.is_possible_number(phonenumbers.parse(number, region))
        except phonenumbers.NumberParseException:
            return False

    def _is_valid(self, number: str, region: str) -> bool:
        import phonenumbers

        try:
            return phonenumbers.is_valid_number(phonenumbers.parse(number, region))
        except phonenumbers.NumberParseException:
            return False
