"""International bank account numbers (ISO 13616), by the length of their country and their check digits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.privacy.types import Span

_LENGTHS = {
    15: "NO",
    16: "BE",
    18: "DK FI FK FO GL NL SD",
    19: "MK SI",
    20: "AT BA EE KZ LT LU MN XK",
    21: "CH HR LI LV",
    22: "BG BH CR DE GB GE IE ME RS VA",
    23: "AE GI IL IQ OM SO TL",
    24: "AD CZ ES MD PK RO SA SE SK ST TN VG",
    25: "LY PT",
    26: "IS TR",
    27: "BI DJ FR GR IT MC MR SM",
    28: "AL AZ BY CY DO GT HU LB NI PL SV",
    29: "BR EG PS QA UA",
    30: "JO KW MU YE",
    31: "MT SC",
    32: "LC",
    33: "RU",
}
_LENGTH_OF = {country: length for length, countries in _LENGTHS.items() for country in countries.split()}
_START = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{2})[ -]?\d{2}(?=[ -]?[A-Za-z0-9])")
_WITHIN = re.compile(r"(?:[ -]?[A-Za-z0-9]){1,36}")


@dataclass(frozen=True)
class IbanRecogniser:
    """Finds IBANs, in groups or solid, in any case."""

    def find(self, text: str) -> Iterable[Span]:
        """IBANs whose check digits are right."""
        for start in _START.finditer(text):
            length = _LENGTH_OF.get(start[1].upper())
            whole = _WITHIN.match(text, start.start())
            if length is None or whole is None:
                continue
            places = [place for place in range(*whole.span()) if text[place].isalnum()][:length]
            if len(places) == length and _is_right("".join(text[place] for place in places)):
                yield Span("iban", places[0], places[-1] + 1, sure=True)


def _is_right(iban: str) -> bool:
    """ISO 7064, mod 97-10."""
    moved = (iban[4:] + iban[:4]).upper()
    return int("".join(str(int(char, 36)) for char in moved)) % 97 == 1
