"""Claims about what help articles say, each with one to three passages as the product would show them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evals.support_claims_text import (
    SUPPORTED_KINDS,
    ClaimTemplate,
    Kind,
    Made,
    Slot,
    SlotRange,
    Split,
    fill,
    read_templates,
    slots_in,
)
from knowledge.types import Value

FILE = "support_claims_articles.yaml"


class Fact(Value):
    """What an article says, in several wordings, and claims about it; the head of the file explains the fields."""

    id: str
    slots: dict[str, str]
    evidence: tuple[str, ...]
    second: tuple[str, ...] = ()
    around: tuple[str, ...]
    supported: dict[Kind, tuple[str, ...]]
    changed: dict[Kind, tuple[str, ...]]

    @property
    def ranges(self) -> dict[str, SlotRange]:
        """What each slot may hold."""
        return {name: SlotRange.parse(text) for name, text in self.slots.items()}

    @property
    def prose(self) -> tuple[str, ...]:
        """The wordings that are sentences, not a list or a table."""
        return tuple(wording for wording in self.evidence if "\n" not in wording)


@dataclass(frozen=True)
class ArticleClaim:
    """One wording of a claim about a fact."""

    fact: Fact
    kind: Kind
    split: Split
    wording: str
    changes: str | None = None
    """The slot that does not tell the truth."""
    elsewhere: tuple[str, ...] = ()
    """Sentences of other articles, which say nothing about the fact."""

    @property
    def topic(self) -> str:
        """The fact's id."""
        return self.fact.id

    def make(self, rng: random.Random) -> Made:
        """Evidence and a claim, with values drawn anew."""
        slots = {name: options.draw(rng) for name, options in self.fact.ranges.items()}
        main = fill(self.wording if self.kind == "quotation" else rng.choice(self.fact.evidence), slots, rng)
        claim = main if self.kind == "quotation" else fill(self.wording, slots, rng, self._said(slots, rng))
        return self._passages(main, slots, rng), claim

    def _said(self, slots: Mapping[str, Slot], rng: random.Random) -> dict[str, str]:
        if self.changes is None:
            return {}
        slot = slots[self.changes]
        wrong = slot.wrong_units if self.kind == "unit changed" else slot.wrong
        return {self.changes: Slot(rng.choice(wrong)).told(rng)}

    def _passages(self, main: str, slots: Mapping[str, Slot], rng: random.Random) -> tuple[str, ...]:
        parts = self._parts(main, slots, rng)
        around = rng.sample(self.fact.around, rng.randrange(len(self.fact.around) + 1))
        apart = len(parts) == 2 and rng.random() < 0.4
        passages = [*parts[:-1], _passage(around, parts[-1:], rng)] if apart else [_passage(around, parts, rng)]
        if rng.random() < 0.25:
            passages.append(" ".join(rng.sample(self.elsewhere, 2)))
        rng.shuffle(passages)
        return tuple(passages)

    def _parts(self, main: str, slots: Mapping[str, Slot], rng: random.Random) -> list[str]:
        if not self.fact.second:
            return [main]
        second = fill(rng.choice(self.fact.second), slots, rng)
        if self.kind == "half missing":
            return [rng.choice((main, second))]
        return [main, second] if self.kind == "join" or rng.random() < 0.5 else [main]


def article_claims() -> list[ClaimTemplate]:
    """Every wording of every kind; a third of the facts are for `dev`."""
    facts = [Fact.model_validate(entry) for entry in read_templates(FILE)]
    splits: list[Split] = ["test" if place % 3 else "dev" for place in range(len(facts))]
    return [
        ArticleClaim(fact, kind, split, wording, changes, _elsewhere(fact, split, facts, splits))
        for fact, split in zip(facts, splits, strict=True)
        for kind, wording, changes in _wordings(fact)
    ]


def _elsewhere(fact: Fact, split: Split, facts: list[Fact], splits: list[Split]) -> tuple[str, ...]:
    others = [other for other, its in zip(facts, splits, strict=True) if its == split and other is not fact]
    return tuple(sentence for other in others for sentence in other.around)


def _wordings(fact: Fact) -> Iterator[tuple[Kind, str, str | None]]:
    for wording in fact.prose:
        yield "quotation", wording, None
    for kinds in (fact.supported, fact.changed):
        yield from ((kind, wording, None) for kind, wordings in kinds.items() for wording in wordings)
    for kind in SUPPORTED_KINDS:
        for wording in fact.supported.get(kind, ()):
            yield from _changes(fact, wording)
    if fact.second:
        yield from (("half missing", wording, None) for wording in fact.supported.get("join", ()))


def _changes(fact: Fact, wording: str) -> Iterator[tuple[Kind, str, str]]:
    for name in slots_in(wording):
        options = fact.ranges[name]
        yield "entity swapped" if options.direction == "=" else "value changed", wording, name
        if options.has_other_units:
            yield "unit changed", wording, name


def _passage(around: list[str], parts: list[str], rng: random.Random) -> str:
    """The parts in order with the sentences around them; a list or a table keeps to lines of its own."""
    cut = rng.randrange(len(around) + 1)
    pieces = [*around[:cut], *parts, *around[cut:]]
    return ("\n" if any("\n" in part for part in parts) else " ").join(pieces)
