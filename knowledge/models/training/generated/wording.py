"""Small changes of wording that keep what a sentence says, and small ones that do not; the words stand in `wording.yaml`."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from knowledge.models.training.generated.details import WORD_NUMBER
from knowledge.models.training.generated.slots import NUMBER_WORDS
from knowledge.models.training.generated.tables import read_table

_LEAD_IN = re.compile(
    r"^(?:However|Therefore|In addition|Additionally|Furthermore|Moreover|For example|For instance|Also|Then|Thus|"
    r"As a result|In fact|Today|Finally|Similarly|Meanwhile|Note that|Note|Instead|Overall|By default), "
)
_ASIDE = re.compile(r" ?\([^()]{3,80}\)|, (?:which|who|including|such as|especially|for example) [^,;.]{5,80}(?=[,.])")
_SMALL_NUMERAL = re.compile(r"(?<![\w.,$€£])(\d{1,2})(?= [a-z])")

Change = Callable[[str, random.Random], str | None]
"""A changed sentence; None where the sentence offers no place for the change."""

Others = Mapping[str, tuple[str, ...]]
"""What a word may be replaced by."""


@dataclass(frozen=True)
class Wording:
    """Restates a sentence, or changes what it says by one word."""

    same: Others
    opposite: Others
    wider: Others
    contractions: Sequence[tuple[str, str]]
    """Long form and short form."""

    def restated(self, sentence: str, rng: random.Random) -> str:
        """The sentence in other words; what it says stays true wherever it was true."""
        text = sentence
        if rng.random() < 0.9:
            text = _LEAD_IN.sub("", text)
        if rng.random() < 0.5:
            text = _without_aside(text)
        if rng.random() < 0.6:
            text = self.contracted(text)
        if rng.random() < 0.4:
            text = _numerals(text)
        for _ in range(rng.randint(1, 3)):
            text = _replaced(text, self.same, rng) or text
        return text[:1].upper() + text[1:]

    def opposed(self, sentence: str, rng: random.Random) -> str | None:
        """A word turned into its opposite."""
        return _replaced(sentence, self.opposite, rng)

    def widened(self, sentence: str, rng: random.Random) -> str | None:
        """A hedge turned into a certainty, some into all."""
        return _replaced(sentence, self.wider, rng)

    def contracted(self, sentence: str) -> str:
        """The first long form that has a short one shortened, or the other way round."""
        for long, short in self.contractions:
            if re.search(rf"\b{long}\b", sentence):
                return re.sub(rf"\b{long}\b", short, sentence, count=1)
            if short in sentence:
                return sentence.replace(short, long, 1)
        return sentence


def read_wording() -> Wording:
    """The words of `wording.yaml`, in its order."""
    table = read_table("wording")
    return Wording(
        same=_others(table["same"]),
        opposite=_others([two for pair in table["opposite"] for two in (pair, pair[::-1])]),
        wider=_others(table["wider"]),
        contractions=tuple((long, short) for long, short in table["contractions"]),
    )


def _others(pairs: Sequence[Sequence[str]]) -> Others:
    found: dict[str, tuple[str, ...]] = {}
    for word, other in pairs:
        found[word] = (*found.get(word, ()), other)
    return found


def _replaced(sentence: str, others: Others, rng: random.Random) -> str | None:
    places = [(word, match) for word in others for match in re.finditer(rf"\b{re.escape(word)}\b", sentence)]
    if not places:
        return None
    word, match = rng.choice(places)
    return sentence[: match.start()] + rng.choice(others[word]) + sentence[match.end() :]


def _without_aside(sentence: str) -> str:
    shorter = _ASIDE.sub("", sentence, count=1)
    return shorter if len(shorter.split()) >= 5 else sentence


def _numerals(sentence: str) -> str:
    if match := WORD_NUMBER.search(sentence):
        return sentence[: match.start()] + str(NUMBER_WORDS.index(match[1])) + sentence[match.end() :]
    match = _SMALL_NUMERAL.search(sentence)
    if match and 2 <= int(match[1]) <= 20:
        return sentence[: match.start()] + NUMBER_WORDS[int(match[1])] + sentence[match.end() :]
    return sentence
