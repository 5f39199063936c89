"""Names in a hypothesis that its premise does not have: a button, a place, a product, a plan put for another."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.grounding.premise_lines import Line
from agent.grounding.subjects import folded
from agent.grounding.vocabulary import content_words, words
from knowledge.bm25 import stem

_NAME = re.compile(r"(?<![\w.])[A-Z][^\W\d_]*(?:['’-][^\W\d_]+)*")
_STARTS = re.compile(r"(?:^|[.!?:;]|[.!?][\"'”’)]| [–—-])[\s\"'“‘(\[*]*$")
"""What stands before a word that has its capital letter from its place."""
_QUOTED = re.compile(r"[\"“]([^\"“”]{2,60})[\"”]|‘([^‘’]{2,60})’")
_ALIKE = (
    frozenset({"uk", "britain", "kingdom"}),
    frozenset({"us", "usa", "states", "america", "american"}),
    frozenset({"eu", "union", "europe", "european"}),
)
"""A name of one of these is known where another of the same is written."""
_SHARED = 5
"""Letters that two forms of a name share: `Ireland`, `Irish` do not, `Portugal`, `Portuguese` do."""


def unknown_name(hypothesis: Line, premise: str) -> str | None:
    """The first name or quoted label that the premise lacks, for a person to read; None where it has them all.

    A name is a word with a capital letter inside a sentence, in whatever case the premise writes it; weekdays, months,
    currencies and other typed values are none.

    Args:
        hypothesis: the claim as the verifier reads it.
        premise: all that was read, headings included.
    """
    known = frozenset(words(premise))
    stems = frozenset(map(stem, known)) | folded(known)
    for name in (*_capitalised(hypothesis), *_labels(hypothesis.body)):
        if not any(_is_known(word, known, stems) for word in words(name)):
            return f"the evidence does not name “{name}”"
    return None


def _capitalised(hypothesis: Line) -> Iterator[str]:
    text, taken = hypothesis.body, [(value.start, value.end) for value in hypothesis.values]
    for found in _NAME.finditer(text):
        own = found[0].partition("’")[0].partition("'")[0]
        valued = any(start <= found.start() < end for start, end in taken)
        if not valued and len(own) > 1 and content_words(own) and not _STARTS.search(text[: found.start()]):
            yield own


def _labels(text: str) -> Iterator[str]:
    for found in _QUOTED.finditer(text):
        yield found[1] or found[2]


def _is_known(word: str, known: frozenset[str], stems: frozenset[str]) -> bool:
    if word in known or stem(word) in stems or not folded([word]).isdisjoint(stems):
        return True
    if any(word in group and group & known for group in _ALIKE):
        return True
    return len(word) >= _SHARED and any(other[:_SHARED] == word[:_SHARED] for other in known)
