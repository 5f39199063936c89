"""Pairs from real documents: a sentence restated, with a detail changed, or with the place that said it taken out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.models.training.generated.details import names_in, negated, renamed, renumbered
from knowledge.models.training.generated.pairs import Kind, Pair, PairLabel
from knowledge.models.training.generated.wording import Change, Wording
from knowledge.sentences import sentences

MOST_WORDS = 130
"""Of a premise: about what the verifier reads at once."""

SENTENCE_WORDS = range(6, 46)
"""Shorter sentences say too little to be checked, longer ones are mostly lists."""


@dataclass(frozen=True)
class Excerpt:
    """A sentence of a document, and its neighbours."""

    title: str
    sentences: Sequence[str]
    place: int
    """Of the sentence that the claim is made from."""
    window: Sequence[int]
    """Places of neighbouring sentences, that one included."""

    @property
    def said(self) -> str:
        """The sentence."""
        return self.sentences[self.place]

    def premise(self, rng: random.Random, without: int | None = None) -> str:
        """The window as one text, half the time under the document's title; one sentence may be taken out."""
        text = " ".join(self.sentences[one] for one in self.window if one != without)
        return f"{self.title}: {text}" if self.title and rng.random() < 0.5 else text


@dataclass(frozen=True)
class DocumentPairs:
    """Draws pairs from documents, each a text of several sentences, perhaps with its title on the first line."""

    documents: Sequence[str]
    wording: Wording

    def draw(self, rng: random.Random) -> Pair | None:
        """One pair; None where the drawn document offers no place for the drawn change."""
        excerpt = _excerpt(rng.choice(self.documents), rng)
        if excerpt is None:
            return None
        make = rng.choices((self._true, self._changed, self._missing, self._joined), (30, 40, 20, 10))[0]
        return make(excerpt, rng)

    def _true(self, excerpt: Excerpt, rng: random.Random) -> Pair | None:
        exact = rng.random() < 0.15
        hypothesis = excerpt.said if exact else self.wording.restated(excerpt.said, rng)
        return _pair(excerpt.premise(rng), hypothesis, "entailment", "quotation" if exact else "paraphrase")

    def _changed(self, excerpt: Excerpt, rng: random.Random) -> Pair | None:
        premise = excerpt.premise(rng)
        changes: list[tuple[Change, PairLabel, Kind]] = [
            (renumbered, "contradiction", "value changed"),
            (lambda text, draw: renamed(text, names_in(premise), draw), "not_entailment", "entity swapped"),
            (negated, "contradiction", "negated"),
            (self.wording.opposed, "contradiction", "negated"),
            (self.wording.widened, "neutral", "scope widened"),
        ]
        change, label, kind = rng.choices(changes, (30, 25, 20, 20, 8))[0]
        changed = change(excerpt.said, rng)
        if changed is None or changed == excerpt.said:
            return None
        hypothesis = changed if rng.random() < 0.5 else self.wording.restated(changed, rng)
        return _pair(premise, hypothesis, label, kind)

    def _missing(self, excerpt: Excerpt, rng: random.Random) -> Pair | None:
        if len(excerpt.window) < 3:
            return None
        hypothesis = excerpt.said if rng.random() < 0.5 else self.wording.restated(excerpt.said, rng)
        return _pair(excerpt.premise(rng, without=excerpt.place), hypothesis, "neutral", "unrelated")

    def _joined(self, excerpt: Excerpt, rng: random.Random) -> Pair | None:
        others = [one for one in excerpt.window if one != excerpt.place]
        if not others:
            return None
        second = rng.choice(others)
        claim = " ".join(self.wording.restated(one, rng) for one in (excerpt.said, excerpt.sentences[second]))
        if rng.random() < 0.5:
            return _pair(excerpt.premise(rng), claim, "entailment", "join")
        return _pair(excerpt.premise(rng, without=second), claim, "neutral", "half missing")


def _excerpt(document: str, rng: random.Random) -> Excerpt | None:
    title, _, body = document.rpartition("\n") if document.count("\n") == 1 else ("", "", document)
    found = [one for one in sentences(body) if len(one.split()) in SENTENCE_WORDS]
    if len(found) < 3:
        return None
    place = rng.randrange(len(found))
    return Excerpt(title, found, place, _window(found, place, rng))


def _window(found: Sequence[str], place: int, rng: random.Random) -> list[int]:
    """Places of neighbouring sentences around one of them, no more words than a premise may have."""
    first = last = place
    words, most = len(found[place].split()), rng.randint(40, MOST_WORDS)
    while sides := [one for one in (first - 1, last + 1) if 0 <= one < len(found)]:
        side = rng.choice(sides)
        words += len(found[side].split())
        if words > most:
            break
        first, last = min(first, side), max(last, side)
    return list(range(first, last + 1))


def _pair(premise: str, hypothesis: str, label: PairLabel, kind: Kind) -> Pair:
    return Pair(premise, hypothesis, label, kind, "documents")
