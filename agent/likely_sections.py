"""How near each section and each of its sentences is to a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.checkworthiness import is_checkworthy
from agent.claims import claim_body
from agent.types import Evidence
from knowledge.embedding import Embedder, Vectors
from knowledge.sentences import sentences

APOLOGY = re.compile(r"(we('re| are)|i('m| am))? ?(so |very |really )?sorry\b", re.I)
"""How help articles begin where something went wrong."""


REMEMBERED = 512
"""Sections of articles whose sentences are kept in mind."""


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
        """Of each sentence: mean of the cosines with and without the headings."""
        near = ((self.in_place + self.alone) / 2).tolist()
        return dict(zip(self.sentences, near, strict=True))


def likely_sections(embedder: Embedder, question: str, sections: Sequence[Evidence]) -> list[Likely]:
    """The sections that state anything, in the order given."""
    stating = {
        place: list(_remembered(section.text) if section.source == "article" else _stated(section.text))
        for place, section in enumerate(sections)
    }
    pool = [(sections[place], one) for place, found in stating.items() for one in found]
    if not pool:
        return []
    query = embedder.embed_queries([question])[0]
    in_place = embedder.embed_passages([_in_its_place(section, one) for section, one in pool]) @ query
    alone = embedder.embed_passages([one for _, one in pool]) @ query
    whole = embedder.embed_passages([_indexed(section) for section in sections]) @ query
    likely, begin = [], 0
    for place, found in stating.items():
        end = begin + len(found)
        if found:
            likely.append(Likely(sections[place], found, in_place[begin:end], alone[begin:end], float(whole[place])))
        begin = end
    return likely


def _stated(text: str) -> tuple[str, ...]:
    """The sentences of a section that state something."""
    return tuple(one for one in sentences(_prose(text)) if _states(one))


_remembered = lru_cache(maxsize=REMEMBERED)(_stated)
"""For the text of articles, which any customer may read."""


def _prose(text: str) -> str:
    """The text without its code, which may be quoted with an answer and is none."""
    return "\n".join(
        line for line in text.split("\n") if not line.startswith("    ") or line.lstrip()[:2] in ("- ", "* ")
    )


def _states(sentence: str) -> bool:
    """Whether the sentence says something: an apology, a greeting or a question answers nothing."""
    is_question = sentence.rstrip().endswith("?")
    return (
        not is_question
        and not APOLOGY.match(claim_body(sentence))
        and is_checkworthy(claim_body(sentence), holds_value=any(mark.isdigit() for mark in sentence))
    )


def _indexed(evidence: Evidence) -> str:
    return f"{' › '.join(evidence.heading_path)}\n{evidence.text}"


def _in_its_place(evidence: Evidence, sentence: str) -> str:
    return f"{' › '.join(evidence.heading_path)}: {sentence}" if evidence.heading_path else sentence
