"""What a turn needs and is never taken for a card, a social security number or a telephone number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NUMBER = r"(?P<number>[A-Za-z]{0,6}[-#]?\d(?:[ ./_-]?[A-Za-z0-9]){2,33})"
_IS = r"(?:['’]?s)?(?: (?:numbers?|no\.?|nr\.?|num\.?|ids?|codes?|ref(?:erence)?|#))?(?: (?:is|was|are|it['’]?s|says|shows|reads|of|for|ending(?: in)?|starts? with))?[ \t]{0,3}[:#=(]{0,2}[\"'“]?[ \t]{0,3}"
_TRACKED = re.compile(
    rf"\b(?:track(?:ing|ed)?(?: (?:and|&) trace)?|parcel|package|shipment|shipping|consignment|waybill|awb|courier|carrier|delivery|ups|usps|fedex|dhl|royal mail|gls|dpd|hermes|evri){_IS}{_NUMBER}"
    rf"|\btrack(?:ing)? number of order [\w#-]{{1,20}} is {_NUMBER.replace('number', 'of')}",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"\b(?:orders?|purchase|invoice|receipt|ticket|case|reference|ref|sku|item|product|article|art|part|serial|model|batch|lot|barcode|ean|upc|gtin|isbn|imei"
    rf"|rma|returns?|confirmation|booking|customer|client|member(?:ship)?|loyalty|account|po|error|code|voucher|coupon|gift card|transaction|payment|refund"
    rf"|complaint|quote|job|request|claim|warranty|firmware|version|build|event|session|request){_IS}{_NUMBER}",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"(?<![\w-])(?:#?ord(?:er)?[\s#:._-]{0,3}\d{1,12}|#?w-?\d{5,12}|#\d{3,12})(?![\w])"
    r"|(?<![\w-])(?:1Z[0-9A-Z]{16}|[A-Z]{2}\d{9}[A-Z]{2}|[A-Z]{1,6}(?:-[A-Z0-9]{1,12}){1,5}|[A-Z]{1,4}-?\d{2,14}[A-Z]{0,4})(?![\w-])",
    re.IGNORECASE,
)
_VALUES = re.compile(
    r"(?<![\w.-])(?:\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?)(?![\w-])"
    r"|(?:[$€£¥]|\b(?:USD|EUR|GBP|CHF)) ?\d[\d., ]{0,14}\d?|(?<![\w.])\d{1,3}(?:[., ]\d{3}){0,4}(?:[.,]\d{2})? ?(?:[$€£¥]|(?:USD|EUR|GBP|CHF|dollars?|euros?|pounds?)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Allowed:
    """A span that stays."""

    start: int
    end: int
    strong: bool
    """Whether it stays although it has the form of a card: it was said to be a tracking number."""


def find_allowed(text: str) -> Iterator[Allowed]:
    """Numbers that are called something else than personal, ids in the shop's own forms, dates and amounts."""
    for match in _TRACKED.finditer(text):
        yield Allowed(*match.span("number" if match["number"] else "of"), strong=True)
    for match in _NAMED.finditer(text):
        yield Allowed(*match.span("number"), strong=False)
    for pattern in (_OURS, _VALUES):
        yield from (Allowed(*match.span(), strong=False) for match in pattern.finditer(text))
