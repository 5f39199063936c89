"""What the planters share: one place of a text found by a pattern, and something else put there."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from evals.seeded_types import Line, Scene

Plant = Callable[[Line, Scene, Random], str | None]
"""One kind of error: the line with exactly one thing made false; None where it offers nothing to change."""

Other = Callable[[re.Match[str]], str | None]


def swapped(pattern: re.Pattern[str], text: str, rng: Random, other: Other) -> str | None:
    """The text with one match, drawn at random, replaced; None where nothing matches or nothing else is found."""
    matches = [match for match in pattern.finditer(text) if not in_link(text, match.start())]
    rng.shuffle(matches)
    for match in matches:
        put = other(match)
        if put is not None and put != match[0]:
            return text[: match.start()] + put + text[match.end() :]
    return None


def in_link(text: str, place: int) -> bool:
    """Whether a place is inside the target of a Markdown link or a bare one."""
    return any(found.start() <= place < found.end() for found in _TARGET.finditer(text))


def one_of_evidence(pattern: re.Pattern[str], scene: Scene, own: str, rng: Random) -> str | None:
    """Another value of the same shape that the turn's articles hold; None where there is none, and every other time.

    A value that stands in the evidence, only not of this thing, is the error a drafter makes most.
    """
    found: Sequence[str] = sorted({match[0] for match in pattern.finditer(scene.texts)} - {own})
    return rng.choice(found) if found and rng.random() < 0.5 else None


def tidied(text: str) -> str:
    """A sentence after something was taken out: single blanks, no blank before a mark, a capital first."""
    text = re.sub(r" +([.,;:!])", r"\1", re.sub(r"(?<=\S) {2,}", " ", text)).strip()
    text = re.sub(r"[,;](?=[.!])", "", text)
    marker = _MARKER.match(text)
    head = text[: marker.end()] if marker else ""
    rest = text[len(head) :].lstrip(" ,;")
    return head + rest[:1].upper() + rest[1:]


_TARGET = re.compile(r"\]\([^\s()]*\)|https?://\S+|www\.\S+")
_MARKER = re.compile(r"(?:[-*+•–]|\d{1,3}[.)])[ \t]+")
