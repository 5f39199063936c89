"""Footnotes of a text: what a mark at the end of a word refers to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.sentences import Sentence

_MARK = r"(?:\*{1,3}|[†‡¹²³⁴]|\[\d\])"
_REFERS = re.compile(rf"(?<=[\w.!%)])(?P<mark>{_MARK})(?=[\s.,;:!?|]|$)")
_NOTE = re.compile(rf"^\s*(?P<mark>{_MARK})\s*(?=\w)")
_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3})(?=\S)[^*]{1,200}(?<=\S)\1")


def footnotes_of(sentences: Sequence[Sentence], place: int) -> tuple[tuple[int, ...], ...]:
    """The places of each footnote that a sentence refers to, all sentences of its line; none for emphasis in a pair.

    Args:
        sentences: of one text, in reading order.
        place: the sentence that may carry marks.
    """
    marks = marks_in(sentences[place].text)
    return tuple(
        (n, *_rest_of_line(sentences, n))
        for n, sentence in enumerate(sentences)
        if n != place and sentence.gap != "inline" and (found := _NOTE.match(sentence.text)) and found["mark"] in marks
    )


def marks_in(text: str) -> frozenset[str]:
    """The marks that a sentence refers to a footnote by: `free*` has one, `**free**` has none."""
    plain = _NOTE.sub("", _EMPHASIS.sub(" ", text), count=1)
    return frozenset(found["mark"] for found in _REFERS.finditer(plain))


def _rest_of_line(sentences: Sequence[Sentence], n: int) -> Iterator[int]:
    for m in range(n + 1, len(sentences)):
        if sentences[m].gap != "inline":
            return
        yield m
