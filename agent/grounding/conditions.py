"""Which sentences of a section limit one of its statements: its exceptions and conditions, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from agent.grounding.outlines import REMEMBERED, Outline, outline_of
from agent.grounding.subjects import folded, generic, subject_words
from agent.grounding.vocabulary import denies

_REFERS = re.compile(
    r"(?:(?:this|that|it|these|they|the (?:offer|rule|same|limit|window|promise|above))(?: rule| offer| window| also)?"
    r" (?:does not|doesn't|do not|don't|only|is not|isn't|are not|aren't|excludes?|applies only|is only|must|is limited|are limited"
    r"|can(?:not| only)|will not|won't|may not|requires?|ends)"
    r"|(?:but |and |however,? |valid |available )?only (?:if|when|where|for|in|with|within|after|while|as long|above|over|below|up to|between|to|from|on)|unless|except|excluding"
    r"|provided|as long as|subject to|with the exception|not (?:valid|available|applicable|included|for)\b|otherwise)\b",
    re.IGNORECASE,
)
"""Opens a sentence that limits the one before it."""

_ANNOUNCES = re.compile(
    r"(?:(?:but |however,? )?there (?:is|are) (?:\w+ ){0,2}exceptions?|exceptions?|the (?:only )?exceptions? (?:is|are)"
    r"|(?:some|a few|the following) (?:exceptions?|limits|restrictions|conditions) apply|restrictions apply)\b[^.]{0,40}[.:]?$",
    re.IGNORECASE,
)
_EXCLUDES = re.compile(
    r"\b(?:can(?:not| not|'t)|never|not (?:be |eligible|covered|included|possible|available|accepted|refund\w+|return\w+|valid)"
    r"|no (?:refunds?|returns?|exchanges?|cancellations?)|non-?(?:refundable|returnable)|excluded|exempt|except\w*|does not (?:apply|cover)"
    r"|do not (?:apply|cover|accept|refund)|(?:is|are) not\b|won't|will not|unless)",
    re.IGNORECASE,
)
_DEMANDS = re.compile(
    r"\b(?:must(?! not)|ha(?:s|ve) to be|needs? to be|(?:is|are) required|requires?|only|on condition|as long as|provided that)\b",
    re.IGNORECASE,
)
_GRANTS = re.compile(
    r"\b(?:(?:you|customers?|buyers?|everyone|anyone|members?) (?:can|may|have|get|are entitled|are allowed|keep)|can (?:usually )?be"
    r"|may be|gets?|we \w+"
    r"|(?:is|are) (?:\w+ )?(?:free|covered|included|refund\w*|eligible|accepted|possible|allowed|welcome|guaranteed|available|valid|automatic"
    r"|issued|returnable|replaced|cancelled)|free of charge|money back|covers?|ships? free|window is|lasts?)\b",
    re.IGNORECASE,
)
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


@lru_cache(maxsize=8 * REMEMBERED)
def limits_of(section: str, place: int) -> tuple[Limit, ...]:
    """The limits of the statement at a place among the section's sentences, in reading order.

    A general permission ("items can be returned") needs every exception to it; one about a subject of its own only what
    speaks of that subject. A prohibition or an instruction needs no more than what follows and refers to it.

    Args:
        section: the text of one section, one list item, row or paragraph a line.
        place: index of the statement, as `find_sentences` counts.
    """
    read = _Section(outline_of(section))
    found = {limit.places: limit for limit in (*read.following(place), *read.elsewhere(place))}
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

    outline: Outline

    @property
    def bodies(self) -> Sequence[str]:
        return self.outline.bodies

    @property
    def leads(self) -> Sequence[int | None]:
        return self.outline.leads

    def following(self, place: int) -> Iterator[Limit]:
        """The sentences right after a statement that refer to it, and what an announced exception says."""
        n, leans = place + 1, True
        while n < len(self.bodies) and self.leads[n] == self.leads[place]:
            if _ANNOUNCES.match(self.bodies[n]):
                yield self._announced(n)
                return
            if not _REFERS.match(self.bodies[n]) or self.outline.sentences[n].is_lead_in:
                return
            yield self._limit((n,), leans=leans)
            n += 1

    def elsewhere(self, place: int) -> Iterator[Limit]:
        """Sentences of the section that take something away from what the statement permits."""
        if not _permits(self.outline.whole(place)):
            return
        for n, body in enumerate(self.bodies):
            if n == place or self._governs(n, place) or not body or body.endswith("?"):
                continue
            if self._limits(place, n):
                yield self._group(n)

    def _limits(self, place: int, n: int) -> bool:
        statement, other = self.outline.whole(place), self.outline.whole(n)
        if self.leads[n] is not None and not is_restrictive(self.bodies[self.leads[n] or 0]):
            return False
        said, limiting = _subject(statement), _subject(other)
        own = said - generic() or said
        near = 0 < n - place <= NEAR and self.leads[n] == self.leads[place]
        if near and (_SUBJECT_OF_ALL.match(self.bodies[n]) or _takes_up(said, self.bodies[n])):
            return True
        if not is_restrictive(other) or not own & limiting:
            return False
        # What the statement alone speaks of makes it a rule for a subject that the other one is not about.
        return not own - limiting and bool(limiting - said - generic() or _DEMANDS.search(other))

    def _announced(self, n: int) -> Limit:
        """An announcement with what it announces: its list, or the sentence after it."""
        members = [m for m in range(n + 1, len(self.bodies)) if self.leads[m] == n]
        if members:
            return self._limit((n, *members), in_list=True)
        after = (n + 1,) if n + 1 < len(self.bodies) and not self.outline.sentences[n].is_lead_in else ()
        return self._limit((n, *after), leans=True)

    def _group(self, n: int) -> Limit:
        """A sentence by itself, a list with the line that opens it, all rows of a table."""
        lead = self.leads[n]
        if self.outline.sentences[n].is_lead_in:
            lead = n
        if lead is None:
            return self._limit((n,), in_list=self.outline.sentences[n].kind == "row")
        return self._limit((lead, *(m for m in range(len(self.leads)) if self.leads[m] == lead)), in_list=True)

    def _limit(self, places: tuple[int, ...], *, in_list: bool = False, leans: bool = False) -> Limit:
        return Limit(tuple(self.outline.sentences[n].text for n in places), places, in_list, leans)

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


def _permits(text: str) -> bool:
    return bool(_GRANTS.search(text)) and not denies(text)


def announces(body: str) -> bool:
    """Whether a sentence only says that an exception follows."""
    return bool(_ANNOUNCES.match(body))


def is_restrictive(text: str) -> bool:
    """Whether a sentence excludes or demands something."""
    return bool(_EXCLUDES.search(text) or _DEMANDS.search(text))
