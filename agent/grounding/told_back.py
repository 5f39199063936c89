"""Whether the customer wrote a thing: in the same words and the same order, with the shop as the speaker."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.grounding.spoken import spoken_words
from agent.grounding.vocabulary import limits_or_denies, word_set
from agent.sentences import find_sentences

_TO_YOU = (
    (re.compile(r"\b(?:i am|i'm)\b", re.IGNORECASE), "you are"),
    (re.compile(r"\bi was\b", re.IGNORECASE), "you were"),
    (re.compile(r"\bam i\b", re.IGNORECASE), "are you"),
    (re.compile(r"\b(?:i|me|we|us)\b", re.IGNORECASE), "you"),
)
_WHOSE = word_set("my our your his her their this that these those")
"""Before a noun any of them may stand for another."""
_ASIDE = word_set(
    "hello hi hey well also please and but so sadly unfortunately actually yesterday today again already now still just really very"
    " then though only yet ok okay"
)
"""At either end of a clause they may be left out."""
_HEDGES = re.compile(
    r"\b(?:if|whether|wonder\w*|maybe|perhaps|think|thought|guess|suppose|heard|hear|story|says?|said|tells?|told|claims?|imagine|dream\w*|or|might"
    r"|could|would|should|unless|almost|nearly|who|which|expected|hoped?|wants? to know)\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[,;:.!?()–—]+(?=\s|$)| - |\b(?:and|but|so|because|since|while)\b", re.IGNORECASE)


def wrote(statement: str, said: Sequence[str], *, asked: bool = False) -> bool:
    """Whether one sentence of the customer's says all of a statement, clause for clause, and does not hedge it.

    Args:
        statement: as the shop would tell it back: "your mug arrived cracked".
        said: the customer's lines.
        asked: whether the statement is a question; then only what the customer asked counts, else only what they told.
    """
    wanted = list(_clauses(statement))
    return bool(wanted) and any(
        _holds(sentence, wanted)
        for line in said
        for sentence in (one.text for one in find_sentences(line))
        if sentence.rstrip().endswith("?") == asked and (asked or not _is_hedged(sentence, statement))
    )


def _is_hedged(sentence: str, statement: str) -> bool:
    return bool(_HEDGES.search(sentence)) or (limits_or_denies(sentence) and not limits_or_denies(statement))


def _holds(sentence: str, wanted: Sequence[tuple[str, ...]]) -> bool:
    """Whether the clauses stand one after the other in the customer's sentence, and no clause limits them."""
    held = list(_clauses(sentence))
    return any(held[n : n + len(wanted)] == wanted for n in range(len(held) - len(wanted) + 1))


def _clauses(text: str) -> Iterator[tuple[str, ...]]:
    turned = text.replace("’", "'")
    for pattern, word in _TO_YOU:
        turned = pattern.sub(word, turned)
    for clause in _CLAUSE_END.split(turned):
        words = [word for word in spoken_words(clause) if word not in _WHOSE and word != "?"]
        while words and words[0] in _ASIDE:
            words.pop(0)
        while words and words[-1] in _ASIDE:
            words.pop()
        if words:
            yield tuple(words)
