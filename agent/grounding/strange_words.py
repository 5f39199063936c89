"""Words in front of a true sentence or behind it, and words spelled letter by letter, that the premise does not have.

A small verifier reads over both: "Zorblattix: refunds take 5 days." and "Z o r b. Refunds take 5 days." are entailed to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.grounding.subjects import folded
from agent.grounding.vocabulary import content_words, word_set, words
from knowledge.bm25 import stem

LABELS = word_set(
    """
    amount answer bad card condition contact cost date deadline delivery detail example exception fee final finally first
    good heads help important info information item last lastly main next news note now option order payment point price
    question reason refund reminder remember result return second shipping short step status summary term then third time
    timeframe timeline tip total update warning what who why yes
    """
)
"""What may stand before a colon and adds nothing."""

FEW = 3
"""Words of a tail that is no sentence."""

_SPELLED = re.compile(r"(?<![^\W_])(?:[^\W\d_][\s.\-_·*]{1,3}){2,}[^\W\d_](?![^\W_])")
"""Three letters or more, each for itself."""
_LABEL = re.compile(r"^\W*(?P<label>[^\W\d_][^:.!?\n]{1,40}):\s")
_BARE = re.compile(r"^\W*(?P<label>[A-Z][^\W\d_]{2,}) (?=[A-Z][a-z]* [a-z])")
"""A word before what begins like a sentence of its own."""
_TAIL = re.compile(r"[.!?…]\W{0,8}\s(?P<label>[^.!?…]{2,80})[.!?…]?\W{0,8}$")
"""Words behind the end of a sentence, which were not told apart from it."""


def strange_word(body: str, premise: str) -> str | None:
    """What stands in a claim and not in its premise, for a person to read; None for nothing found.

    Args:
        body: the claim as the verifier reads it.
        premise: all that was read, headings included.
    """
    plain = "".join(char for char in premise.casefold() if char.isalnum())
    for found in _SPELLED.finditer(body):
        letters = "".join(char for char in found[0].casefold() if char.isalnum())
        if letters not in plain:
            return f"the evidence does not hold the letters “{found[0]}”"
    label = _LABEL.match(body) or _BARE.match(body)
    if label and _is_strange(label["label"], premise):
        return f"the evidence does not name “{label['label']}”"
    tail = _TAIL.search(body)
    if tail and _has_strange(tail["label"], premise):
        return f"the evidence does not hold “{tail['label']}”"
    return None


def _is_strange(label: str, premise: str) -> bool:
    """Whether none of its words is ordinary or in the premise."""
    told = [word for word in words(label) if content_words(word)]
    return bool(told) and len(_unknown(told, premise)) == len(told)


def _has_strange(tail: str, premise: str) -> bool:
    """Whether any of few words is neither; more of them are a sentence, which the verifier reads."""
    told = [word for word in words(tail) if content_words(word)]
    return len(told) <= FEW and bool(_unknown(told, premise))


def _unknown(told: Sequence[str], premise: str) -> list[str]:
    known = frozenset(words(premise))
    stems = frozenset(map(stem, known)) | folded(known) | {stem(word) for word in LABELS}
    return [word for word in told if word not in known and stem(word) not in stems]
