"""A text read once: its sentences with what governs each, for whoever holds one sentence of it against the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.claim_text import claim_body, sentence_key
from agent.sentences import Sentence, find_sentences, lead_ins

REMEMBERED = 512
"""Texts of which what was read is kept: passages, which are the same from turn to turn; never what is said of a customer."""


@dataclass(frozen=True)
class Outline:
    """The sentences of a text in reading order, and for each its body, its key and the place of its lead-in."""

    sentences: Sequence[Sentence]
    bodies: Sequence[str]
    keys: Sequence[str]
    leads: Sequence[int | None]

    def whole(self, place: int) -> str:
        """A sentence under the line that governs it: `These are never refunded gift cards`."""
        lead = self.leads[place]
        return self.bodies[place] if lead is None else f"{self.bodies[lead].rstrip(': ')} {self.bodies[place]}"


@lru_cache(maxsize=REMEMBERED)
def outline_of(text: str) -> Outline:
    """The outline of a text; an empty text has no sentences."""
    sentences = find_sentences(text)
    bodies = [claim_body(sentence.text) for sentence in sentences]
    return Outline(sentences, bodies, [sentence_key(body) for body in bodies], lead_ins(sentences))
