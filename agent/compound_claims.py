"""Compound sentences as parts that can be checked one by one; only where the joint is sure.

"ORD-1001 was delivered on 3 March and the refund was issued on 5 March." has two. Where anything could belong to both
sides (an opening "If …", a closing "… unless it is used", "either", quoted words) the sentence stays whole: one claim
that is proved or cut as it stands is safe, a part that lost its condition is not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.claim_text import citation_of
from agent.folding import fold
from agent.main_clauses import HAS_VERB, OPENER, main_clause
from agent.sentences import MARKER
from agent.shared_verbs import shared_verb_parts

_JOINT = re.compile(r"(?P<mark>[,;])?\s+(?P<word>and|but)\s+|;\s+(?!and\b|but\b)", re.IGNORECASE)
_ATOMIC = re.compile(
    r"\"[^\"]*\"|`[^`]*`|\([^()]*\)|\[[^\[\]]*\]"
    r"|(?<=\d), (?=\d{4}\b)",
)
"""Stretches that no joint may lie in."""
_STAYS_WHOLE = re.compile(
    r"\b(?:either|neither|both|not only|whether|respectively|each other|together|otherwise|the former|the latter|and/or|rather than"
    r"|instead|in turn|in that order)\b|://|\S@\S|\]\(|…|\.\.\.|→|\|",
    re.IGNORECASE,
)
_OPENS_UNDER = re.compile(
    r"(?:if|when|whenever|once|after|before|unless|until|while|although|though|because|since|as|where|whether|provided|only|except"
    r"|for|with|without|within|in|on|at|by|from|under|over|during|to|per|according|depending|however|but|and|or|so|then|please|no|not)\b",
    re.IGNORECASE,
)
"""An opening that may hold for every clause after it."""
_CONDITION = re.compile(
    r"\b(?:if|unless|only|except\w*|exclu\w+|provided|as long as|when|whenever|once|(?:until|till)(?! (?:the )?\d)|while|where|because|since|subject to"
    r"|although|though|however|so that|in order|after you|before you|otherwise)\b",
    re.IGNORECASE,
)
_CLAUSE_OPEN = re.compile(
    r"\b(?:if|unless|when|once|until|while|because|since|as long as|provided|only)\b", re.IGNORECASE
)
_RELATIVE = re.compile(
    r"\b(?:that|which|who|whom|whose|what|how|why|whether|where)\b(?! (?:order|parcel|package)\b)", re.IGNORECASE
)
_SAYS = re.compile(
    r"\b(?:think|believe|hope|suppose|say|says|said|know|note|ensure|sure|promise|mention\w*|told|tell|wrote|asked|expect that|see)\b",
    re.IGNORECASE,
)
_YOU_DO = re.compile(r"you (?!can|may|will|have|had|were|are|paid|ordered|bought|chose|received)", re.IGNORECASE)
"""What the customer does, before an "and", is a condition of what follows: "You send it back, and we refund you."."""
_ENDS_IN_VALUE = re.compile(
    r"(?:\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|today|yesterday|tomorrow"
    r"|days?|weeks?|months?|hours?|usd|eur|gbp))$",
    re.IGNORECASE,
)
_LOOSE_END = re.compile(r"\b(?:for|in|with|over|under|within|from|without) (?!\d)[^,;]*$", re.IGNORECASE)
_LEAST_WORDS = 3
_MOST_PARTS = 8
"""A sentence with more was not written for a reader; it stays whole."""
_LONGEST = 1000
"""Characters."""


@dataclass(frozen=True)
class Part:
    """One part of a compound sentence."""

    start: int
    end: int
    """Span in the sentence; between two parts lie only a mark and a conjunction."""
    text: str
    """As a sentence of its own, with the list marker of the whole."""
    borrows: bool = False
    """Whether its subject or verb stands in the part before."""
    opposed: bool = False
    """Whether a "but" ties it to the part before, so that neither is said without the other."""


def parts_of(sentence: str) -> tuple[Part, ...]:
    """The parts of a compound sentence in order; none where it has one statement only, or is not surely parted."""
    text = fold(sentence).replace("\n", " ")
    marker = MARKER.match(text)
    first = marker.end() if marker else 0
    if not len(text) == len(sentence) <= _LONGEST or _must_stay_whole(text, first):
        return ()
    spans = _clauses(text, first)
    parts = [part for start, end, opposed in spans for part in _of_clause(text, first, start, end, opposed)]
    return tuple(parts) if 1 < len(parts) <= _MOST_PARTS else ()


def _must_stay_whole(text: str, first: int) -> bool:
    body = text[first:].strip()
    marks = text.count('"') % 2 or text.count("(") != text.count(")") or text.count("*") or text.count("`") % 2
    return (
        bool(marks)
        or body.endswith(("?", ":"))
        or bool(_STAYS_WHOLE.search(body))
        or bool(_OPENS_UNDER.match(body))
        or citation_of(body) is not None
    )


def _of_clause(text: str, first: int, start: int, end: int, opposed: bool) -> list[Part]:
    """A clause as one part, or as several that share its subject."""
    marker = text[:first]
    shared = shared_verb_parts(text, start, end)
    if not shared:
        return [Part(start if start > first else 0, end, marker + _as_sentence(text[start:end]), opposed=opposed)]
    return [
        Part(
            0 if begin == first else begin, stop, marker + _as_sentence(said), borrows=n > 0, opposed=opposed and n == 0
        )
        for n, (begin, stop, said) in enumerate(shared)
    ]


def _as_sentence(clause: str) -> str:
    plain = clause.strip(" ,;")
    ended = plain if plain.endswith((".", "!")) else f"{plain}."
    return ended[:1].upper() + ended[1:]


def _clauses(text: str, first: int) -> list[tuple[int, int, bool]]:
    """Spans of the coordinated main clauses, each with whether a "but" opens it; one span where nothing surely parts."""
    begin = OPENER.match(text, first)
    start = begin.end() if begin else first
    whole = [(first, len(text), False)]
    if main_clause(text, start) is None:
        return whole
    joints = [found for found in _joints(text, start) if main_clause(text, found.end())]
    starts = [first, *(found.end() for found in joints)]
    ends = [*(found.start() for found in joints), len(text)]
    opposed = [False, *((found["word"] or "").lower() == "but" for found in joints)]
    clauses = list(zip(starts, ends, opposed, strict=True))
    sure = all(_surely_parts(text, left, joint) for left, joint in zip(clauses, joints, strict=False))
    return clauses if joints and sure and not _may_hold_for_all(text, clauses, joints) else whole


def _joints(text: str, start: int) -> list[re.Match[str]]:
    barred = [found.span() for found in _ATOMIC.finditer(text)]
    return [
        found
        for found in _JOINT.finditer(text, start)
        if not any(begin <= found.start() < stop for begin, stop in barred)
    ]


def _surely_parts(text: str, left: tuple[int, int, bool], joint: re.Match[str]) -> bool:
    """Whether the clause before a joint is complete, and the words after it cannot belong into it."""
    before, after = text[left[0] : left[1]], text[joint.end() :]
    if len(before.split()) < _LEAST_WORDS or _SAYS.search(before) or _RELATIVE.search(before) or _YOU_DO.match(before):
        return False
    if not HAS_VERB.search(re.split(r"(?<!\d),(?!\d)", before)[-1]) and not _CLAUSE_OPEN.search(before):
        return False
    if _CLAUSE_OPEN.search(before):
        return joint["mark"] is not None and bool(re.match(r"(?:we|our|i)\b", after, re.IGNORECASE))
    if joint["mark"] or not joint["word"]:
        return True
    nominative = bool(re.match(r"(?:we|they|i|it|you)\b", after, re.IGNORECASE))
    return bool(_ENDS_IN_VALUE.search(before.strip())) or (nominative and not _LOOSE_END.search(after))


def _may_hold_for_all(text: str, clauses: Sequence[tuple[int, int, bool]], joints: Sequence[re.Match[str]]) -> bool:
    """Whether a condition or a place in a later clause may speak of the clauses before it as well."""
    for (start, end, _), joint in zip(clauses[1:], joints, strict=True):
        later = text[start:end]
        if _CONDITION.search(later):
            return True
        if (
            joint["word"]
            and not joint["mark"]
            and not any(mark.isdigit() for mark in later)
            and _LOOSE_END.search(later)
        ):
            return True
    return False
