"""Headings that say for whom or when what stands under them holds: `For members only`, `Orders above 100 USD`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.claim_text import citation_of
from agent.grounding.restrictions import permits
from agent.grounding.subjects import generic, subject_words
from agent.types import Evidence

ENOUGH = 0.6
"""Share of a heading's words that say it in other words."""

_WHO = r"(?:customers?|members?|buyers?|students?|subscribers?|businesses|residents?|teachers?)"
_WHAT = r"(?:(?:an? |the )(?:\w+ )?(?:order|item|parcel|product|purchase)|(?:\w+ )?(?:orders|items|parcels|products|purchases|deliveries|shipments|returns|boxes))"
_PLACE = r"(?:the )?(?-i:[A-Z])"
_SCOPES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r".*\bonly\b|for \w",
        r".*\b(?:above|over|under|below|more than|less than|at least|up to|exceeding) \W?\d",
        rf"(?:(?:with)?in|outside|inside|to|from) {_PLACE}",
        rf"(?:shipping|delivery|returns|refunds|sending|customs|prices) (?:to|in|within|outside|from) {_PLACE}",
        rf"(?:(?:\w+ )?{_WHO} in|{_WHAT} (?:in|within) (?={_PLACE})|(?:(?:\w+ )?{_WHO}|{_WHAT}) (?:from|to|of|with|without|who|that|which"
        r"|outside|inside|bought|placed|paid|under|over)) ?\w",
        rf"(?!all |our |every |your |the )[\w-]+ {_WHO}$|(?:members|students|residents|subscribers)$",
    )
)
_CASE = re.compile(r"(?:if|unless|in case|as long as|provided) \w", re.IGNORECASE)
"""Opens a heading over what holds in one case; over steps it only names the fault that they are for."""
_STEP = re.compile(r"\d{1,3}[.)]\s")
_ASKS = re.compile(r"(?:how|what|when|where|who|which|why)\b|.*\?$", re.IGNORECASE)
_CAPITALS = re.compile(r"\b(?!USD|EUR|GBP|CHF|FAQ)[A-Z]{2,4}\b")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def limiting_heading(path: Sequence[str], statement: str) -> str | None:
    """The innermost heading that limits a statement under it; None where all of them only name a topic.

    A heading such as `If it comes in parts` limits what grants something, and no step; and the title of an article is none.
    """
    cases = path[1:] if permits(statement) and not _STEP.match(statement) else ()
    limiting = (
        heading
        for heading in reversed(path)
        if not _ASKS.match(heading) and (_is_scope(heading) or (heading in cases and _CASE.match(heading)))
    )
    return next(filter(_names, limiting), None)


def is_named(heading: str, sentence: str) -> bool:
    """Whether a sentence says what a heading says: it cites it, or holds its names, its numbers and most of its words."""
    if heading.casefold() in (citation_of(sentence) or ()):
        return True
    wanted, exact = _names(heading), _exact(heading)
    told = subject_words(sentence) | _exact(sentence)
    return exact <= told and len(wanted & told) >= ENOUGH * len(wanted)


def cited(item: Evidence) -> str | None:
    """The words that name a section before a statement of it; None where they could not be told from the statement."""
    title, *sections = item.heading_path
    words = f"According to our {' › '.join([f'{title} article', *sections])}: "
    path = tuple(part.strip().casefold() for part in item.heading_path)
    return words if citation_of(f"{words}It is so.") == path else None


def _is_scope(heading: str) -> bool:
    return any(pattern.match(heading) for pattern in _SCOPES)


def _names(text: str) -> frozenset[str]:
    words = subject_words(text)
    return ((words - generic()) | _exact(text)) or words


def _exact(text: str) -> frozenset[str]:
    return frozenset(_CAPITALS.findall(text)) | frozenset(_NUMBER.findall(text))
