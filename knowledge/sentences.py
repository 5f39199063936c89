"""Sentence boundaries. The only file that imports nupunkt."""

from __future__ import annotations

import re
from itertools import pairwise

END = re.compile(r"[。！？｡][」』）》〉】”’\"')]*(?=.)|[؟۔।॥።]+(?=\s)")
"""Sentence ends that nupunkt does not know: Chinese and Japanese (no blank follows), Arabic, Urdu, Hindi, Amharic."""


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Character spans of the sentences of one line of prose, in order, without surrounding blanks."""
    from nupunkt import sent_spans

    spans = []
    for first, last in sent_spans(text):
        ends = [first, *(found.end() for found in END.finditer(text, first, last)), last]
        for begin, end in pairwise(ends):
            piece = text[begin:end]
            if piece.strip():
                left = len(piece) - len(piece.lstrip())
                spans.append((begin + left, begin + len(piece.rstrip())))
    return spans


def sentences(text: str) -> list[str]:
    """The sentences of a text; a line break always ends one, so list items and table rows stay apart."""
    return [line[begin:end] for line in text.split("\n") if line.strip() for begin, end in sentence_spans(line)]
