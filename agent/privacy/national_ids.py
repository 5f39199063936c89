"""Numbers that a state gives a person: social security numbers by their form, others where they are called so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.privacy.types import Span

_IS = r"(?:['’]?s)?(?: (?:number|no\.?|nr\.?|num|#|code))?(?: (?:is|was|it['’]?s|are))?[ \t]{0,3}[:#=-]{0,2}\s{0,3}"
_SSN = re.compile(
    r"(?<![\w.-])(?P<area>\d{3})(?P<gap>[- ]?)(?P<group>\d{2})(?P=gap)(?P<serial>\d{4})(?![\w]|[.-]\d)",
)
_SSN_WORD = re.compile(r"\b(?:ssn|ss ?#|soc(?:ial)?(?:[- ]sec(?:urity)?)?|itin|tax ?payer)\b", re.IGNORECASE)
_CALLED = re.compile(
    r"\b(?P<what>national insurance|nino|ni|passport|driv(?:er|ing)(?:['’]?s)?[ -]?licen[cs]e|(?:national |personal )?(?:identity|id) card|national id"
    r"|personal id|tax id(?:entification)?|tin|steuer[- ]?id(?:entifikationsnummer|nummer)?|sozialversicherungsnummer|dni|nie|bsn"
    r"|codice fiscale|pesel|personnummer|nhs|medicare|social insurance|sin|aadhaar|pan card|curp)\b"
    rf"{_IS}(?P<number>(?=[A-Za-z0-9/. -]{{0,11}}\d)[A-Za-z0-9](?:[ /.-]?[A-Za-z0-9]){{4,19}}?)(?=[\s,;!?)]*(?:$|[^\w\s-])|\s+[a-z]|[,;.!?)])",
    re.IGNORECASE,
)
_DIGITS_WANTED = 4
_NINO = re.compile(r"\b(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] \d{2} \d{2} \d{2} [A-D]\b")


@dataclass(frozen=True)
class NationalIdRecogniser:
    """Finds US social security numbers, and other personal numbers that are named before they are given."""

    def find(self, text: str) -> Iterable[Span]:
        """Social security numbers with hyphens; without them only where the words before say what they are."""
        for match in _SSN.finditer(text):
            called = bool(_SSN_WORD.search(text, max(0, match.start() - 45), match.start()))
            if called or (match["gap"] == "-" and _may_exist(match["area"], match["group"], match["serial"])):
                yield Span("ssn", *match.span(), sure=called)
        for match in _CALLED.finditer(text):
            if sum(char.isdigit() for char in match["number"]) >= _DIGITS_WANTED:
                yield Span("national_id", *match.span("number"), sure=True)
        for match in _NINO.finditer(text):
            yield Span("national_id", *match.span(), sure=True)


def _may_exist(area: str, group: str, serial: str) -> bool:
    """Whether the Social Security Administration, or for a 9 the tax office, gives out such a number."""
    if area in ("000", "666") or group == "00" or serial == "0000":
        return False
    return not area.startswith("9") or 50 <= int(group) <= 99
