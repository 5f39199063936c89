"""Lines of an order as the words of a sentence name them: `two blue mugs`, `the Linen apron`, `2 × Stoneware mixing bowl`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.grounding.evidence_book import EvidenceBook
from knowledge.bm25 import stem

_NAME_FIELD = re.compile(r"items\.\d+\.name")
_WHOLE = re.compile(
    r"Line \d+ of order \S+ is \d+ × (?P<name>.+?)(?: \((?P<options>[^()]*:[^()]*)\))? at [\d.]+ [A-Z]{3} each\.?"
)
_WORD = re.compile(r"[^\W_]+(?:'[a-z]+)?")
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
    written: str = ""
    """The name as the order has it."""

    def is_named(self, phrase: str) -> bool:
        """Whether a phrase names this item: words of its name with the last one among them, options, and nothing else."""
        said = _said(phrase)
        return bool(said) and self.name[-1] in said and said <= {*self.name, *self.options}

    def is_spoken_of_in(self, text: str) -> bool:
        """Whether a text has the word that says what the item is."""
        return self.name[-1] in _stems([text])

    def is_several_in(self, phrase: str) -> bool | None:
        """Whether a phrase has the item in the plural; None where the name itself is one and says nothing of how many."""
        heads = {word for word in _WORD.findall(phrase.casefold()) if stem(word) == self.name[-1]}
        head = _WORD.findall(self.written.casefold())[-1]
        if heads == {head}:
            return None if head.endswith("s") and not head.endswith("ss") else False
        return any(word.endswith("s") and len(word) > len(head) for word in heads)

    def is_whole_in(self, phrase: str) -> bool:
        """Whether a phrase has every word of the name."""
        return _said(phrase) >= set(self.name) - _LINKING


def item_lines(book: EvidenceBook, owner: str) -> tuple[ItemLine, ...]:
    """The lines of an order, as far as the evidence names their items."""
    found = []
    for quote in book.owned_by(owner):
        whole = _WHOLE.fullmatch(quote.text) if _NAME_FIELD.fullmatch(quote.evidence.field or "") else None
        if whole and (name := _stems([whole["name"]])):
            prefix = (quote.evidence.field or "").removesuffix("name")
            options = _stems([whole["options"] or ""])
            found.append(ItemLine(prefix, name, frozenset(options), whole["name"]))
    return tuple(found)


def _said(phrase: str) -> set[str]:
    return set(_stems([phrase])) - _LINKING


def _stems(texts: Iterable[str]) -> tuple[str, ...]:
    """Words and numbers in small letters, stemmed."""
    return tuple(stem(word) for text in texts for word in _WORD.findall(text.casefold()))
