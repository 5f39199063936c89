"""The lines of a draft as its claims give them: what governs each, what stands next to it, and what each says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Literal

from agent.claim_text import claim_body
from agent.grounding.evidence_book import chains
from agent.grounding.spoken_keys import SpokenKey, spoken_key
from agent.grounding.typed import TypedValue
from agent.grounding.values import find_values
from agent.sentences import MARKER, Gap, Sentence, SentenceKind, lead_ins
from agent.types import Claim

ANSWER = re.compile(
    r"(?:(?P<yes>yes|yep|yeah|sure|of course|absolutely|certainly|definitely|correct|that's right|indeed)|(?P<no>no|nope))"
    r"(?:,|!|:| -) (?=\S)",
    re.IGNORECASE,
)
"""A word of answer before a statement."""
_READINGS: tuple[Gap, ...] = ("inline", "line")
"""A claim does not say whether a blank or a line break stands before it."""


@dataclass(frozen=True)
class DraftLines:
    """Claims that are read together; each line is read once, however many others lean on it."""

    claims: Sequence[Claim]
    today: date
    known: dict[str, tuple[TypedValue, ...]] = field(default_factory=dict)
    """The values of each body that was read."""

    @cached_property
    def governing(self) -> Sequence[Sequence[int | None]]:
        """For each reading of the line breaks, and each claim, the place of the claim that governs it."""
        return [lead_ins(_outline(self.claims, gap)) for gap in _READINGS]

    def values(self, body: str) -> tuple[TypedValue, ...]:
        """The typed values of a line."""
        if body not in self.known:
            self.known[body] = find_values(body, self.today)
        return self.known[body]

    def key(self, text: str) -> SpokenKey:
        """What a line says, without an answer such as "Yes," before it."""
        _, body = answered(claim_body(text))
        return spoken_key(body, self.values(body))

    def key_of(self, text: str | None) -> SpokenKey | None:
        """The key of a neighbour, where there is one."""
        return None if text is None else self.key(text)

    def neighbour(self, n: int, step: Literal[-1, 1]) -> SpokenKey | None:
        """The sentence before or after a claim: as the draft has it, else as the claims handed in have it."""
        claim, other = self.claims[n], n + step
        if claim.leads is not None:
            return self.key_of(claim.before if step < 0 else claim.after)
        follows = 0 <= other < len(self.claims) and self.claims[other].index == claim.index + step
        return self.key(self.claims[other].text) if follows else None

    def leads(self, n: int) -> frozenset[tuple[SpokenKey, ...]]:
        """The lines above a claim as the draft has them; where it does not know its draft, as either reading has them."""
        known = self.claims[n].leads
        if known is not None:
            return frozenset({tuple(self.key(lead) for lead in known)})
        chained = (chains(self.claims, reading)[n] for reading in self.governing)
        return frozenset(tuple(self.key(lead.text) for lead in chain if lead.checkworthy) for chain in chained)

    def opened_by(self, n: int) -> frozenset[SpokenKey]:
        """The lines right under a claim."""
        return frozenset(
            self.key(other.text)
            for m, other in enumerate(self.claims[n + 1 :], n + 1)
            if (other.leads[:1] == (self.claims[n].text,) if other.leads is not None else self._governs(n, m))
        )

    def _governs(self, n: int, m: int) -> bool:
        return any(reading[m] == n for reading in self.governing)


def answered(body: str) -> tuple[Literal["yes", "no"] | None, str]:
    """The word of answer before a sentence, and the sentence as it stands without it."""
    found = ANSWER.match(body)
    if not found:
        return None, body
    rest = body[found.end() :]
    return "yes" if found["yes"] else "no", rest[:1].upper() + rest[1:]


def _outline(claims: Sequence[Claim], one_blank: Gap) -> list[Sentence]:
    """Claims as sentences again; `one_blank` is what a single character between two neighbours is taken for."""
    outline: list[Sentence] = []
    before: Claim | None = None
    for claim in claims:
        neighbours = before is not None and claim.index == before.index + 1
        space = claim.start - before.end if before and neighbours else 0
        kind = _kind(claim.text)
        gap: Gap = one_blank if neighbours and (space == 1 or kind != "text") else "paragraph"
        indent = max(0, space - 1) if kind == "item" else 0
        outline.append(Sentence(claim.text, claim.start, claim.end, kind, indent, gap))
        before = claim
    return outline


def _kind(text: str) -> SentenceKind:
    if MARKER.match(text):
        return "item"
    if text.startswith("|") and text.count("|") > 1:
        return "row"
    return "heading" if re.match(r"#{1,6}\s", text) else "text"
