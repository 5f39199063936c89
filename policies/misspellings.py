"""Words of triggers that were mistyped: one letter more, fewer, other, or two changed round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from policies.known_words import KNOWN

SHORTEST = 6
"""Letters of a word that is corrected; of a shorter one, too many other words are near."""
DIGITS = str.maketrans("013457@$", "oieastas")
RUN = re.compile(r"(.)\1{2,}")


@dataclass(frozen=True)
class Misspellings:
    """Puts a word right that is one slip away from a word of the triggers, and is no other word that is known."""

    words: frozenset[str]

    def right(self, word: str) -> str:
        """The word that was meant; the word itself where none is near."""
        if len(word) < 3 or word in self.words or word in KNOWN:
            return word
        # k1ll is kill, dieeee is die.
        for form in (word.translate(DIGITS), RUN.sub(r"\1", word), RUN.sub(r"\1\1", word)):
            if form != word and form in self.words and not word.isdigit():
                return form
        if len(word) < SHORTEST - 1 or not word.isalpha():
            return word
        near = (found for slip in _slips(word) for found in self._near.get(slip, ()))
        return next((found for found in near if _is_one_slip(word, found)), word)

    @cached_property
    def _near(self) -> dict[str, tuple[str, ...]]:
        """Each long word under itself and under what is left of it when a letter falls out."""
        near: dict[str, tuple[str, ...]] = {}
        for word in sorted(self.words):
            if len(word) >= SHORTEST:
                for slip in _slips(word):
                    near[slip] = (*near.get(slip, ()), word)
        return near


def _slips(word: str) -> Iterator[str]:
    yield word
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]


def _is_one_slip(word: str, found: str) -> bool:
    """Whether one slip makes the one of the other; the first letter is seldom mistyped."""
    if word[0] != found[0]:
        return False
    if len(word) != len(found):
        shorter, longer = sorted((word, found), key=len)
        return len(longer) - len(shorter) == 1 and shorter in _slips(longer)
    differ = [place for place, (one, other) in enumerate(zip(word, found, strict=True)) if one != other]
    if len(differ) == 2:
        first, second = differ
        return second == first + 1 and word[first] == found[second] and word[second] == found[first]
    return len(differ) == 1
