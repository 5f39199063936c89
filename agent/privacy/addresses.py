"""Street addresses and postcodes, where their form or the words before them say so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.privacy.types import Kind, Span

_CAP = r"[^\W\d_a-z][\w'’.-]{0,24}"
_ENGLISH = (
    r"(?:street|st|road|rd|avenue|ave|av|lane|ln|drive|dr|court|ct|terrace|ter|place|pl|square|sq|boulevard|blvd|way|crescent|cres|close|row"
    r"|highway|hwy|parkway|pkwy|circle|cir|trail|trl|grove|gardens|mews|quay|walk|loop|plaza|alley|pike|ridge|hill|park|green|rise|view)"
)
_UNIT = r"(?:,?\s{0,3}(?:apt|apartment|suite|ste|unit|flat|floor|fl|room|rm|#|no|box|bldg|building)\b\.? ?#?\w{1,6})"
_TAIL = rf"(?:{_UNIT}{{0,2}}(?:\s{{0,3}},?\s{{1,6}}{_CAP}(?: {_CAP}){{0,3}}){{0,3}}(?:\s{{0,3}},?\s{{1,6}}(?:[A-Z]{{1,2}}[ -])?\d{{3,6}}(?:[ -]\d{{2,4}}|[ ]?[A-Z]{{1,2}})?\b)?)"
_FORMS = (
    re.compile(rf"(?<![\w.])\d{{1,5}}[A-Za-z]?(?:[-/]\d{{1,4}})?,?\s(?:{_CAP}\s){{1,4}}(?i:{_ENGLISH})\b\.?{_TAIL}"),
    re.compile(
        rf"(?<![\w.])(?:\d{{1,5}}\s)?[^\W\d_a-z][\w-]{{1,30}}(?:stra(?:ß|ss)e|str\.|gasse|weg|platz|allee|damm|ufer|ring|laan|straat|gatan|vej|gata|väg(?:en)?|katu|tie|gt)\s\d{{1,4}}[a-z]?\b{_TAIL}"
    ),
    re.compile(
        rf"(?<![\w.])\d{{1,5}}(?: ?(?:bis|ter))?,?\s(?i:rue|avenue|boulevard|place|chemin|impasse|route|allée|quai)\s(?:(?:de|du|des|la|le|les|d['’]|l['’])\s?){{0,2}}{_CAP}(?: {_CAP}){{0,3}}{_TAIL}"
    ),
    re.compile(
        rf"(?<![\w.])(?:\d{{1,5}}\s)?(?i:calle|c/|avda\.?|avenida|paseo|plaza|via|viale|piazza|corso|rua|praça|ulica|ul\.)\s(?:(?:de|del|della|la|do|da|di)\s){{0,2}}{_CAP}(?: {_CAP}){{0,3}},?\s\d{{1,5}}\b{_TAIL}"
    ),
    re.compile(
        r"\bP\.? ?O\.? Box \d{1,6}\b|\b(?:Unit|PSC) \d{3,5} Box \d{1,5}\s+(?:DPO|APO|FPO) A[AEP] \d{5}\b", re.IGNORECASE
    ),
    re.compile(
        rf"(?<![\w.])(?i:(?:apt|apartment|suite|flat|unit)\.? )\d{{1,5}}[A-Za-z]?(?:\s{{0,3}},\s{{0,6}}{_CAP}(?: {_CAP}){{0,2}}){{0,2}}"
    ),
)
_CALLED = re.compile(
    r"\b(?:address(?:es)?(?: (?:of|for|on) [\w #-]{1,30}? (?:to|is|was)| is| was| to)?|lives? (?:at|on)|living (?:at|on)|located (?:at|on)|(?:ship|deliver|send|sent|forward)(?:ed|ing)?(?: it| them| this| that| my order)? to|resid(?:e|es|ing) at"
    r"|moved? to|office is (?:at|on)|anschrift(?: ist)?|adresse(?: ist| est)?)\b[ \t]{0,3}:?\s{0,6}(?P<address>(?!(?:of|for|on|to) )(?=[^.!?\n]{0,60}\d)[^\W_][^!?\n]{4,140}?(?=[.!?]\s|[.!?]?$|\n|;| (?:and|but|because|please|so|instead|not)\b))",
    re.IGNORECASE,
)
_POSTCODE = re.compile(
    r"\b(?:zip|post|postal|plz|pin)[ -]?(?:code)?s?\b(?: (?:of|on|for) [\w #-]{1,30}?)?(?: is| was|[ \t]{0,3}[:=]| changed to){0,2}[ \t]{0,3}(?P<code>(?=[A-Za-z0-9 -]{0,8}\d)[A-Za-z0-9]{2,5}(?:[ -]?(?=[A-Za-z0-9]{0,3}\d)[A-Za-z0-9]{2,4}|[ ][A-Z]{2}\b)?)(?![\w-])",
    re.IGNORECASE,
)
_UK = re.compile(r"(?<![\w-])[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}(?![\w-])")
_CANADA = re.compile(r"(?<![\w-])[ABCEGHJ-NPRSTVXY]\d[A-Z] \d[A-Z]\d(?![\w-])")
POSTCODES = (_POSTCODE, _UK, _CANADA)
"""A postcode by what it is called, and two by their form."""


@dataclass(frozen=True)
class AddressRecogniser:
    """Finds streets with their house numbers, what is called an address, and postcodes."""

    def find(self, text: str) -> Iterable[Span]:
        """Addresses as far as their form goes."""
        for pattern in _FORMS:
            yield from _spans("address", pattern, text, 0)
        yield from _spans("address", _CALLED, text, "address")
        yield from _spans("postcode", _POSTCODE, text, "code")
        for pattern in (_UK, _CANADA):
            yield from _spans("postcode", pattern, text, 0)


def _spans(kind: Kind, pattern: re.Pattern[str], text: str, group: int | str) -> Iterable[Span]:
    for match in pattern.finditer(text):
        yield Span(kind, match.start(group), match.start(group) + len(match[group].rstrip(" .,\n")), sure=True)
