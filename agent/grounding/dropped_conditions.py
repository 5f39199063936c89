"""A condition of the evidence that the claim leaves out: `If it is late, we refund it` becomes `We refund it`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.grounding.premise_lines import Line, nearest_line
from agent.grounding.subjects import generic, subject_words
from agent.grounding.vocabulary import content_words

_SETS = r"if|unless|until|provided(?: that)?|as long as|so long as|on condition that|in case|except (?:if|when|where|for)|only (?:if|when|where|for|while)"
_CONDITION = re.compile(rf"\b(?:{_SETS})\b(?P<what>[^,;:.!?()]*)", re.IGNORECASE)
_OPENS = re.compile(rf"\W*(?:but |and |even )?(?:{_SETS})\b", re.IGNORECASE)
_CLAIMED = re.compile(
    r"\b(?:if|when|whenever|unless|until|till|only|before|after|once|while|where|provided|as long as|so long as|except|apart from"
    r"|without|in case|should you|otherwise|depends?|conditions?|requires?|required|needs?|must|have to|has to)\b",
    re.IGNORECASE,
)
"""A claim with one of these has a condition of its own, which is for the verifier to weigh."""
_ASIDE = re.compile(r"\b(?:even if|as if|if (?:possible|necessary|needed|any|so|not|applicable))\b", re.IGNORECASE)
_JOINT = re.compile(
    r"; | \| |[,:] (?:and|but|so|or|which) |(?<=[a-z]) (?:and|but) (?=(?:you|we|it|they|the|your|our)\b)", re.IGNORECASE
)
_SAID = 0.5
"""Share of a condition's words that say it within a claim: `damaged items are replaced`."""


def dropped_condition(hypothesis: Line, lines: Sequence[Line]) -> str | None:
    """The condition of the nearest sentence that the hypothesis leaves out, for a person to read; None for nothing found.

    Args:
        hypothesis: the claim as the verifier reads it.
        lines: the sentences of the premise.
    """
    line = nearest_line(hypothesis.sentences[-1], lines)
    if line is None or _CLAIMED.search(hypothesis.body):
        return None
    said = subject_words(hypothesis.body)
    for condition in _governing(hypothesis.body, _ASIDE.sub(" ", line.body)):
        wanted = subject_words(condition) - generic() or subject_words(condition)
        if wanted and len(wanted & said) < _SAID * len(wanted):
            return f"the evidence says it only under a condition (“{condition.strip()[:60]}”)"
    return None


def _governing(hypothesis: str, body: str) -> Iterator[str]:
    """The conditions of the clause that the claim repeats, and one that opens the sentence."""
    clauses = _JOINT.split(body)
    wanted = content_words(hypothesis)
    nearest = max(clauses, key=lambda clause: len(wanted & content_words(clause)))
    first = clauses[0] if _OPENS.match(body) and clauses[0] != nearest else ""
    for clause in (first, nearest):
        yield from (found["what"] for found in _CONDITION.finditer(clause))
