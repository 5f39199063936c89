"""The names that articles have, found in what people write: what a conversation is about, read off the index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from knowledge.bm25 import tokenise
from knowledge.types import Passage

NameKey = tuple[str, ...]
"""The tokens of a name as BM25 sees them: case, endings and little words do not tell names apart."""


@dataclass(frozen=True)
class KnownNames:
    """The titles of articles, and the words that stand in titles and headings."""

    names: Mapping[NameKey, str]
    """As they are written, by their tokens."""
    vocabulary: frozenset[str]
    """Tokens of titles and headings."""

    @classmethod
    def of(cls, passages: Iterable[Passage]) -> KnownNames:
        """The names that these passages' articles have."""
        paths = dict.fromkeys(passage.heading_path for passage in passages)
        titles = dict.fromkeys(path[0] for path in paths)
        names = {key: title for title in titles if (key := tuple(tokenise(title)))}
        headings = dict.fromkeys(heading for path in paths for heading in path)
        return cls(names, frozenset(token for heading in headings for token in tokenise(heading)))

    def find(self, text: str) -> tuple[str, ...]:
        """The names that stand in a text, in its order; of names that overlap the one that begins first, then the longest."""
        tokens = tokenise(text)
        longest = max((len(key) for key in self.names), default=0)
        found: list[str] = []
        place = 0
        while place < len(tokens):
            key = next(self._at(tokens, place, longest), ())
            if key:
                found.append(self.names[key])
            place += len(key) or 1
        return tuple(dict.fromkeys(found))

    def has_word_of(self, text: str) -> bool:
        """Whether a word of the text stands in a title or heading: it may then be looked for as it is."""
        return not self.vocabulary.isdisjoint(tokenise(text))

    def _at(self, tokens: list[str], place: int, longest: int) -> Iterator[NameKey]:
        lengths = range(min(longest, len(tokens) - place), 0, -1)
        return (key for length in lengths if (key := tuple(tokens[place : place + length])) in self.names)
