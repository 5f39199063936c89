"""Which section of the articles answers a question, for the drafter that quotes."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache

import numpy as np

from agent.asked_headings import Asked, asked_for, beside, heading_place, is_wordless, repeats
from agent.grounding.values import find_values
from agent.identified_sections import Identified
from agent.likely_sections import Likely, likely_sections
from agent.types import ContextItem, Evidence
from knowledge.embedding import Embedder
from knowledge.types import Value

SECTIONS_READ = 8
"""Sections whose sentences are looked at, by the order of the search."""

ALONE_SHARE = 0.3
"""How much a sentence's similarity without its headings counts beside that with them."""

STANDING = 0.08
"""What the first place in the search's order counts, and a half, a third of it the next ones. Scores are not read: every
reranker has a scale of its own. Of 96 answerable questions of the shop's gold set 61 get the right section with 0.06 or
0.08, 62 with 0.02, 59 with 0.2; a help centre of near-duplicates, where the search sees codes, wants more of it."""

REMEMBERED = 4_096
"""Sentences of articles whose values are kept in mind."""

VALUE_BONUS = 0.08
"""For a sentence that holds the kind of value the question asks for."""

HELD_BONUS = 0.1
"""For a section that holds all that the question names itself, where others of its article leave that to it."""

REPETITION = 0.2
"""Taken off a sentence that repeats the question where a cause, a remedy or the like is asked for."""

INTRODUCTION = 0.1
"""Taken off the text before an article's first heading, which says what follows rather than answering."""

IDENTIFIED_MARGIN = 0.1
"""How far a section may lie below the floor whose heading holds the code that is asked about. To the embedder a code is
noise: on a help centre of 1,199 articles the section that answers "what does CODE fix" lay at 0.40 to 0.43."""

ODDS_WEIGHT, NEUTRAL_ODDS, MOST_ODDS = 0.15, 1.38, 4.0
"""How much the reranker's log odds that a passage answers count beside nearness, from where on they count for it (a chance
of four in five), and where they end. Nearness finds the topic, the odds whether the passage says what is asked. Chosen on
the gold set's development half, where 0.1 to 0.2 are level."""

ASKED_VALUES: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (
        re.compile(r"\bhow (long|many days|late|soon|quickly|fast)\b|\bwhen\b|\bexpires?\b", re.I),
        frozenset({"duration", "date"}),
    ),
    (re.compile(r"\bhow much\b|\b(costs?|price|fees?|pays)\b", re.I), frozenset({"money"})),
)


class FoundSection(Value):
    """The section nearest to a question."""

    evidence: Evidence
    similarity: dict[str, float]
    """Of each of its sentences to the question: mean of the cosines with and without the headings."""


@dataclass(frozen=True)
class SectionFinder:
    """Finds the section that is nearest to the question, as a whole and by its best sentence in its place."""

    embedder: Embedder
    floor: float
    """Nearness, as of `Likely`, below which nothing answers."""

    def find(
        self, question: str, items: Sequence[ContextItem], today: date, said: str | None = None
    ) -> FoundSection | None:
        """The best section among the articles shown; None where it is not near enough.

        Articles that lack a code, version or constant which the question names are left out; see `Identified`. `said` is the
        last line of a question that leans on the line before: that line says what it is about, and `said` what is asked.
        """
        identified = Identified.of(question, [item.evidence for item in items])
        speaking = {one.evidence_id for one in identified.speaking()}
        ranked = in_search_order([item for item in items if item.evidence.evidence_id in speaking])[:SECTIONS_READ]
        evidence = [item.evidence for item in ranked]
        likely = likely_sections(self.embedder, question, evidence)
        if not likely:
            return None
        asked = likely_sections(self.embedder, said, evidence) if said else likely
        places = {item.evidence.evidence_id: _place(item, ranked) for item in ranked}
        asking = _Asking(said or question, identified, today)
        standings = [places[one.evidence.evidence_id] for one in likely]
        points = [
            (asking.points(one, place) + asking.points(last, place)) / 2
            for one, last, place in zip(likely, asked, standings, strict=True)
        ]
        nearest = likely[int(np.argmax(points))]
        if not self._is_near_enough(nearest, asking.margin(nearest), log_odds(ranked)):
            return None
        best = asking.answering(nearest, likely, points)
        return FoundSection(evidence=best.evidence, similarity=best.similarity)

    def _is_near_enough(self, section: Likely, margin: float, odds: float) -> bool:
        """The one decision whether to answer; `margin` is above 0 where an identifier settles what the section is about."""
        if margin and section.nearness >= self.floor - margin:
            return True
        return section.nearness + ODDS_WEIGHT * (odds - NEUTRAL_ODDS) >= self.floor


