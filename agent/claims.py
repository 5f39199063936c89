"""A draft as claims: each sentence with its span, its order, and the claim it is a condition of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from agent.checkworthiness import is_checkworthy
from agent.claim_text import claim_body, is_condition, leans_back
from agent.grounding.values import find_values
from agent.sentences import Sentence, find_sentences, lead_ins
from agent.types import Claim
from knowledge.order_ids import find_order_ids

__all__ = ["ClaimSplitter", "claim_body"]

_THE_ORDER = re.compile(
    r"\b(?:your|the|this|that) (?:whole |entire )?(?:order|parcel|package|shipment|delivery|purchase)\b", re.IGNORECASE
)
_IT = re.compile(r"\b(?:it|its|they|them|this|that)\b", re.IGNORECASE)
_LEADS_AWAY = frozenset({"link", "email", "phone"})
"""Kinds that are checked even in a question or a citation: they send the customer somewhere."""
_OF_AN_ORDER = frozenset({"date", "status", "money", "tracking"})


@dataclass(frozen=True)
class _Thread:
    """What the sentences so far spoke about."""

    owner: str | None = None
    """Order of the sentence before."""
    orders: frozenset[str] = frozenset()
    """All orders named so far."""
    last: int | None = None
    """Index of the last claim worth checking."""


@dataclass(frozen=True)
class ClaimSplitter:
    """Splits a draft into claims that can be checked one by one."""

    def split(self, draft: str, today: date) -> tuple[Claim, ...]:
        """The sentences of a draft in order, spans pointing into it; an empty draft has none.

        `today` is the day of the turn, from which "tomorrow" counts.
        """
        claims: list[Claim] = []
        thread = _Thread()
        sentences = find_sentences(draft)
        for sentence in sentences:
            claim = self._claim(len(claims), sentence, thread, today)
            thread = self._next(thread, claim)
            claims.append(claim)
        return tuple(_in_place(claims, sentences))

    def _claim(self, index: int, sentence: Sentence, thread: _Thread, today: date) -> Claim:
        body = claim_body(sentence.text)
        kinds = {value.kind for value in find_values(body, today)}
        written = {value.kind for value in find_values(sentence.text, today)}
        checkworthy = bool(written & _LEADS_AWAY) or is_checkworthy(body, holds_value=bool(kinds - {"status"}))
        owner = _owner(body, thread, speaks_of_order=bool(kinds & _OF_AN_ORDER))
        return Claim(
            index=index,
            text=sentence.text,
            start=sentence.start,
            end=sentence.end,
            checkworthy=checkworthy,
            owner=owner if checkworthy else None,
            depends_on=thread.last if checkworthy and is_condition(body) else None,
        )

    def _next(self, thread: _Thread, claim: Claim) -> _Thread:
        named = find_order_ids(claim.text)
        thread = replace(thread, orders=thread.orders | set(named))
        if named or claim.checkworthy:
            thread = replace(thread, owner=named[0] if len(named) == 1 else claim.owner)
        return replace(thread, last=claim.index) if claim.checkworthy else thread


def _in_place(claims: Sequence[Claim], sentences: Sequence[Sentence]) -> Iterator[Claim]:
    """The claims with what governs them and what stands next to them, which later tiers no longer see."""
    leads = lead_ins(sentences)
    chains: list[tuple[str, ...]] = []
    for lead in leads:
        governing = (claims[lead].text,) if lead is not None and claims[lead].checkworthy else ()
        chains.append(() if lead is None else (*governing, *chains[lead]))
    for n, claim in enumerate(claims):
        neighbours = [
            claims[m].text if 0 <= m < len(claims) and claims[m].checkworthy else None for m in (n - 1, n + 1)
        ]
        yield claim.model_copy(update={"leads": chains[n], "before": neighbours[0], "after": neighbours[1]})


def _owner(body: str, thread: _Thread, *, speaks_of_order: bool) -> str | None:
    """The order a sentence names; else the one it refers back to; None where it names two or refers to none."""
    named = find_order_ids(body)
    if named:
        return named[0] if len(named) == 1 else None
    if len(thread.orders) == 1 and _THE_ORDER.search(body):
        return next(iter(thread.orders))
    refers = leans_back(body) or (speaks_of_order and _IT.search(body))
    return thread.owner if refers else None
