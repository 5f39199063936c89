"""Whether a message is a plain yes or a plain no to what was asked; anything more is neither."""

from __future__ import annotations

import re
from typing import Literal

from agent.actions.own_words import own_words
from policies.types import ActionKind

MOST_CHARACTERS = 80
"""A plain yes or no is no longer."""
_POLITE = r"(?:[\s,.!]*(?:please|thanks|thank you|thx|cheers|ok|okay))*[\s.!]*"
_DO = r"do (?:it|so|that)|go (?:ahead|for it)|proceed|confirm(?:ed)?|that(?:'s| is) (?:right|correct|fine)"
_VERBS: dict[ActionKind, str] = {
    "refund": r"refund (?:it|me)",
    "cancel": r"cancel (?:it|the order)",
    "address": r"change (?:it|the address)|send it there",
    "resend": r"(?:re)?send it(?: again)?|replace it",
}
_YES = r"yes|yeah|yep|yup|sure|ok|okay|correct|right|i confirm|i agree|agreed|absolutely|definitely|of course"
_LEAVE = r"keep (?:it|the order|my order)|don'?t(?: do (?:it|that))?|do not(?: do (?:it|that))?|never ?mind|leave it(?: as it is)?|stop"
_NO = re.compile(
    rf"\W*(?:no|nope|nah|no way|forget it|rather not|better not|not (?:now|yet)|{_LEAVE})"
    rf"(?:[\s,.!]+(?:no|wait|please don'?t|i changed my mind|{_LEAVE}))*{_POLITE}",
    re.IGNORECASE,
)


def is_yes_or_no(text: str) -> bool:
    """Whether the message is a plain yes or a plain no, whatever it answers."""
    if len(text) > MOST_CHARACTERS:
        return False
    said = " ".join(own_words(text).split())
    yes = re.compile(rf"\W*(?:{_YES}|{_DO})(?:[\s,.!]+(?:{_YES}|please|{_DO}))*{_POLITE}", re.IGNORECASE)
    return bool(yes.fullmatch(said) or _NO.fullmatch(said))


def answer_of(text: str, kind: ActionKind) -> Literal["yes", "no"] | None:
    """`yes` or `no` where the message says that of the action and nothing else, None for every other message."""
    said = " ".join(own_words(text).split())
    verb = f"{_DO}|{_VERBS[kind]}"
    if re.fullmatch(rf"\W*(?:{_YES}|{verb})(?:[\s,.!]+(?:{_YES}|please|{verb}))*{_POLITE}", said, re.IGNORECASE):
        return "yes"
    return "no" if _NO.fullmatch(said) else None
