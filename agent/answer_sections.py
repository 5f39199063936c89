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
from knowledge.embedding import Embedder
from knowledge.order_ids import find_order_ids
from knowledge.sentences import sentences
from knowledge.types import Value

SECTIONS_READ = 4
"""Sections whose sentences are looked at, by the reranker's score."""

ALONE_SHARE = 0.3
"""How much a sentence's similarity without its headings counts beside that with them."""

SECTION_SHARE = 0.4
"""How much the reranker's score of the whole section counts beside that of its nearest sentence."""

VALUE_BONUS = 0.08
"""For a sentence that holds the kind of value the question asks for."""

INTRODUCTION = 0.05
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
class SectionFinder:
    """Finds the section whose best sentence, in its place, is nearest to the question."""

    embedder: Embedder
    floor: float
    """Cosine between the question and the best sentence below which nothing answers."""

    def find(self, question: str, items: Sequence[ContextItem], today: date) -> FoundSection | None:
        """The best section among the articles shown; None where no sentence is near enough.

        A section that lacks an error code or the like that the question names is left out.
        """
        named = identifiers(question)
        holding = [item for item in items if named <= identifiers(_whole(item.evidence))]
        likely = sorted(holding, key=lambda item: -item.score)[:SECTIONS_READ]
        pool = [(item, one) for item in likely for one in sentences(_prose(item.evidence.text)) if _states(one)]
        if not pool:
            return None
        query = self.embedder.embed_queries([question])[0]
        in_place = self.embedder.embed_passages([_in_its_place(item.evidence, one) for item, one in pool]) @ query
        alone = self.embedder.embed_passages([one for _, one in pool]) @ query
        wanted = expected_kinds(question)
        extra = [SECTION_SHARE * item.score + _bonus(item, one, wanted, today) for item, one in pool]
        nearness = (1 - ALONE_SHARE) * in_place + ALONE_SHARE * alone
        best = int(np.argmax((1 - SECTION_SHARE) * nearness + np.array(extra)))
        if float(in_place[best]) < self.floor:
            return None
        chosen = pool[best][0].evidence
        near = {
            one: float(value)
            for (item, one), value in zip(pool, (in_place + alone) / 2, strict=True)
            if item.evidence.evidence_id == chosen.evidence_id
        }
        return FoundSection(evidence=chosen, similarity=near)


def expected_kinds(question: str) -> frozenset[str]:
    """The kinds of value that would answer the question; none for a question that asks for no value."""
    return frozenset().union(*(kinds for pattern, kinds in ASKED_VALUES if pattern.search(question)))


def identifiers(text: str) -> frozenset[str]:
    """Error codes, SKUs and the like, in the form the index gives them; order ids are no article's business."""
    named = find_order_ids(text)
    codes = {token for token in tokenise(text, query=True) if CODE.fullmatch(token)}
    return frozenset(codes) - {token for order_id in named for token in tokenise(order_id)}


def _bonus(item: ContextItem, sentence: str, wanted: frozenset[str], today: date) -> float:
    holds = bool(wanted) and any(value.kind in wanted for value in find_values(sentence, today))
    introduces = len(item.evidence.heading_path) == 1
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


def _in_its_place(evidence: Evidence, sentence: str) -> str:
    return f"{' › '.join(evidence.heading_path)}: {sentence}" if evidence.heading_path else sentence
