"""Evidence made ready for looking things up: sentences by what they say, values by the order they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from agent.claim_text import claim_body, is_condition, sentence_key
from agent.grounding.identifiers import canonical_link
from agent.grounding.statuses import status_words
from agent.grounding.typed import TypedValue, identifier
from agent.grounding.values import find_values
from agent.sentences import Sentence, find_sentences, lead_ins
from agent.types import Evidence, EvidenceRef
from knowledge.types import Trust

VERIFYING: frozenset[Trust] = frozenset({"system", "verified", "retrieved"})
"""Trust classes whose evidence may prove a claim; what the customer or a model said never does."""


@dataclass(frozen=True)
class Quote:
    """One sentence of evidence with what must not be left out when it is quoted."""

    evidence: Evidence
    text: str
    body: str
    key: str
    values: tuple[TypedValue, ...]
    leads: tuple[str, ...] = ()
    """Keys of the lines that govern it, nearest first: a lead-in, a header row, an outer item."""
    before: str | None = None
    """Key of the sentence before it."""
    condition: str | None = None
    """Key of the sentence after it, where that one is a condition of this one."""

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


def context_keys(sentences: Sequence[Sentence]) -> list[tuple[str, ...]]:
    """For each sentence the keys of the lines that govern it, nearest first."""
    keys = [sentence_key(claim_body(sentence.text)) for sentence in sentences]
    leads = lead_ins(sentences)
    contexts: list[tuple[str, ...]] = []
    for lead in leads:
        contexts.append(() if lead is None else (keys[lead], *contexts[lead]))
    return contexts


def _quotes(evidence: Evidence, today: date) -> Iterator[Quote]:
    sentences = find_sentences(evidence.text)
    bodies = [claim_body(sentence.text) for sentence in sentences]
    keys = [sentence_key(body) for body in bodies]
    contexts = context_keys(sentences)
    for n, sentence in enumerate(sentences):
        follows = n + 1 < len(sentences) and is_condition(bodies[n + 1])
        yield Quote(
            evidence=evidence,
            text=sentence.text,
            body=bodies[n],
            key=keys[n],
            values=_values(evidence, bodies[n], today),
            leads=contexts[n],
            before=keys[n - 1] if n else None,
            condition=keys[n + 1] if follows else None,
        )


def _values(evidence: Evidence, body: str, today: date) -> tuple[TypedValue, ...]:
    """Typed values of a sentence; a status field holds the status it names, however it is put."""
    values = find_values(body, today)
    if evidence.field != "status" or any(value.kind == "status" for value in values):
        return values
    named = (identifier("status", body, 0, len(body), status) for status in status_words(body))
    return values + tuple(named)
