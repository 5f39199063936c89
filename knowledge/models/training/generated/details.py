"""Details of a sentence that decide whether it is true: negation, numbers, names."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from knowledge.models.training.generated.slots import NUMBER_WORDS

_AUXILIARY = re.compile(
    r"\b(is|are|was|were|can|could|will|would|should|must|may|does|do|did|has been|have been|had been)\b(?! not|n't)"
)
_NEGATION = re.compile(r"\b(is|are|was|were|can|could|will|would|should|must|may|does|do|did)(?: not|n't)\b|\bcannot\b")
_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w]|\.\d)")
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][a-z]+(?: [A-Z][a-z]+){0,2}\b")
WORD_NUMBER = re.compile(rf"\b({'|'.join(NUMBER_WORDS[2:])})\b")


def negated(sentence: str, rng: random.Random) -> str | None:
    """`not` put in after an auxiliary, or taken out; None where there is neither."""
    if match := _NEGATION.search(sentence):
        kept = match[1] or "can"
        return sentence[: match.start()] + kept + sentence[match.end() :]
    found = list(_AUXILIARY.finditer(sentence))
    if not found:
        return None
    match = found[0] if rng.random() < 0.8 else rng.choice(found)
    head, _, tail = match[1].partition(" ")
    return f"{sentence[: match.start()]}{head} not{' ' + tail if tail else ''}{sentence[match.end() :]}"


def renumbered(sentence: str, rng: random.Random) -> str | None:
    """One number changed, in the same order of size; None where there is none."""
    found = list(_NUMBER.finditer(sentence))
    if not found:
        match = WORD_NUMBER.search(sentence)
        if match is None:
            return None
        other = rng.choice([word for word in NUMBER_WORDS[2:] if word != match[1]])
        return sentence[: match.start()] + other + sentence[match.end() :]
    match = rng.choice(found)
    return sentence[: match.start()] + _near(match[0], rng) + sentence[match.end() :]


def renamed(sentence: str, others: Sequence[str], rng: random.Random) -> str | None:
    """A name swapped for another one of the same document; None where there is none to swap."""
    names = list(_NAME.finditer(sentence))
    if not names:
        return None
    match = rng.choice(names)
    free = [name for name in others if name not in sentence and match[0] not in name]
    return sentence[: match.start()] + rng.choice(free) + sentence[match.end() :] if free else None


def names_in(text: str) -> list[str]:
    """Names that stand inside sentences, in the order in which they come."""
    return list(dict.fromkeys(match[0] for match in _NAME.finditer(text)))


def _near(number: str, rng: random.Random) -> str:
    plain = number.replace(",", "")
    if "." in plain:
        whole, part = plain.split(".")
        changed = f"{int(whole) + rng.choice((1, 2, 3, 5))}.{part}"
    elif len(plain) == 4 and plain[:2] in ("18", "19", "20"):
        changed = str(int(plain) + rng.choice((-11, -7, -4, -3, -2, -1, 1, 2, 3, 5, 9)))
    else:
        changed = _stepped(int(plain), rng)
        changed = changed if changed != plain else str(int(plain) + 1)
    return f"{int(changed):,}" if "," in number and "." not in changed else changed


def _stepped(value: int, rng: random.Random) -> str:
    step = max(1, value // rng.choice((2, 3, 5, 10)))
    return str(value + step if rng.random() < 0.6 or value - step < 1 else value - step)
