"""Which sentences of a section limit one of its statements: its exceptions and conditions, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from agent.grounding.continuations import continues
from agent.grounding.footnotes import footnotes_of
from agent.grounding.outlines import REMEMBERED, Outline, outline_of
from agent.grounding.restrictions import announces, core_of, demands, denied_in, is_restrictive, permits
from agent.grounding.subjects import folded, generic, subject_words

_SUBJECT_OF_ALL = re.compile(
    r"(?:the |your |all |any |every |each |returned |such )*(?:items?|products?|orders?|goods|parcels?|articles?|purchases?|it|they|everything)"
    r" (?:must|has to|have to|needs? to|(?:is|are) required|can only)\b|(?:an? |the |your )?(?:[\w-]+ ){1,3}(?:is|are) (?:required|needed)\b",
    re.IGNORECASE,
)
_RETURNED = re.compile(r"\b(?:returned|purchased|ordered) (?=items?\b|products?\b|goods\b)", re.IGNORECASE)

_EVERY = re.compile(r"\b(?:every|any|all|each) (?!of\b)\w+", re.IGNORECASE)
_AGAIN = re.compile(r"(?:the|this|that|these|those|such|only) ((?:\w+ )?\w+)", re.IGNORECASE)
VERDICTS = "cover covered include included exclude excluded eligible available entitled free required require"

NEAR = 2
"""Sentences after a statement in which "the item must be …" speaks of the same."""


@dataclass(frozen=True)
class Limit:
    """What must not be left out beside a statement."""

    sentences: tuple[str, ...]
    """As they stand in the section, in reading order."""
    places: tuple[int, ...]
    in_list: bool
    """Whether it means nothing without the line that opens it, so that it cannot be quoted as running text."""
    leans: bool
    """Whether it only makes sense right after the statement."""
    block: str = ""
    """Its lines as they stand in the section, where it is quoted as lines of its own: a list with the line that opens it.
    Empty for running text, and for the rows of a table, which are not quoted at all."""


@lru_cache(maxsize=8 * REMEMBERED)
def limits_of(section: str, place: int) -> tuple[Limit, ...]:
    """The limits of the statement at a place among the section's sentences, in reading order.

    A general permission ("items can be returned") needs every exception to it; one about a subject of its own only what
    speaks of that subject. A prohibition or an instruction needs no more than what follows and refers to it, and any
    statement its footnotes.

    Args:
        section: the text of one section, one list item, row or paragraph a line.
        place: index of the statement, as `find_sentences` counts.
    """
    read = _Section(section, outline_of(section))
    every = (*read.following(place), *read.announced(place), *read.elsewhere(place), *read.footnotes(place))
    found = {limit.places: limit for limit in reversed(every)}
    taken: set[int] = set()
    kept = []
    for places, limit in sorted(found.items()):
        if not taken & set(places):
            kept.append(limit)
            taken |= set(places)
    return tuple(kept)


@dataclass(frozen=True)
class _Section:
    """One section, with the rules by which its sentences limit each other."""

    text: str
    outline: Outline

    @property
    def bodies(self) -> Sequence[str]:
        return self.outline.bodies

    @property
    def leads(self) -> Sequence[int | None]:
        return self.outline.leads

    def following(self, place: int) -> Iterator[Limit]:
        """The sentences right after a statement that go on from it, and what an announced exception says."""
        n = place + 1
        while n < len(self.bodies) and self.leads[n] == self.leads[place]:
            if announces(self.bodies[n]):
                yield self._announced(n)
                return
            opens = self.outline.sentences[n].is_lead_in or self.bodies[n].endswith("?")
            if opens or not continues(self.outline.sentences[n].text, self.bodies[n - 1]):
                return
            yield self._limit((n,), leans=True)
            n += 1

    def announced(self, place: int) -> Iterator[Limit]:
        """Exceptions that are announced further down, to a permission of which they speak or that nothing else is for."""
        if not permits(self.outline.whole(place)):
            return
        for n in range(place + 1, len(self.bodies)):
            if announces(self.bodies[n]) and self.leads[n] is None and self._are_excepted(self._announced(n), place):
                yield self._announced(n)

    def elsewhere(self, place: int) -> Iterator[Limit]:
        """Sentences of the section that take something away from what the statement permits."""
        if not permits(self.outline.whole(place)):
            return
        for n, body in enumerate(self.bodies):
            if n == place or self._governs(n, place) or not body or body.endswith("?"):
                continue
            if self._limits(place, n):
                yield self._group(n)

    def footnotes(self, place: int) -> Iterator[Limit]:
        """The footnotes that the statement's marks refer to."""
        for places in footnotes_of(self.outline.sentences, place):
            yield self._limit(places)

    def _are_excepted(self, limit: Limit, place: int) -> bool:
        """Whether announced exceptions speak of what a statement permits, or of nothing that any before them does."""
        spoken_of = _subject(" ".join(self.bodies[n] for n in limit.places[1:]))
        before = [n for n in range(limit.places[0]) if permits(self.outline.whole(n))]
        meant = [n for n in before if self._own(n) & spoken_of]
        return place in (meant or before)

    def _own(self, place: int) -> frozenset[str]:
        """What a statement permits, of whatever subject, without when and to whom."""
        said = _subject(core_of(self.outline.whole(place))) or _subject(self.outline.whole(place))
        return said - generic() or said

    def _limits(self, place: int, n: int) -> bool:
        other = self.outline.whole(n)
        if self.leads[n] is not None and not is_restrictive(self.bodies[self.leads[n] or 0]):
            return False
        said, limiting, own = _subject(self.outline.whole(place)), _subject(other), self._own(place)
        near = 0 < n - place <= NEAR and self.leads[n] == self.leads[place]
        if near and (_SUBJECT_OF_ALL.match(self.bodies[n]) or _takes_up(said, self.bodies[n])):
            return True
        if not is_restrictive(other) or own - limiting or not (limiting - said - generic() or demands(other)):
            return False
        # What the statement alone speaks of makes it a rule for a subject that the other one is not about, unless that
        # only says when: then the other one must take away the very thing that is permitted.
        return not said - generic() - limiting or demands(other) or bool(own & _subject(" ".join(denied_in(other))))

    def _announced(self, n: int) -> Limit:
        """An announcement with what it announces: its list, or the sentence after it."""
        members = [m for m in range(n + 1, len(self.bodies)) if self.leads[m] == n]
        if members:
            return self._limit((n, *members), in_list=True, block=True)
        after = (n + 1,) if n + 1 < len(self.bodies) and not self.outline.sentences[n].is_lead_in else ()
        return self._limit((n, *after), leans=True)

    def _group(self, n: int) -> Limit:
        """A sentence by itself, a list with the line that opens it, all rows of a table."""
        lead = n if self.outline.sentences[n].is_lead_in else self.leads[n]
        if lead is None:
            return self._limit((n,), in_list=self.outline.sentences[n].kind == "row")
        members = (lead, *(m for m in range(len(self.leads)) if self.leads[m] == lead))
        return self._limit(members, in_list=True, block=True)

    def _limit(
        self, places: tuple[int, ...], *, in_list: bool = False, leans: bool = False, block: bool = False
    ) -> Limit:
        sentences = [self.outline.sentences[n] for n in places]
        in_lines = block and not any(sentence.kind == "row" for sentence in sentences)
        lines = self.text[sentences[0].start : max(sentence.end for sentence in sentences)] if in_lines else ""
        return Limit(tuple(sentence.text for sentence in sentences), places, in_list, leans, lines)

    def _governs(self, n: int, place: int) -> bool:
        return self.leads[place] == n or (self.leads[n] is not None and self.leads[n] == self.leads[place])


def _subject(text: str) -> frozenset[str]:
    """What is permitted or excluded, without the words that permit and exclude; `every state` is no state of its own."""
    return subject_words(_EVERY.sub(" ", _RETURNED.sub("", text))) - _verdict_words()


def _takes_up(said: frozenset[str], body: str) -> bool:
    """Whether a restriction opens with what the statement before it spoke of: `The discount …`, `Only phones …`."""
    found = _AGAIN.match(body)
    return found is not None and is_restrictive(body) and bool(subject_words(found[1]) & (said - generic() or said))


@cache
def _verdict_words() -> frozenset[str]:
    return folded(VERDICTS.split())