@dataclass(frozen=True)
class _Asking:
    """A question, and what it asks for."""

    question: str
    identified: Identified
    today: date

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        return asked_for(self.question)

    @cached_property
    def kinds(self) -> frozenset[str]:
        return expected_kinds(self.question)

    def points(self, section: Likely, place: int) -> float:
        """How well a section speaks of the question's matter beside the others; `place` counts from 1."""
        bonus = np.array([self._bonus(section.evidence, one) for one in section.sentences])
        nearest = float(np.max((1 - ALONE_SHARE) * section.in_place + ALONE_SHARE * section.alone + bonus))
        held = HELD_BONUS * self.identified.share_held(section.evidence)
        return nearest + section.whole + STANDING / place + held

    def margin(self, section: Likely) -> float:
        """How far the section may lie below the floor; any way where only its own heading's code was typed."""
        if is_wordless(self.question) and self.identified.heads(section.evidence):
            return float("inf")
        return IDENTIFIED_MARGIN * self.identified.proves(section.evidence)

    def answering(self, nearest: Likely, likely: Sequence[Likely], points: Sequence[float]) -> Likely:
        """Beside the nearest section the one whose heading announces what is asked for: its cause, its remedy.

        The section that states a problem is always nearer to a question that states it too than those that solve it, so
        it finds the matter, and the headings of that matter find the answer.
        """
        best_first = [likely[place] for place in np.argsort(-np.array(points), kind="stable")]
        same = [one for one in best_first if one.evidence.article == nearest.evidence.article]
        announcing = (one for asked in self.asked for one in same if self._announces(asked, one, nearest))
        return next(announcing, nearest)

    def _announces(self, asked: Asked, section: Likely, nearest: Likely) -> bool:
        headings = section.evidence.heading_path
        if asked == "definition":
            return self.identified.heads(section.evidence)
        place = heading_place(asked, headings)
        return place is not None and beside(place, headings, nearest.evidence.heading_path)

    def _bonus(self, section: Evidence, sentence: str) -> float:
        holds = bool(self.kinds) and not self.kinds.isdisjoint(_kinds_in(sentence, self.today))
        introduces = len(section.heading_path) == 1
        repeated = "remedy" in self.asked and repeats(sentence, self.question)
        return VALUE_BONUS * holds - INTRODUCTION * introduces - REPETITION * repeated


@lru_cache(maxsize=REMEMBERED)
def _kinds_in(sentence: str, today: date) -> frozenset[str]:
    """Kinds of the values in a sentence of an article, which any customer may read."""
    return frozenset(value.kind for value in find_values(sentence, today))


def log_odds(items: Sequence[ContextItem]) -> float:
    """Of the passage that most likely answers, as the reranker sees it, within `MOST_ODDS`; neutral where none says so."""
    chances = [item.answers for item in items if item.answers is not None]
    if not chances:
        return NEUTRAL_ODDS
    chance = min(max(*chances, 1e-9), 1 - 1e-9)
    return max(-MOST_ODDS, min(MOST_ODDS, math.log(chance / (1 - chance))))


def in_search_order(items: Sequence[ContextItem]) -> list[ContextItem]:
    """By the rank of the search, and by score what has none."""
    return sorted(items, key=_standing)


def _place(item: ContextItem, ranked: Sequence[ContextItem]) -> int:
    """From 1; those that stand alike share a place."""
    return 1 + sum(_standing(other) < _standing(item) for other in ranked)


def _standing(item: ContextItem) -> tuple[float, float]:
    return (float("inf"), -item.score) if item.rank is None else (float(item.rank), 0.0)


def expected_kinds(question: str) -> frozenset[str]:
    """The kinds of value that would answer the question; none for a question that asks for no value."""
    return frozenset().union(*(kinds for pattern, kinds in ASKED_VALUES if pattern.search(question)))
