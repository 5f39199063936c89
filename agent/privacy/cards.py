"""Payment cards: digits that pass the check of ISO/IEC 7812 and begin as an issuer's numbers do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agent.privacy.types import Span

_BETWEEN = r"[ \t\n./_*-]{0,2}"
_RUN = re.compile(
    rf"(?<![\w.])(?:(?i:card|cc|visa|number|no|nr)[:#]?)?(?P<digits>\d(?:{_BETWEEN}\d){{11,400}})(?!\d|[0-9A-Fa-f]{{8}})"
)
"""Letters may follow at once ("…1111exp0129"), but those of a longer hexadecimal number."""
_GROUP = re.compile(r"\d+")
_WORD = re.compile(
    r"\b(?:credit|debit|bank|payment)[ -]?cards?\b|\bcards?\b|\bcc\b|\bvisa\b|\bmaster ?card\b|\bamex\b|\bamerican express\b"
    r"|\bdiners\b|\bdiscover\b|\bjcb\b|\bmaestro\b|\b(?:kredit)?karte\b|\bcarte (?:bancaire|bleue)\b|\btarjeta\b|\bcarta\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"\b(?:credit|debit|bank|payment|visa|master|amex)[ -]?(?:card)?(?: (?:number|no\.?|nr\.?))?(?: is| was|[:#=])*\s*$"
    r"|(?<!gift )\bcard (?:number|no\.?|nr\.?)(?: is| was|[:#=])*\s*$",
    re.IGNORECASE,
)
_ISSUERS = (
    (re.compile(r"4"), (13, 16, 19)),
    (re.compile(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), (16,)),
    (re.compile(r"3[47]"), (15,)),
    (re.compile(r"30[0-5]|3095|36|3[89]"), (14, 16, 19)),
    (re.compile(r"6011|64[4-9]|65"), (16, 19)),
    (re.compile(r"35(?:2[89]|[3-8])"), (16, 19)),
    (re.compile(r"2131|1800"), (15,)),
    (re.compile(r"62"), (16, 17, 18, 19)),
    (re.compile(r"5018|5020|5038|5893|6304|6759|676[1-3]|0604"), (12, 13, 14, 15, 16, 17, 18, 19)),
)
"""How the numbers of Visa, Mastercard, Amex, Diners, Discover, JCB, UnionPay and Maestro begin, and their lengths."""
_BEGINS = re.compile("|".join(issuer.pattern for issuer, _ in _ISSUERS))
_ALONE = 15
"""Digits from which no word need say that it is a card; barcodes (EAN, UPC, GTIN) are shorter."""
_NEAR_BEFORE, _NEAR_AFTER = 45, 25
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
"""A digit twice, its digits added."""
_SHAPES = ((4, 4, 4, 4), (4, 6, 5), (4, 4, 4, 4, 3))


@dataclass(frozen=True)
class CardRecogniser:
    """Finds card numbers, solid or in groups, among other digits too."""

    def find(self, text: str) -> Iterable[Span]:
        """Cards by their check digit and issuer; what is called a card number needs no right check digit."""
        for run in _RUN.finditer(text):
            yield from self._of_run(text, run.start("digits"), run.end("digits"))

    def _of_run(self, text: str, start: int, end: int) -> Iterator[Span]:
        groups = [(one.start(), one.end()) for one in _GROUP.finditer(text, start, end)]
        called = is_near(_WORD, text, start, end)
        first = 0
        while first < len(groups):
            last = self._longest(text, groups, first, called=called)
            if last is None:
                first += 1
                continue
            lengths = tuple(b - a for a, b in groups[first : last + 1])
            digits = "".join(text[a:b] for a, b in groups[first : last + 1])
            yield Span("card", groups[first][0], groups[last][1], sure=lengths in _SHAPES and passes_luhn(digits))
            first = last + 1

    def _longest(self, text: str, groups: list[tuple[int, int]], first: int, *, called: bool) -> int | None:
        found, digits = None, ""
        for last in range(first, len(groups)):
            begin, end = groups[last]
            digits += text[begin:end]
            if len(digits) > 19 or (len(digits) >= 4 and not called and not _BEGINS.match(digits)):
                break
            # What is called a card may be of an issuer that is not listed; what is not must be long enough for no barcode.
            if is_card(digits, of_issuer=not called) and (called or len(digits) >= _ALONE):
                found = last
        if found is None and first == 0 and _LABEL.search(text, max(0, groups[0][0] - _NEAR_BEFORE), groups[0][0]):
            return _to_length(groups)
        return found


def _to_length(groups: list[tuple[int, int]]) -> int | None:
    """The last group of a number of 13 to 19 digits that is called a card number."""
    count, found = 0, None
    for last, (begin, end) in enumerate(groups):
        count += end - begin
        if count > 19:
            break
        found = last if count >= 13 else found
    return found


def is_near(word: re.Pattern[str], text: str, start: int, end: int) -> bool:
    """Whether a word stands shortly before a span, or right after it."""
    return bool(word.search(text, max(0, start - _NEAR_BEFORE), start) or word.search(text, end, end + _NEAR_AFTER))


def is_card(digits: str, *, of_issuer: bool = True) -> bool:
    """Whether an issuer, one of those listed here or any, could have given out this number."""
    return (
        12 <= len(digits) <= 19
        and passes_luhn(digits)
        and len(set(digits)) > 1
        and (not of_issuer or any(one.match(digits) and len(digits) in lengths for one, lengths in _ISSUERS))
    )


def passes_luhn(digits: str) -> bool:
    """The check digit of ISO/IEC 7812-1, annex B."""
    odd, even = digits[::-1][::2], digits[::-1][1::2]
    return (sum(map(int, odd)) + sum(map(_DOUBLED.__getitem__, map(int, even)))) % 10 == 0
