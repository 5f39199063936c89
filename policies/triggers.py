"""Triggers: the phrases of the rule file that stand for a topic, as one pattern over plain words.

word       this word                      word*     any word that begins so
a|b        one of these words             a|b?      one of them, or none
_          any one word                   ...       up to three words of the same sentence
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from policies.plain_words import END, plain_words

GAP = rf"(?:(?!\{END} )\S+ ){{0,3}}"


def pattern_of(triggers: Sequence[str]) -> re.Pattern[str] | None:
    """A pattern that finds any of the triggers in words that are joined by blanks, with a blank at either end."""
    if not triggers:
        return None
    return re.compile(rf"(?<= )(?:{'|'.join(''.join(_pieces(trigger)) for trigger in triggers)})")


def words_of(triggers: Sequence[str]) -> frozenset[str]:
    """Every whole word that the triggers are made of."""
    parts = (part for trigger in triggers for piece in trigger.split() for part in piece.rstrip("?").split("|"))
    return frozenset(word for part in parts if part not in {"_", "..."} for word in _plain(part.rstrip("*")))


def _pieces(trigger: str) -> Iterator[str]:
    for piece in trigger.split():
        if piece == "...":
            yield GAP
        elif piece == "_":
            yield r"\S+ "
        elif words := [word for word in map(_word, piece.rstrip("?").split("|")) if word]:
            yield f"(?:{'|'.join(words)}){'?' if piece.endswith('?') else ''}"


def _word(part: str) -> str:
    """One alternative, with the blank after it; nothing for a word that only lends force."""
    words = [re.escape(word) for word in _plain(part.removesuffix("*"))]
    if not words:
        return ""
    return " ".join(words) + (r"\S* " if part.endswith("*") else " ")


@lru_cache(maxsize=16_384)
def _plain(part: str) -> tuple[str, ...]:
    """The words of one alternative; the same ones come back in many triggers, and whenever the rules are read."""
    return tuple(plain_words(part))
