"""What a question asks for, and the headings under which articles say it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from knowledge.bm25 import tokenise

Asked = Literal["definition", "affected", "cause", "remedy"]

REPEATED = 0.75
"""Share of a sentence's words from which on it only repeats the question: the error text again, say."""

_QUESTIONS: tuple[tuple[Asked, re.Pattern[str]], ...] = (
    ("cause", re.compile(r"\bwhy\b|\b(?:cause[sd]?|reasons?)\b", re.IGNORECASE)),
    (
        "affected",
        re.compile(
            r"\baffect(?:s|ed)?\b|\bvulnerable\b|\bcompatib\w+|\b(?:which|what) (?:[\w.-]+ ){0,3}versions?\b(?! of)",
            re.IGNORECASE,
        ),
    ),
    (
        "definition",
        re.compile(
            r"\bwhat (?:does|do)\b.*\b(?:fix|mean|do)\b"
            r"|\bwhat(?:'s| is| are) (?:the |an? )?(?:\w+ )?[\w./-]*[\d_][\w./-]*(?: about| for)?\s*(?:[?!.,;]|$)",
            re.IGNORECASE,
        ),
    ),
    (
        "remedy",
        re.compile(
            r"\b(?:fix(?:ed|ing)?|solv\w+|solutions?|resolv\w+|workarounds?|get rid of)\b"
            r"|\bwhat (?:should|can|do|must) (?:i|we) do\b|\bwhat now\b",
            re.IGNORECASE,
        ),
    ),
)
"""The first that matches counts: "what does it fix" asks for no remedy."""

_HEADINGS: dict[Asked, re.Pattern[str]] = {
    "affected": re.compile(r"\b(?:affected|compatib\w+|versions?)\b", re.IGNORECASE),
    "cause": re.compile(r"\b(?:causes?|reasons?|why)\b", re.IGNORECASE),
    "remedy": re.compile(r"\b(?:solutions?|resolutions?|resolving|fix(?:es|ing)?|workarounds?|remed(?:y|ies))\b", re.I),
}


def asked_for(question: str) -> tuple[Asked, ...]:
    """What the question asks for, the best first; nothing where articles have no heading for it.

    A question of a code alone asks what it is. Where an article states no cause, why a thing fails is met by its remedy.
    """
    if is_wordless(question):
        return ("definition",)
    asked = next((asked for asked, pattern in _QUESTIONS if pattern.search(question)), None)
    return ("cause", "remedy") if asked == "cause" else (asked,) if asked else ()


def is_wordless(question: str) -> bool:
    """Whether nothing but codes and numbers is typed, which mean nothing to an embedder."""
    return not any(token.isalpha() for token in tokenise(question))


def heading_place(asked: Asked, headings: Sequence[str]) -> int | None:
    """Place in a heading path, from 1, of the heading that announces what is asked for; the title is none."""
    pattern = _HEADINGS.get(asked)
    if pattern is None:
        return None
    return next((place for place, heading in enumerate(headings) if place and pattern.search(heading)), None)


def beside(place: int, headings: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the heading at a place of a path belongs to the same matter as another path.

    Of an article with several problems, each with a cause of its own, the cause stands beside or below its problem.
    """
    return tuple(headings[:place]) == tuple(other[:place]) or tuple(headings[: len(other)]) == tuple(other)


def repeats(sentence: str, question: str) -> bool:
    """Whether a sentence says hardly more than the question does."""
    said, asked = tokenise(sentence), set(tokenise(question))
    return bool(said) and sum(token in asked for token in said) >= REPEATED * len(said)
