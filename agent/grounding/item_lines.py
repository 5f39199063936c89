"""Lines of an order as the words of a sentence name them: `two blue mugs`, `the Linen apron`, `2 × Stoneware mixing bowl`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.grounding.evidence_book import EvidenceBook
from agent.grounding.vocabulary import words
from knowledge.bm25 import stem

_NAME_FIELD = re.compile(r"items\.\d+\.name")
_WHOLE = re.compile(
    r"Line \d+ of order \S+ is \d+ × (?P<name>.+?)(?: \((?P<options>[^()]*:[^()]*)\))? at [\d.]+ [A-Z]{3} each\.?"
)
_LINKING = frozenset({"a", "an", "the", "your", "in", "of", "and", "with", "both", "all"})


@dataclass(frozen=True)
class ItemLine:
    """What one line of an order calls its item."""

    prefix: str
    """Of the line's fields: `items.2.`."""
    name: tuple[str, ...]
    """Words of the name, stemmed; the last one says what it is."""
    options: frozenset[str]
    """Words of what was chosen, stemmed."""

    def is_named(self, phrase: str) -> bool:
        """Whether a phrase names this item: words of its name with the last one among them, options, and nothing else."""
        said = {stem(word) for word in words(phrase) if word not in _LINKING}
        return bool(said) and self.name[-1] in said and said <= {*self.name, *self.options}


def item_lines(book: EvidenceBook, owner: str) -> tuple[ItemLine, ...]:
    """The lines of an order, as far as the evidence names their items."""
    found = []
    for quote in book.owned_by(owner):
        whole = _WHOLE.fullmatch(quote.text) if _NAME_FIELD.fullmatch(quote.evidence.field or "") else None
        if whole and (name := _stems([whole["name"]])):
            prefix = (quote.evidence.field or "").removesuffix("name")
            options = re.split(r"[:,]", whole["options"] or "")
            found.append(ItemLine(prefix, name, frozenset(_stems(options)) - {"color", "colour"}))
    return tuple(found)


def _stems(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(stem(word) for text in texts for word in words(text))
