"""Whether a customer takes back what they asked for before, in the same message or the next."""

from __future__ import annotations

import re

from agent.actions.own_words import own_words

_TAKEN_BACK = re.compile(
    r"\b(?:(?:do not|don'?t) (?:want|need|do|bother|cancel|refund|change|resend|send|replace)\b|(?:actually|no|oh|wait),? (?:don'?t|do not)\b"
    r"|never ?mind\b|forget (?:it|that|about it)\b|(?:leave|keep) (?:it|everything|the order|my order)\b|no,? wait\b|wait,? no\b"
    r"|scratch that\b|just kidding\b|only joking\b|on second thoughts?\b|changed my mind about (?:it|that)\b|ignore (?:it|that|this)\b"
    r"|no thanks\b|no thank you\b|don'?t\W*$)",
    re.IGNORECASE,
)


def is_taken_back(text: str) -> bool:
    """Whether the text, what follows a wish or answers a question about one, calls it off."""
    return bool(_TAKEN_BACK.search(own_words(text)))
