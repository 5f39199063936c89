"""A section put together again from the passages that it was split into, as far as the evidence holds them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.grounding.outlines import REMEMBERED
from agent.types import Evidence

_NUMBER = re.compile(r"\d+$")


@dataclass(frozen=True)
class WholeSection:
    """What stands under one heading of one article."""

    text: str
    passages: tuple[Evidence, ...]
    """In the order of the article."""

    def holding(self, sentence: str) -> Evidence:
        """The passage that a sentence stands in; the first one where it runs over two."""
        return next((item for item in self.passages if sentence in item.text), self.passages[0])


def section_of(proof: Evidence, articles: Sequence[Evidence]) -> WholeSection:
    """The section that a passage is of; what belongs to no article is a section of its own.

    Args:
        proof: a passage.
        articles: all passages of the turn, the proof among them.
    """
    if proof.article is None:
        return WholeSection(proof.text, (proof,))
    parts = {item.evidence_id: item for item in articles if same_section(item, proof)}
    passages = tuple(sorted(parts.values(), key=_place))
    return WholeSection(_joined(tuple(item.text for item in passages)), passages)


def same_section(one: Evidence, other: Evidence) -> bool:
    """Whether two passages stand under one heading of one article."""
    known = one.article is not None or one.evidence_id == other.evidence_id
    return known and (one.article, one.heading_path) == (other.article, other.heading_path)


def _place(passage: Evidence) -> tuple[int, str]:
    """By the number of the passage in its article: `returns#2` before `returns#10`."""
    found = _NUMBER.search(passage.evidence_id)
    return (int(found[0]) if found else 0, passage.evidence_id)


@lru_cache(maxsize=REMEMBERED)
def _joined(texts: tuple[str, ...]) -> str:
    text = ""
    for part in texts:
        text = f"{text}\n{_beyond(text, part)}".strip("\n")
    return text


def _beyond(before: str, text: str) -> str:
    """What a passage adds: those of a long paragraph overlap, those of a long list repeat the line that opens it."""
    first, _, rest = text.partition("\n")
    if first.endswith(":") and any(line.endswith(first) for line in before.split("\n")):
        return rest
    overlaps = (size for size in range(min(len(before), len(text)), 0, -1) if before.endswith(text[:size]))
    return text[next(overlaps, 0) :].lstrip()
