"""Which sentences of a section are quoted: those near the question, what they lean on, and what limits them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from agent.claim_text import leans_back
from knowledge.sentences import sentences

SENTENCES_LIMIT = 5
"""Sentences quoted from one section, list items and exceptions not counted."""

LABEL_WORDS = 3
"""Words of a sentence that only announces the one after it."""

SHORT_SECTION = 80
"""Words up to which a section is quoted whole: nothing is lost that limits or completes it."""

NEAR_BEST = 0.72
"""A sentence is quoted with the best one where its similarity is at least this share of the best."""

EXCEPTION = re.compile(
    r"\b(except\w*|unless|only (if|when|for)|however|but not|not (if|for|when)|must|never|does not apply|provided)\b",
    re.I,
)
"""Words that limit what stands beside them: such a sentence of a quoted section is not left out."""

BLOCK = re.compile(r"^(?:[-*] |\d+\. |  )")


def quote(text: str, similarity: dict[str, float]) -> str:
    """The sentences of a section near the best one, in reading order, with its exceptions; lists stay whole.

    Args:
        text: the section, one list item, row or paragraph a line.
        similarity: of every sentence to the question.
    """
    if len(text.split()) <= SHORT_SECTION:
        return text
    bar = max(similarity.values()) * NEAR_BEST
    kept = {sentence for sentence, value in similarity.items() if value >= bar or EXCEPTION.search(sentence)}
    ranked = sorted(kept, key=lambda sentence: -similarity[sentence])
    kept = set(ranked[:SENTENCES_LIMIT]) | {sentence for sentence in kept if EXCEPTION.search(sentence)}
    lines = text.split("\n")
    for line in lines:
        found = sentences(line)
        # What a kept sentence leans on, and what a label such as "What to do." announces, is kept with it.
        kept |= {first for first, second in pairwise(found) if second in kept and leans_back(second)}
        kept |= {second for first, second in pairwise(found) if first in kept and len(first.split()) <= LABEL_WORDS}
    quoted: list[str] = []
    for n, line in enumerate(lines):
        found = [sentence for sentence in sentences(line) if sentence in kept]
        if _in_kept_list(lines, n, kept):
            quoted.append(line)
        elif found:
            quoted.append(" ".join(found))
    return "\n".join(quoted)


def _in_kept_list(lines: Sequence[str], place: int, kept: set[str]) -> bool:
    """Whether the line belongs to a list, or leads into one, of which any item is quoted."""
    begin = end = place
    if lines[place].endswith(":"):
        begin = end = place + 1
    if begin >= len(lines) or not BLOCK.match(lines[begin]):
        return False
    while begin > 0 and BLOCK.match(lines[begin - 1]):
        begin -= 1
    while end + 1 < len(lines) and BLOCK.match(lines[end + 1]):
        end += 1
    lead = lines[begin - 1] if begin and lines[begin - 1].endswith(":") else ""
    return any(sentence in kept for line in [lead, *lines[begin : end + 1]] for sentence in sentences(line))
