"""Training items that share text with evaluation files: found, counted and removed, so that a measurement is one.

Texts are compared without case, spacing and punctuation. Long ones that begin alike count as near duplicates.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from knowledge.models.training.generated.pairs import Pair
from knowledge.models.training.reranker_data import Group
from knowledge.types import Value

START_WORDS = 12
"""First words that near duplicates share."""

LONG_WORDS = 25
"""A text of no more words is compared as a whole only: short ones begin alike by chance."""

_WORD = re.compile(r"\w+")

Item = TypeVar("Item")


@dataclass(frozen=True)
class Texts:
    """The texts of an item, or of an evaluation file, that must not be shared."""

    contexts: tuple[str, ...]
    """Premises, evidence, documents, positives."""
    queries: tuple[str, ...] = ()


class Shared(Value):
    """Training items that were removed because of one evaluation file."""

    same: int
    """Of the same text."""
    near: int
    """Of a long text with the same beginning."""


@dataclass(frozen=True)
class Evaluation:
    """The texts of an evaluation file or folder, prepared for comparison."""

    name: str
    contexts: frozenset[str]
    starts: frozenset[str]
    queries: frozenset[str]

    @classmethod
    def of(cls, name: str, texts: Iterable[Texts]) -> Evaluation:
        """Prepare the texts."""
        found = list(texts)
        contexts = frozenset(plain(text) for one in found for text in one.contexts) - {""}
        queries = frozenset(plain(text) for one in found for text in one.queries) - {""}
        starts = frozenset(begun for text in contexts if (begun := start(text)) is not None)
        return cls(name, contexts, starts, queries)

    def has_same(self, contexts: Iterable[str], queries: Iterable[str]) -> bool:
        """Whether one of these plain texts is one of its own."""
        return not self.contexts.isdisjoint(contexts) or not self.queries.isdisjoint(queries)

    def has_near(self, contexts: Iterable[str]) -> bool:
        """Whether one of these plain texts is long and begins as one of its own."""
        return not self.starts.isdisjoint(start(text) for text in contexts)


def without_overlap(
    items: Sequence[Item], texts_of: Callable[[Item], Texts], evaluations: Sequence[Evaluation]
) -> tuple[list[Item], dict[str, Shared]]:
    """The items that share nothing with any file, and how many were removed because of each.

    An item that shares with several files counts for each of them.
    """
    kept: list[Item] = []
    counts = {evaluation.name: [0, 0] for evaluation in evaluations}
    for item in items:
        texts = texts_of(item)
        contexts, queries = [plain(text) for text in texts.contexts], [plain(text) for text in texts.queries]
        same = {one.name for one in evaluations if one.has_same(contexts, queries)}
        near = {one.name for one in evaluations if one.has_near(contexts)} - same
        for place, names in enumerate((same, near)):
            for name in names:
                counts[name][place] += 1
        if not same | near:
            kept.append(item)
    return kept, {name: Shared(same=same, near=near) for name, (same, near) in counts.items()}


def texts_of_pair(pair: Pair) -> Texts:
    """A verifier's pair: a premise that is evaluation's evidence makes it shared, whatever the hypothesis."""
    return Texts((pair.premise,))


def texts_of_group(group: Group) -> Texts:
    """A reranker's group: its query, and its texts with and without the title on their first line."""
    bodies = (text.partition("\n")[2] for text in group.texts)
    return Texts((*group.texts, *(body for body in bodies if body)), (group.query,))


def plain(text: str) -> str:
    """The words of a text without case, spacing and punctuation."""
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def start(text: str) -> str | None:
    """The beginning of a long plain text; None of a short one."""
    words = text.split(" ", LONG_WORDS)
    return " ".join(words[:START_WORDS]) if len(words) > LONG_WORDS else None
