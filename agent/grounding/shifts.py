"""Small words that change what a sentence says, and that a small verifier reads over: `not`, `only`, `few`, a past tense."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agent.grounding.vocabulary import content_words, denies, word_set, words
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
)
"""A word in -ed after one of these is a participle, and its tense is theirs."""

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
    if denies(hypothesis) and not any(denies(text) for text in premises):
        return "it denies, the evidence does not"
    nearest = _nearest(hypothesis, premises)
    for what, found in (("only", _only), ("few", _few)):
        if found(hypothesis) != found(nearest):
            return f"one of the two says “{what}”, the other does not"
    if _excepts(nearest) and not (_excepts(hypothesis) or denies(hypothesis)):
        return "the evidence has an exception, the claim does not"
    if told := _told(hypothesis, premises):
        return f"it tells of the past (“{told}”), the evidence does not"
    return None


def _nearest(hypothesis: str, premises: Sequence[str]) -> str:
    """The sentence that shares most with the hypothesis, the shorter one of several."""
    wanted = content_words(hypothesis)
    sentences = [sentence.text for text in premises for sentence in find_sentences(text)]
    return max(sentences, key=lambda text: (len(wanted & content_words(text)), -len(text)), default="")


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
        if is_past and place and word not in read and stem(word) in stems:
            return word
    return None
