"""Reading a postal address from a message. An address is data: every part is bounded, printable and on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from knowledge.order_types import Address

LINE_CHARS = 80
LINE_WORDS = 8
_MARKS = re.compile(r"[^\W_](?:[^\W_]|[ .,'’/&()ºª#-])*")
"""What a part of an address may consist of: letters, digits, and the marks that addresses have."""
_POSTCODE = r"(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4} ?[A-Z]{2}|\d{5}-\d{4}|(?:[A-Z]{1,2}-)?\d{3}[ -]?\d{2}|\d{4}-\d{3}|\d{3}-\d{4}|\d{4,6})"
_HOUSE = re.compile(r"\d+\w{0,3}[ ,].*[^\W\d_]\.?|.*[^\W\d_].*\s\d+\s?\w{0,3}\b|P\.? ?O\.? Box \d+.*", re.IGNORECASE)
_STATE_ZIP = re.compile(r"(?P<state>[A-Z]{2}),? (?P<postcode>\d{5}(?:-\d{4})?)")
_CITY_STATE_ZIP = re.compile(r"(?P<city>[^\W\d_][^\d]*?),? (?P<state>[A-Z]{2}),? (?P<postcode>\d{5}(?:-\d{4})?)")
_ZIP_CITY = re.compile(rf"(?P<postcode>{_POSTCODE}) (?P<city>[^\W\d_][^\d]*)")
_CITY_ZIP = re.compile(rf"(?P<city>[^\W\d_][^\d]*?) (?P<postcode>{_POSTCODE})")
_ZIP = re.compile(rf"(?P<postcode>{_POSTCODE})")
_CITY = re.compile(r"[^\W\d_][^\d]*")
_STATE = re.compile(r"[A-Z]{2}")
_BEGINS = re.compile(r"\b(?:to|is|at|address)\b:?\s*|:\s*|\n", re.IGNORECASE)
_REFUSED = re.compile(r"\b(?:not|never|instead of|rather than)\s*$", re.IGNORECASE)
"""Before an address to which nothing shall go."""
_SENTENCE_END = re.compile(r"(?<=[^\W\d_]{3})\.\s+(?=[A-Z][a-z]+(?: [a-z]|[.!]|$))|[!?](?:\s|$)")
_TAIL = re.compile(r"[\s,.!]*\b(?:please|instead|thanks|thank you|cheers|now)\b[\s.!]*$|[\s.!]+$", re.IGNORECASE)
COUNTRIES = {
    **{"us": "US", "usa": "US", "united states": "US", "united states of america": "US", "gb": "GB", "uk": "GB"},
    **{"united kingdom": "GB", "great britain": "GB", "england": "GB", "scotland": "GB", "wales": "GB", "ie": "IE"},
    **{"ireland": "IE", "de": "DE", "germany": "DE", "deutschland": "DE", "fr": "FR", "france": "FR", "es": "ES"},
    **{"spain": "ES", "españa": "ES", "it": "IT", "italy": "IT", "nl": "NL", "netherlands": "NL"},
    **{"the netherlands": "NL", "be": "BE", "belgium": "BE", "at": "AT", "austria": "AT", "ch": "CH"},
    **{"switzerland": "CH", "se": "SE", "sweden": "SE", "dk": "DK", "denmark": "DK", "no": "NO", "norway": "NO"},
    **{"fi": "FI", "finland": "FI", "pl": "PL", "poland": "PL", "pt": "PT", "portugal": "PT", "ca": "CA"},
    **{"canada": "CA", "au": "AU", "australia": "AU", "nz": "NZ", "new zealand": "NZ", "jp": "JP", "japan": "JP"},
}
"""Names of countries as customers write them, and ISO 3166-1 alpha-2 codes."""


def read_address(text: str, country: str) -> Address | None:
    """The address that a message gives, complete, or None.

    Args:
        text: the customer's own words; street, place and postcode stand between commas or on lines of their own.
        country: that of the order, taken where the message names none.
    """
    for rest in _candidates(text):
        parts = [part.strip() for part in re.split(r"[,\n]", _without_courtesies(rest)) if part.strip()]
        if found := _parsed(parts, country):
            return found
    return None


def one_line(address: Address) -> str:
    """The address as it is shown before anything is done."""
    state = " ".join(part for part in (address.state, address.postcode) if part)
    parts = (address.line1, address.line2, address.city, state, address.country)
    return ", ".join(part for part in parts if part)


def _candidates(text: str) -> Iterator[str]:
    """The ends of each sentence at which an address may begin, longest first, and last the sentence itself."""
    for sentence in _SENTENCE_END.split(text.strip()):
        marks = [mark for mark in _BEGINS.finditer(sentence) if not _REFUSED.search(sentence, 0, mark.start())]
        yield from (rest for mark in marks if not _BEGINS.match(rest := sentence[mark.end() :]))
        yield sentence


def _without_courtesies(text: str) -> str:
    while (shorter := _TAIL.sub("", text)) != text:
        text = shorter
    return text


def _parsed(parts: Sequence[str], country: str) -> Address | None:
    if len(parts) > 1 and (named := COUNTRIES.get(parts[-1].casefold())) and not _ends_in_state(parts):
        parts, country = parts[:-1], named
    found = _place(list(parts))
    if found is None:
        return None
    lines, fields = found
    country = country_code(country)
    if not 1 <= len(lines) <= 2 or not _HOUSE.fullmatch(lines[0]) or (country == "US" and not fields.get("state")):
        return None
    texts = [*lines, *fields.values()]
    if not all(_is_plain(one) for one in texts):
        return None
    second = lines[1] if len(lines) > 1 else None
    return Address(line1=lines[0], line2=second, country=country, **fields)


def _ends_in_state(parts: Sequence[str]) -> bool:
    """Whether the last part is a state of the line before rather than a country: nothing follows it with a postcode."""
    return not any(re.search(r"\d", part) for part in parts[1:-1])


def _place(parts: list[str]) -> tuple[list[str], dict[str, str]] | None:
    """The lines of the street, and city, state and postcode from the last parts; None where they are not there."""
    if len(parts) < 2:
        return None
    last, before = parts[-1], parts[:-1]
    if (match := _STATE_ZIP.fullmatch(last)) and len(before) > 1 and _CITY.fullmatch(before[-1]):
        return before[:-1], {"city": before[-1], **match.groupdict()}
    for shape in (_CITY_STATE_ZIP, _ZIP_CITY, _CITY_ZIP):
        if match := shape.fullmatch(last):
            return before, match.groupdict()
    if (match := _ZIP.fullmatch(last)) and len(before) > 1:
        if len(before) > 2 and _STATE.fullmatch(before[-1]) and _CITY.fullmatch(before[-2]):
            return before[:-2], {"city": before[-2], "state": before[-1], **match.groupdict()}
        if _CITY.fullmatch(before[-1]):
            return before[:-1], {"city": before[-1], **match.groupdict()}
    return None


def country_code(country: str) -> str:
    """One spelling for a country that orders may write in several: its ISO code where it is known."""
    return COUNTRIES.get(country.casefold(), country)


def _is_plain(text: str) -> bool:
    return len(text) <= LINE_CHARS and len(text.split()) <= LINE_WORDS and bool(_MARKS.fullmatch(text))
