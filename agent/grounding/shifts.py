"""Small words that change what a sentence says, and that a small verifier reads over: `not`, `only`, `few`, a past tense."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agent.grounding.vocabulary import content_words, denies, limits_or_denies, word_set, words
from agent.sentences import find_sentences
from knowledge.bm25 import stem

ONLY = word_set("only just solely merely exclusively")
EXCEPTIONS = word_set("except excepting excluding unless")

_A_FEW = re.compile(r"\b(?:a|an|the|these|those|every|next|first|last|past) few\b", re.IGNORECASE)
_FEW = re.compile(r"\bfew\b", re.IGNORECASE)
_JUST_DO = re.compile(r"(?:^|[.!?:;,–—-]\s*)just\s", re.IGNORECASE)
"""`Just write to us` limits nothing."""

_NO_PAST = word_set(
    "am is are was were be been being get gets got getting has have had having will would can could may might must shall should"
    " want wants need needs like gift"
)
"""A word in -ed after one of these is a participle, and its tense is theirs."""
_WHEN = word_set("if when whenever where once after before until unless while since provided case")
"""What follows one of these did not happen yet: `if it arrived broken`."""
_BOUND = re.compile(
    r"\b(?:no|not) (?:more|less|fewer|longer|later|sooner|earlier|older|younger|greater|higher|lower|bigger|heavier) than\b",
    re.IGNORECASE,
)
"""A limit, and no denial."""
_FREE = re.compile(
    r"\b(?:for |costs? (?:you )?|pays? |without |at )?(?:nothing|no (?:extra |further )?(?:charge|cost|costs|fee)|(?:a|any) (?:charge|cost|fee))\b",
    re.IGNORECASE,
)
"""Ways to say `free`."""
_FOR_FREE = re.compile(r"\bfree\b|\bgratis\b|\b(?:nothing|no (?:charge|cost|fee))\b", re.IGNORECASE)
_ONLY_IF = re.compile(r"\bonly (?:if|when|where|while|after|once|with|up to|in case)\b", re.IGNORECASE)
_SETS = re.compile(r"\b(?:provided|as long as|so long as|on condition|in case|with your)\b", re.IGNORECASE)
_CLAUSES = re.compile(
    r"; |, (?:and|but|so|or) | (?:and|but) (?=(?:can|cannot|may|will|is|are|does|do|must)\b)", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+")

_NEAR = 3
"""Words between such a word and its participle, adverbs and `not` among them."""


def shift(hypothesis: str, premises: Sequence[str]) -> str | None:
    """What the hypothesis adds to the premises, or leaves out of them, for a person to read; None for nothing found.

    What denies needs a premise that denies. A limit or an exception of the sentence that the hypothesis comes nearest to
    has to stand in the hypothesis, and the other way round. What happened is not proved by what happens.

    Args:
        hypothesis: the claim as the verifier reads it.
        premises: the texts that it is read against, all together.
    """
    if _denies(hypothesis, premises) and not any(denies(text) for text in premises):
        return "it denies, the evidence does not"
    nearest = _nearest(hypothesis, premises)
    if _only(hypothesis) != _only(_nearest_clause(hypothesis, nearest)) and not _same_limit(hypothesis, nearest):
        return "one of the two says “only”, the other does not"
    if _few(hypothesis) != _few(nearest):
        return "one of the two says “few”, the other does not"
    if _excepts(nearest) and not (_excepts(hypothesis) or denies(hypothesis)):
        return "the evidence has an exception, the claim does not"
    if told := _told(hypothesis, premises):
        return f"it tells of the past (“{told}”), the evidence does not"
    return None


def _nearest(hypothesis: str, premises: Sequence[str]) -> str:
    """The sentence that shares most with the hypothesis, the shorter one of several."""
    return _most_alike(hypothesis, (one.text for text in premises for one in find_sentences(text)))


def _nearest_clause(hypothesis: str, sentence: str) -> str:
    return _most_alike(hypothesis, _CLAUSES.split(sentence))


def _most_alike(hypothesis: str, texts: Iterable[str]) -> str:
    wanted = _content(hypothesis)
    return max(texts, key=lambda text: (len(wanted & _content(text)), -len(text)), default="")


def _content(text: str) -> frozenset[str]:
    return content_words(text) | frozenset(_DIGITS.findall(text))


def _denies(hypothesis: str, premises: Sequence[str]) -> bool:
    """Whether it denies something; `no more than` does not, nor does `nothing` that is paid for what is free."""
    said = _BOUND.sub(" ", hypothesis)
    if any(_FOR_FREE.search(text) for text in premises):
        said = _FREE.sub(" ", said)
    return denies(said)


def _same_limit(hypothesis: str, nearest: str) -> bool:
    """Whether `only if` stands against another word that sets a condition: `provided`, `unless`, `cannot … if not`."""
    one, other = (hypothesis, nearest) if _only(hypothesis) else (nearest, hypothesis)
    if not _ONLY_IF.search(one):
        return False
    return limits_or_denies(other) or bool(_SETS.search(other))


def _only(text: str) -> bool:
    return not ONLY.isdisjoint(words(_JUST_DO.sub(" ", text)))


def _few(text: str) -> bool:
    return _FEW.search(_A_FEW.sub("", text)) is not None


def _excepts(text: str) -> bool:
    return not EXCEPTIONS.isdisjoint(words(text)) or "other than" in text.casefold() or "apart from" in text.casefold()


def _told(hypothesis: str, premises: Iterable[str]) -> str | None:
    """A verb in the simple past whose other forms are all that the premises have."""
    read = {word for text in premises for word in words(text)}
    stems = {stem(word) for word in read if not word.endswith("ed")}
    said = words(hypothesis)
    for place, word in enumerate(said):
        is_past = len(word) > 4 and word.endswith("ed") and _NO_PAST.isdisjoint(said[max(0, place - _NEAR) : place])
        if is_past and place and word not in read and stem(word) in stems and _WHEN.isdisjoint(said[:place]):
            return word
    return None
