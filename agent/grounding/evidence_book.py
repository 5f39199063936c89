"""Evidence made ready for looking things up: sentences by what they say, values by the order they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, lru_cache
from typing import TypeVar

from agent.checkworthiness import is_checkworthy
from agent.claim_text import claim_body, is_condition, sentence_key
from agent.grounding.identifiers import canonical_link
from agent.grounding.outlines import REMEMBERED, Outline, outline_of
from agent.grounding.spoken_keys import SpokenKey, spoken_key
from agent.grounding.statuses import status_words
from agent.grounding.typed import TypedValue, identifier
from agent.grounding.values import find_values
from agent.sentences import find_sentences, lead_ins
from agent.types import Evidence, EvidenceRef
from knowledge.types import Trust

Key = TypeVar("Key")

VERIFYING: frozenset[Trust] = frozenset({"system", "verified", "retrieved"})
"""Trust classes whose evidence may prove a claim; what the customer or a model said never does."""


@dataclass(frozen=True)
class Context:
    """Spoken keys of the lines around a sentence."""

    leads: tuple[SpokenKey, ...] = ()
    """Those that govern it, nearest first, without such as only announce it."""
    before: SpokenKey | None = None
    condition: SpokenKey | None = None
    """The sentence after it, where that one is a condition of this one."""
    opens: frozenset[SpokenKey] = frozenset()
    """Those that it governs itself: the items of a lead-in."""


@dataclass(frozen=True)
class Lines:
    """The sentences of one piece of evidence; values are looked for in them when somebody asks, which few do of an order."""

    evidence: Evidence
    outline: Outline = field(compare=False)
    today: date

    @cached_property
    def values(self) -> tuple[tuple[TypedValue, ...], ...]:
        """Typed values of each sentence."""
        return tuple(_values(self.evidence, body, self.today) for body in self.outline.bodies)

    @cached_property
    def contexts(self) -> tuple[Context, ...]:
        """What stands around each sentence."""
        bodies, leads = self.outline.bodies, self.outline.leads
        spoken = [spoken_key(body, found) for body, found in zip(bodies, self.values, strict=True)]
        over = chains(range(len(bodies)), leads)
        governs = {m for m in set(leads) if m is not None and _states_something(bodies[m], self.values[m])}
        return tuple(
            Context(
                leads=tuple(spoken[m] for m in over[n] if m in governs),
                before=spoken[n - 1] if n else None,
                condition=spoken[n + 1] if self.is_limited(n) else None,
                opens=frozenset(spoken[m] for m, lead in enumerate(leads) if lead == n),
            )
            for n in range(len(bodies))
        )

    def is_limited(self, place: int) -> bool:
        """Whether the sentence after this one is a condition of it."""
        return place + 1 < len(self.outline.bodies) and is_condition(self.outline.bodies[place + 1])

    def quotes(self) -> Iterator[Quote]:
        """Each sentence, in order."""
        keys = self.outline.keys
        literal_leads = chains(keys, self.outline.leads)
        for n, sentence in enumerate(self.outline.sentences):
            limited = keys[n + 1] if self.is_limited(n) else None
            yield Quote(self, n, sentence.text, self.outline.bodies[n], keys[n], literal_leads[n], limited)


@dataclass(frozen=True)
class Quote:
    """One sentence of evidence with what must not be left out when it is quoted."""

    lines: Lines
    """All sentences of its evidence."""
    place: int
    """Which of them it is."""
    text: str
    body: str
    key: str
    leads: tuple[str, ...] = ()
    """Keys of the lines that govern it, nearest first: a lead-in, a header row, an outer item."""
    condition: str | None = None
    """Key of the sentence after it, where that one is a condition of this one."""

    @property
    def evidence(self) -> Evidence:
        """What it is a sentence of."""
        return self.lines.evidence

    @property
    def values(self) -> tuple[TypedValue, ...]:
        """Its typed values, spans pointing into `body`."""
        return self.lines.values[self.place]

    @property
    def context(self) -> Context:
        """The lines around it by what they say, which a draft may write another way."""
        return self.lines.contexts[self.place]

    @property
    def owner(self) -> str | None:
        """The order that it speaks about."""
        return self.evidence.owner

    @property
    def ref(self) -> EvidenceRef:
        """As a verdict names it."""
        return EvidenceRef(
            source=self.evidence.source, id=self.evidence.evidence_id, trust=self.evidence.trust, quote=self.text
        )


@dataclass(frozen=True)
class EvidenceBook:
    """All evidence that may prove a claim in one turn."""

    quotes: tuple[Quote, ...]
    links: frozenset[str]
    """Canonical links that the evidence holds beside its text."""

    @classmethod
    def of(cls, evidence: Iterable[Evidence], today: date) -> EvidenceBook:
        """Read evidence; what a customer or a model said is left out."""
        if isinstance(evidence, ReadOnce):
            return evidence.book(today)
        kept = [item for item in evidence if item.trust in VERIFYING]
        return cls(
            quotes=tuple(quote for item in kept for quote in _quotes(item, today)),
            links=frozenset(canonical_link(link.url) for item in kept for link in item.links),
        )

    @property
    def orders(self) -> frozenset[str]:
        """Ids of the orders that own some of the evidence."""
        return frozenset(quote.owner for quote in self.quotes if quote.owner is not None)

    def owned_by(self, owner: str | None) -> Iterator[Quote]:
        """Sentences about one order, or those about none."""
        return (quote for quote in self.quotes if quote.owner == owner)

    def saying(self, key: str) -> Iterator[Quote]:
        """Sentences that say a thing word for word."""
        return (quote for quote in self.quotes if quote.key == key)


class ReadOnce(tuple[Evidence, ...]):
    """The evidence of one draft. Whoever asks for its book is handed the same one, which goes when the evidence goes."""

    def book(self, today: date) -> EvidenceBook:
        """As `EvidenceBook.of` reads it; read with the first call for a day."""
        known: dict[date, EvidenceBook] = self.__dict__.setdefault("_books", {})
        if today not in known:
            known[today] = EvidenceBook.of(tuple(self), today)
        return known[today]


def chains(keys: Sequence[Key], leads: Sequence[int | None]) -> list[tuple[Key, ...]]:
    """For each line the keys of those that govern it, nearest first.

    Args:
        keys: one a line.
        leads: for each line the place of the one that governs it, which stands above it.
    """
    found: list[tuple[Key, ...]] = []
    for lead in leads:
        found.append(() if lead is None else (keys[lead], *found[lead]))
    return found


def _quotes(evidence: Evidence, today: date) -> tuple[Quote, ...]:
    """The sentences of a piece of evidence; those of an article are remembered, what is said of an order never is."""
    if evidence.source == "article" and evidence.owner is None:
        return _article_quotes(evidence, today)
    return tuple(Lines(evidence, _outline(evidence.text), today).quotes())


@lru_cache(maxsize=REMEMBERED)
def _article_quotes(evidence: Evidence, today: date) -> tuple[Quote, ...]:
    return tuple(Lines(evidence, outline_of(evidence.text), today).quotes())


def _outline(text: str) -> Outline:
    """As `outline_of`, without remembering it."""
    sentences = find_sentences(text)
    bodies = [claim_body(sentence.text) for sentence in sentences]
    return Outline(sentences, bodies, [sentence_key(body) for body in bodies], lead_ins(sentences))


def _states_something(body: str, values: Sequence[TypedValue]) -> bool:
    """Not so "Follow these steps:", which governs nothing, in a draft or here."""
    return is_checkworthy(body, holds_value=any(value.kind != "status" for value in values))


def _values(evidence: Evidence, body: str, today: date) -> tuple[TypedValue, ...]:
    """Typed values of a sentence; a status field holds the status it names, however it is put."""
    values = find_values(body, today)
    if evidence.field != "status" or any(value.kind == "status" for value in values):
        return values
    named = (identifier("status", body, 0, len(body), status) for status in status_words(body))
    return values + tuple(named)
