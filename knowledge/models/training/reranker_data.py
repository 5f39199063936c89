"""Groups for the reranker's training: a query, the passage that answers it, passages that do not."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from knowledge.models.training.json_lines import PACKED, Line, packed_files, read_lines

NEGATIVES = 3
"""Per group; more of them cost as much as more groups and teach less."""

LIMITS: Mapping[str, int] = {
    "squad_dev": 1_300,
    "squad_test": 1_300,
    "kb_sections_licensed": 3_200,
    "kb_sections_office": 2_200,
    "office_symptom_resolution": 1_200,
    "epqa_dev": 1_000,
    "semipqa_dev": 400,
    "semipqa_testseen": 300,
    "dstc11_dialogue": 1_500,
    "medquad_3k": 400,
}
"""Groups per file, so that no source outweighs what the product is asked: short questions on help sections."""


@dataclass(frozen=True)
class Group:
    """One list for the listwise loss."""

    query: str
    texts: tuple[str, ...]
    """The positive first."""
    source: str
    teacher: tuple[float, ...] = ()
    """What late interaction scores each text, -1 to 1; empty where it was not asked."""

    @property
    def positive(self) -> str:
        """The passage that answers."""
        return self.texts[0]


@dataclass(frozen=True)
class _Candidates:
    """What a line offers; the negatives of its group are drawn from it."""

    query: str
    positive: str
    negatives: tuple[str, ...]
    source: str

    def group(self, rng: random.Random) -> Group:
        usable = [text for text in self.negatives if text.strip() and text != self.positive]
        chosen = rng.sample(usable, min(NEGATIVES, len(usable)))
        return Group(self.query, (self.positive, *chosen), self.source)


def read_groups(folder: Path, limits: Mapping[str, int], seed: int) -> list[Group]:
    """Groups of the files `*.jsonl.gz` in a folder: {"query", "positive", "negatives", "source"} a line.

    Args:
        folder: where the files lie.
        limits: at most this many groups of a file, by the file's name without suffix; all of one not named.
        seed: chooses which, and which negatives.

    Raises:
        InputError: there is no file, or a line lacks a key; the message names file and line.
    """
    rng = random.Random(seed)
    groups: list[Group] = []
    for path in packed_files(folder):
        rows = list(_candidates(path))
        rng.shuffle(rows)
        limit = limits.get(path.name.removesuffix(PACKED), len(rows))
        groups += [row.group(rng) for row in rows[:limit]]
    return groups


def _candidates(path: Path) -> Iterator[_Candidates]:
    for line in read_lines(path):
        if found := _candidate(line):
            yield found


def _candidate(line: Line) -> _Candidates | None:
    found = _Candidates(line.text("query"), line.text("positive"), tuple(line.texts("negatives")), line.text("source"))
    return found if found.negatives else None
