"""A draft as claims: each statement with its span, its order, and the claim it is a condition of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from agent.checkworthiness import is_checkworthy, is_goodbye, is_signature
from agent.claim_text import claim_body, is_condition
from agent.compound_claims import Part, parts_of
from agent.distributing import parts_for_each
from agent.grounding.typed import Kind
from agent.grounding.values import find_values
from agent.references import Thread, owner_of, single_order, spelled_out
from agent.sentences import Sentence, find_sentences, lead_ins
from agent.types import Claim

__all__ = ["ClaimSplitter", "claim_body"]

_LEADS_AWAY = frozenset[Kind]({"link", "email", "phone"})
"""Kinds that are checked even in a question or a citation: they send the customer somewhere."""


@dataclass(frozen=True)
class ClaimSplitter:
    """Splits a draft into claims that can be checked one by one."""

    def split(self, draft: str, today: date) -> tuple[Claim, ...]:
        """The statements of a draft in order, spans pointing into it; an empty draft has none.

        A sentence is one claim, or one for each of its parts where it surely has several; see `compound_claims`.
        `today` is the day of the turn, from which "tomorrow" counts.
        """
        sentences = find_sentences(draft)
        leads = lead_ins(sentences)
        groups: list[list[Claim]] = []
        thread = Thread()
        for n, sentence in enumerate(sentences):
            governing = _governing(sentences, leads, n)
            begin = sum(len(group) for group in groups)
            said = _Said(sentence, thread, today, begin, next(filter(None, map(single_order, governing)), None))
            group = said.claims() if n in leads else said.parts() or said.claims()
            if n and is_goodbye(sentences[n - 1].text) and is_signature(sentence.text):
                group = [claim.model_copy(update={"checkworthy": False}) for claim in group]
            for claim in group:
                thread = thread.after(claim)
            groups.append(group)
        return tuple(claim for n in range(len(groups)) for claim in _in_place(groups, leads, n))


@dataclass(frozen=True)
class _Said:
    """One sentence of a draft, and what was said before it."""

    sentence: Sentence
    thread: Thread
    today: date
    begin: int
    """Index of its first claim."""
    under: str | None
    """The order that a line which governs it names."""

    def claims(self) -> list[Claim]:
        """The sentence as one claim."""
        body = claim_body(self.sentence.text)
        claim = self._claim(self.begin, self.sentence.text, self.sentence.start, self.sentence.end, self.thread)
        depends_on = self.thread.last if claim.checkworthy and is_condition(body) else None
        return [claim.model_copy(update={"depends_on": depends_on})]

    def parts(self) -> list[Claim]:
        """The parts of a compound sentence, and one that counts orders with its order named; none for any other."""
        if self.sentence.kind not in ("text", "item"):
            return []
        text = self.sentence.text
        found = parts_of(text) or parts_for_each(text, self.thread.listed)
        counted = None if found else spelled_out(text, self.thread)
        found = (Part(0, len(text), counted),) if counted else found
        (whole,) = self.claims() if found else [None]
        claims: list[Claim] = []
        thread = self.thread
        for n, part in enumerate(found):
            claim = self._part(n, part, thread).model_copy(update={"whole": whole})
            thread = thread.after(claim)
            claims.append(claim)
        return claims

    def _part(self, n: int, part: Part, thread: Thread) -> Claim:
        start = self.sentence.start
        claim = self._claim(self.begin + n, part.text, start + part.start, start + part.end, thread)
        return claim.model_copy(
            update={
                "depends_on": self.begin + n - 1 if part.opposed else None,
                "borrows_from": self.begin + n - 1 if part.borrows else None,
            }
        )

    @cached_property
    def _named(self) -> str | None:
        return single_order(self.sentence.text)

    def _claim(self, index: int, text: str, start: int, end: int, thread: Thread) -> Claim:
        body = claim_body(text)
        kinds = {value.kind for value in find_values(body, self.today)}
        written = {value.kind for value in find_values(text, self.today)}
        checkworthy = bool(written & _LEADS_AWAY) or is_checkworthy(body, holds_value=bool(kinds - {"status"}))
        within = self._named if text != self.sentence.text else None
        owner = owner_of(body, thread, kinds, within=within, under=self.under) if checkworthy else None
        return Claim(index=index, text=text, start=start, end=end, checkworthy=checkworthy, owner=owner)


def _governing(sentences: Sequence[Sentence], leads: Sequence[int | None], n: int) -> Iterator[str]:
    """The lines above a sentence that govern it, nearest first."""
    lead = leads[n]
    while lead is not None:
        yield sentences[lead].text
        lead = leads[lead]


def _in_place(groups: Sequence[Sequence[Claim]], leads: Sequence[int | None], n: int) -> Iterator[Claim]:
    """The claims of one sentence with what governs them and what stands next to them, which later tiers no longer see.

    The neighbours of a part are the other parts of its sentence, and beyond them the whole sentences around.
    """
    chain = _chain(groups, leads, n)
    before, after = _whole_at(groups, n - 1), _whole_at(groups, n + 1)
    texts = [before, *(claim.text if claim.checkworthy else None for claim in groups[n]), after]
    around = {"leads": chain, "before": before, "after": after}
    for place, claim in enumerate(groups[n], start=1):
        whole = claim.whole.model_copy(update=around) if claim.whole else None
        own = {"leads": chain, "before": texts[place - 1], "after": texts[place + 1], "whole": whole}
        yield claim.model_copy(update=own)


def _chain(groups: Sequence[Sequence[Claim]], leads: Sequence[int | None], n: int) -> tuple[str, ...]:
    found: list[str] = []
    lead = leads[n]
    while lead is not None:
        claim = groups[lead][0]
        found += [claim.text] if claim.checkworthy else []
        lead = leads[lead]
    return tuple(found)


def _whole_at(groups: Sequence[Sequence[Claim]], n: int) -> str | None:
    """A sentence as it stands in the draft, where it is worth checking."""
    if not 0 <= n < len(groups):
        return None
    claim = groups[n][0].whole or groups[n][0]
    return claim.text if claim.checkworthy else None
