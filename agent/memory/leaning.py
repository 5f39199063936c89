"""Whether a message leans on a past conversation: asks after it, takes it up, or only sounds as if it might."""

from __future__ import annotations

import re
from typing import Literal

Lean = Literal["asks", "takes_up", "hints"]

_PAST = (
    r"(?:last time|the other day|(?:a (?:few|couple of)|some|two|three|several) (?:days|weeks|months) ago|a (?:day|week|month|while) ago"
    r"|yesterday|last (?:week|month|year|night|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|previously|earlier|before|in the past"
    r"|already|recently)"
)
_SAID = (
    r"(?:ask(?:ed)?|s(?:ay|aid)|t(?:ell|old)|wr(?:ite|ote|itten)|sp(?:eak|oke|oken)|talk(?:ed)?|chat(?:ted)?|contact(?:ed)?|report(?:ed)?"
    r"|explain(?:ed)?|mention(?:ed)?|complain(?:ed)?|describ(?:e|ed)|message[d]?|raise[d]?|discuss(?:ed)?|call(?:ed)?|e-?mail(?:ed)?)"
)
_ASKS = re.compile(
    rf"\bwhat (?:did|was it|have|had) (?:i|we)\b[^.?!]{{0,40}}\b{_SAID}\b[^.?!]{{0,40}}"
    r"|\bwhat (?:was|were) (?:my|our) (?:last|previous|earlier) (?:question|request|chat|conversation|message|problem|issue)s?\b"
    rf"|\bwhen did (?:i|we) (?:last |first )?{_SAID}\b"
    rf"|\b(?:did|have) i (?:ever |already |not )?{_SAID}\b[^.?!]{{0,60}}\b{_PAST}\b"
    rf"|\b(?:do|can) you (?:still )?(?:remember|recall|see|know) (?:what|when|that|our|my)\b[^.?!]{{0,40}}\b(?:{_SAID}|last|previous|conversation|chat)\b",
    re.IGNORECASE,
)
_TAKES_UP = re.compile(
    rf"\b(?:as|like) i (?:have |had |'ve )?(?:already )?{_SAID}\b"
    rf"|\b(?:i|we)(?: have|'ve| had)? (?:already|previously|recently) {_SAID}\b"
    rf"|\b(?:i|we) {_SAID}\b[^.?!]{{0,60}}\b{_PAST}\b"
    rf"|\b{_PAST}\b[^.?!]{{0,20}}\b(?:i|we|you) (?:have |had )?{_SAID}\b"
    r"|\blast time\b|\bthe other day\b|\b(?:i|we) (?:told|asked|wrote to|spoke to|spoke with|talked to|talked with) (?:you|your|them|him|her)\b"
    r"|\bwe (?:spoke|talked|chatted) about\b"
    rf"|\b(?:you|your (?:colleague|team|agent)s?|someone|somebody|a colleague|the agent) (?:have |had |already )?{_SAID}\b"
    r"|\b(?:you|your (?:colleague|team)s?|someone|somebody|a colleague) (?:promised|was (?:going|supposed) to|were (?:going|supposed) to|would (?:get|come|look))\b"
    r"|\b(?:my|our) (?:last|previous|earlier) (?:conversation|chat|message|request|question|complaint|call|e-?mail|problem|issue)\b"
    r"|\b(?:nobody|no one|noone) (?:has )?(?:ever )?(?:got|gotten|come|came|called|wrote|written|replied|answered|contacted)\b"
    r"|\b(?:not|never|haven't|have not|hasn't) (?:yet )?(?:heard|had|got|received) (?:back|anything|any (?:reply|answer|response|word))"
    r"|\b(?:still )?no (?:reply|answer|response|word)\b|\bfollow(?:ing)? up\b"
    r"|\bany (?:news|update|progress)\b[^.?!]{0,20}\b(?:request|case|question|complaint|problem|issue|ticket|claim)\b",
    re.IGNORECASE,
)
_HINTS = re.compile(
    r"\bagain\b|\bonce more\b|\b(?:second|third|fourth) time\b|\bthe same (?:problem|issue|thing|question|fault)\b|\bas (?:before|usual)\b"
    r"|\bstill (?:not|no|waiting|missing|broken|nothing|have|haven't|hasn't|isn't|doesn't)\b|\bkeeps? happening\b|\bback to\b",
    re.IGNORECASE,
)
_FRAMES = re.compile(
    rf"\b(?:{_PAST}|{_SAID}|again|once more|still|remember|recall|what|when|did|do|does|have|has|had|i|we|you|me|us|my|our|your|as|like"
    r"|colleague|somebody|someone|agent|team|conversation|chat|message|question|request|news|update|about|it|that|this|the|a|an|to|of|on"
    r"|in|and|can|could|please|was|were|is|any|nobody|back|got|come|came|following|follow|up|time|last|previous|hi|hello|so|with)\b|[^\w\s-]",
    re.IGNORECASE,
)


def lean_of(message: str) -> Lean | None:
    """How a message leans on a past conversation; None where nothing says that it does."""
    if _ASKS.search(message):
        return "asks"
    if _TAKES_UP.search(message):
        return "takes_up"
    return "hints" if _HINTS.search(message) else None


def topic_of(message: str) -> str:
    """What the message is about besides leaning on the past; empty where it is about nothing else."""
    return " ".join(_FRAMES.sub(" ", message).split())
