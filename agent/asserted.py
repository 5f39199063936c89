"""What a customer states in a message: their own words, which prove nothing."""

from __future__ import annotations

import re

from agent.checkworthiness import is_checkworthy
from agent.claim_text import claim_body
from agent.sentences import find_sentences

_WISH = re.compile(
    r"(?:(?:hi|hello|hey|please|so|and|ok(?:ay)?|can you|could you|would you|will you|i(?:'d| would)? (?:just )?(?:want|need|like|wish)"
    r"|give me|tell me|let me|help me|get me|cancel|change|refund|return|exchange|replace|update|send|check|show|explain)\b[,!]? ?)+",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"\b(?:because|since|as (?:it|they|the)|but|which|it (?:is|was|has|came|arrived|does|did)|(?:i|we) (?:was|were|have|had|got"
    r"|received|paid|bought|ordered)|(?:is|are|was|were|has|have|had|came|arrived|never|still|wrote|said|told)\b)",
    re.IGNORECASE,
)
"""Words with which a wish goes on to tell what happened."""


def assertions(message: str) -> tuple[str, ...]:
    """The sentences of a message that tell something; questions, courtesies and plain wishes tell nothing."""
    return tuple(sentence.text for sentence in find_sentences(message) if _tells(sentence.text))


def _tells(sentence: str) -> bool:
    body = claim_body(sentence)
    if sentence.rstrip().endswith("?") or not is_checkworthy(body, holds_value=False):
        return False
    wish = _WISH.match(body)
    return wish is None or bool(_TELLS.search(body[wish.end() :]))
