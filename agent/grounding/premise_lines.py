"""Sentences of a premise one by one, each with what governs it: what guards hold a hypothesis against."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from agent.claim_text import claim_body, leans_back
from agent.grounding.subjects import subject_words
from agent.grounding.typed import TypedValue
from agent.grounding.values import find_values
from agent.grounding.vocabulary import content_words
from agent.sentences import Sentence
from agent.types import Evidence

ANY_DAY = date(2000, 1, 3)
"""Both sides of a comparison count "tomorrow" from one day; which one makes no difference."""


_DIGITS = re.compile(r"\d+")


_SENTENCE_END = re.compile(r"(?<=[^\W\d_]{3}[.!?:]) (?=\S)|(?<=\d[.!?:]) (?=[A-Z])")
_JOINT = re.compile(r"[;,] | (?:and|but|while|whereas) ", re.IGNORECASE)


@dataclass(frozen=True)
class Line:
    """One sentence, list item or row of a premise, or a hypothesis; what it holds is looked for once."""

    body: str
    under: str = ""
    """Headings, lead-ins and outer items over it, and the sentence that its first words lean on."""

    @cached_property
    def values(self) -> tuple[TypedValue, ...]:
        """Typed values of the sentence itself."""
        return find_values(self.body, ANY_DAY)

    @cached_property
    def values_over(self) -> tuple[TypedValue, ...]:
        """Typed values of what governs it."""
        return find_values(self.under, ANY_DAY)

    @cached_property
    def content(self) -> frozenset[str]:
        """Content words of the sentence itself, endings cut, and its numbers."""
        return _content(self.body)

    @cached_property
    def told(self) -> frozenset[str]:
        """Folded words that say what it speaks of, those of what governs it included."""
        return subject_words(f"{self.under} {self.body}")

    @cached_property
    def parts(self) -> tuple[Line, ...]:
        """The line; one with several values of a kind in pieces with a value each: `Mugs take 3 days and lamps 5 days`."""
        kinds = [value.kind for value in self.values]
        return (self,) if len(kinds) == len(set(kinds)) else tuple(self._pieces())

    @cached_property
    def sentences(self) -> tuple[Line, ...]:
        """What a hypothesis has put together again: a lead-in and its item, a sentence and the one that leans on it."""
        return tuple(Line(text, self.under) for text in _SENTENCE_END.split(self.body))

    def _pieces(self) -> Iterator[Line]:
        begin = 0
        for joint in _JOINT.finditer(self.body):
            before = any(begin <= value.start and value.end <= joint.start() for value in self.values)
            after = any(joint.end() <= value.start for value in self.values)
            within = any(value.start < joint.start() < value.end for value in self.values)
            if before and after and not within:
                yield Line(self.body[begin : joint.start()], self.under)
                begin = joint.end()
        yield Line(self.body[begin:], self.under)


def premise_lines(evidence: Evidence, sentences: Sequence[Sentence], leads: Sequence[int | None]) -> tuple[Line, ...]:
    """The lines of a piece of evidence, one a sentence.

    Args:
        evidence: whose sentences they are.
        sentences: as `find_sentences` finds them.
        leads: for each the place of the line that governs it, as `lead_ins` finds them.
    """
    bodies = [claim_body(sentence.text) for sentence in sentences]
    topic = " › ".join(evidence.heading_path)
    over: list[str] = []
    for lead in leads:
        over.append(topic if lead is None else f"{over[lead]} {bodies[lead]}".strip())
    return tuple(
        Line(body, f"{over[n]} {bodies[n - 1]}".strip() if n and leans_back(body) else over[n])
        for n, body in enumerate(bodies)
    )


def nearest_line(said: Line, lines: Sequence[Line]) -> Line | None:
    """The line that shares most content words with a hypothesis, the shorter one of several; None where there is none."""
    return max(lines, key=lambda line: (len(said.content & line.content), -len(line.body)), default=None)


def _content(text: str) -> frozenset[str]:
    return content_words(text) | frozenset(_DIGITS.findall(text))
