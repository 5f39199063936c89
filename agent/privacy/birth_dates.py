"""Dates of birth, where they are called so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.privacy.types import Span

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DATE = rf"(?:\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH},? \d{{2,4}}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{2,4}})"
_CALLED = re.compile(
    rf"\b(?:born|birth ?da(?:y|te)|date of birth|d\.?o\.?b\b\.?|geburtsdatum|geboren)\b(?:[^.!?\n\d]|\. ){{0,30}}:?(?P<date>{_DATE})(?!\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class BirthDateRecogniser:
    """Finds dates of birth; other dates are what a turn is about."""

    def find(self, text: str) -> Iterable[Span]:
        """The date alone."""
        yield from (Span("birth_date", *match.span("date"), sure=True) for match in _CALLED.finditer(text))
