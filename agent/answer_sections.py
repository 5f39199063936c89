"""Which section of the articles answers a question, for the drafter that quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from agent.checkworthiness import is_checkworthy
from agent.claims import claim_body
from agent.grounding.values import find_values
from agent.types import ContextItem, Evidence
from knowledge.bm25 import tokenise
from knowledge.embedding import Embedder, Vectors
from knowledge.order_ids import find_order_ids
from knowledge.sentences import sentences
from knowledge.types import Value

SECTIONS_READ = 8
"""Sections whose sentences are looked at, by the reranker's order."""

ALONE_SHARE = 0.3
"""How much a sentence's similarity without its headings counts beside that with them."""

STANDING = 0.1
"""What the first place in the reranker's order counts, and a half, a third of it the next ones. Its scores are not read:
every reranker has a scale of its own. Chosen, with the whole section's full weight, on one half of the shop's gold set."""

VALUE_BONUS = 0.08
"""For a sentence that holds the kind of value the question asks for."""

INTRODUCTION = 0.1
"""Taken off the text before an article's first heading, which says what follows rather than answering."""

ASKED_VALUES: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (
        re.compile(r"\bhow (long|many days|late|soon|quickly|fast)\b|\bwhen\b|\bexpires?\b", re.I),
        frozenset({"duration", "date"}),
    ),
    (re.compile(r"\bhow much\b|\b(costs?|price|fees?|pays)\b", re.I), frozenset({"money"})),
)

CODE = re.compile(r"[a-z]{1,6}\d{2,}")
"""An identifier of letters and digits; a section that does not hold it does not speak about it."""

APOLOGY = re.compile(r"(we('re| are)|i('m| am))? ?(so |very |really )?sorry\b", re.I)
"""How help articles begin where something went wrong."""


class FoundSection(Value):
    """The section nearest to a question."""

    evidence: Evidence
    similarity: dict[str, float]
    """Of each of its sentences to the question: mean of the cosines with and without the headings."""


@dataclass(frozen=True)
class Likely:
    """A section that may answer, and how near it is to the question."""

    evidence: Evidence
    sentences: list[str]
    in_place: Vectors
    """Cosine of each sentence with its headings before it."""
    alone: Vectors
    """Cosine of each sentence by itself."""
    whole: float
    """Cosine of the section."""

    @property
    def nearness(self) -> float:
        """What is held against the floor: a section that answers is near as a whole and in one sentence."""
        return (float(self.in_place.max()) + self.whole) / 2

    @property
    def similarity(self) -> dict[str, float]:
        """See `FoundSection`."""
        near = ((self.in_place + self.alone) / 2).tolist()
        return dict(zip(self.sentences, near, strict=True))


@dataclass(frozen=True)
class SectionFinder:
    """Finds the section that is nearest to the question, as a whole and by its best sentence in its place."""

    embedder: Embedder
    floor: float
    """Nearness, as of `Likely`, below which nothing answers."""

    def find(self, question: str, items: Sequence[ContextItem], today: date) -> FoundSection | None:
        """The best section among the articles shown; None where it is not near enough.

        A section that lacks an error code or the like that the question names is left out.
        """
        named = identifiers(question)
        holding = [item for item in items if named <= identifiers(_whole(item.evidence))]
        ranked = sorted(holding, key=lambda item: -item.score)[:SECTIONS_READ]
        likely = self._likely(question, [item.evidence for item in ranked])
        places = {item.evidence.evidence_id: _place(item, ranked) for item in ranked}
        if not likely:
            return None
        wanted = expected_kinds(question)
        points = [_points(one, places[one.evidence.evidence_id], wanted, today) for one in likely]
        best = likely[int(np.argmax(points))]
        if best.nearness < self.floor:
            return None
        return FoundSection(evidence=best.evidence, similarity=best.similarity)

    def _likely(self, question: str, sections: Sequence[Evidence]) -> list[Likely]:
        """The sections that state anything, in the order given."""
        stating = {
            place: [one for one in sentences(_prose(section.text)) if _states(one)]
            for place, section in enumerate(sections)
        }
        pool = [(sections[place], one) for place, found in stating.items() for one in found]
        if not pool:
            return []
        query = self.embedder.embed_queries([question])[0]
        in_place = self.embedder.embed_passages([_in_its_place(section, one) for section, one in pool]) @ query
        alone = self.embedder.embed_passages([one for _, one in pool]) @ query
        whole = self.embedder.embed_passages([_indexed(section) for section in sections]) @ query
        likely, begin = [], 0
        for place, found in stating.items():
            end = begin + len(found)
            if found:
                likely.append(
                    Likely(sections[place], found, in_place[begin:end], alone[begin:end], float(whole[place]))
                )
            begin = end
        return likely


def _place(item: ContextItem, ranked: Sequence[ContextItem]) -> int:
    """From 1; those that score alike share a place."""
    return 1 + sum(other.score > item.score for other in ranked)


def _points(section: Likely, place: int, wanted: frozenset[str], today: date) -> float:
    """How well a section answers beside the others; `place` counts from 1."""
    bonus = np.array([_bonus(section.evidence, one, wanted, today) for one in section.sentences])
    nearest = float(np.max((1 - ALONE_SHARE) * section.in_place + ALONE_SHARE * section.alone + bonus))
    return nearest + section.whole + STANDING / place


def expected_kinds(question: str) -> frozenset[str]:
    """The kinds of value that would answer the question; none for a question that asks for no value."""
    return frozenset().union(*(kinds for pattern, kinds in ASKED_VALUES if pattern.search(question)))


def identifiers(text: str) -> frozenset[str]:
    """Error codes, SKUs and the like, in the form the index gives them; order ids are no article's business."""
    named = find_order_ids(text)
    codes = {token for token in tokenise(text, query=True) if CODE.fullmatch(token)}
    return frozenset(codes) - {token for order_id in named for token in tokenise(order_id)}


def _bonus(section: Evidence, sentence: str, wanted: frozenset[str], today: date) -> float:
    holds = bool(wanted) and any(value.kind in wanted for value in find_values(sentence, today))
    introduces = len(section.heading_path) == 1
    return VALUE_BONUS * holds - INTRODUCTION * introduces


def _prose(text: str) -> str:
    """The text without its code, which may be quoted with an answer and is none."""
    return "\n".join(
        line for line in text.split("\n") if not line.startswith("    ") or line.lstrip()[:2] in ("- ", "* ")
    )


def _states(sentence: str) -> bool:
    """Whether the sentence says something: an apology or a greeting answers nothing."""
    return not APOLOGY.match(claim_body(sentence)) and is_checkworthy(
        claim_body(sentence), holds_value=any(mark.isdigit() for mark in sentence)
    )


def _whole(evidence: Evidence) -> str:
    return " ".join((*evidence.heading_path, evidence.text))


def _indexed(evidence: Evidence) -> str:
    return f"{' › '.join(evidence.heading_path)}\n{evidence.text}"


def _in_its_place(evidence: Evidence, sentence: str) -> str:
    return f"{' › '.join(evidence.heading_path)}: {sentence}" if evidence.heading_path else sentence
