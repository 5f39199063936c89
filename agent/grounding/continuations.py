"""Sentences that go on from the one before them and take something of it back: `But …`, `That said, …`, `Batteries: none.`"""

from __future__ import annotations

import re

from agent.grounding.restrictions import is_restrictive
from agent.sentences import MARKER

_REFERS = re.compile(
    r"(?:(?:this|that|it|these|they|the (?:offer|rule|same|limit|window|promise|above))(?: rule| offer| window| also)?"
    r" (?:does not|doesn't|do not|don't|only|is not|isn't|are not|aren't|excludes?|applies only|is only|must|is limited|are limited"
    r"|can(?:not| only)|will not|won't|may not|requires?|ends)"
    r"|(?:but |and |however,? |valid |available )?only (?:if|when|where|for|in|with|within|before|after|while|as long|above|over|below|up to|between|to|from|on)|unless|except|excluding"
    r"|provided|as long as|subject to|with the exception|not (?:valid|available|applicable|included|for)\b|otherwise)\b",
    re.IGNORECASE,
)
"""Opens a sentence that limits the one before it."""
_OPPOSES = re.compile(
    r"(?:but|yet|that said|that being said|having said that|however(?! (?:you|we|many|much|long|often)\b)|even so|nevertheless"
    r"|still(?! (?:open|have|need|want|unsure|not sure)\b)|nonetheless|mind you|though|although)\b",
    re.IGNORECASE,
)
"""Opens a sentence that goes against the one before it, whatever it says."""
_OPPOSED_WITHIN = re.compile(
    r"^(?:[\w'-]+ ){0,6}[\w'-]+, (?:however|though), |, (?:though|however|that is)[.!]?$", re.IGNORECASE
)
"""Says so after its subject, or at its end."""
_NOTES = re.compile(
    r"(?:(?:please |kindly )?note|be aware|keep in mind|remember|important|exceptions?|limits?)\b", re.IGNORECASE
)
_LABELLED_DENIAL = re.compile(
    r"[A-Z][\w '&/-]{1,40}: (?:no\b|none\b|never\b|not\b|excluded\b|only\b|without\b|n/a\b)[^.:]{0,60}[.!]?$"
)
_LABELLED_VALUE = re.compile(
    r"[A-Z][\w '&/-]{1,40}: (?:\w+ ){0,3}?(?:\d[\w.,]*|one|two|three|six|half)\b[^.:]{0,40}[.!]?$"
)
_GENERAL = re.compile(r"\b(?:every|any|all|each|everything|whole)\b", re.IGNORECASE)
_FRAGMENT = re.compile(
    r"(?:for|in|on|at|with|from|to|within|until|during|outside|inside|above|below|over|under) "
    r"(?:(?:the |an? )?(?:[\w'-]+ )?[\w'-]+|(?:[\w'-]+ ){1,7}only)[.!]?",
    re.IGNORECASE,
)
_HAS_VERB = re.compile(
    r"\b(?:you|we|it|they|i|is|are|was|were|be|can|may|must|will|do|does|has|have|see|write|call|contact|go|open|visit|read|ask|use|click"
    r"|select|choose|check|find|send|add|enter|follow|scroll|tap|press|start|email|chat|reply|sign|log)\b",
    re.IGNORECASE,
)


def continues(text: str, before: str) -> bool:
    """Whether a sentence limits the one right before it, so that neither may be told without the other.

    Args:
        text: the sentence as it stands, since what it opens with tells.
        before: the body of the one before it.
    """
    plain = _unmarked(text)
    if _REFERS.match(plain) or _OPPOSES.match(plain) or _OPPOSED_WITHIN.search(plain):
        return True
    if _LABELLED_DENIAL.match(plain) or (_GENERAL.search(before) and _LABELLED_VALUE.match(plain)):
        return True
    return (bool(_NOTES.match(plain)) and is_restrictive(plain)) or _is_fragment(plain)


def _is_fragment(plain: str) -> bool:
    """Whether it has no verb of its own: `In the US only.` says nothing but what it takes from the sentence before."""
    return bool(_FRAGMENT.fullmatch(plain)) and not _HAS_VERB.search(plain)


def _unmarked(text: str) -> str:
    marker = MARKER.match(text)
    return text[marker.end() if marker else 0 :].strip("*_ ").replace("’", "'")
