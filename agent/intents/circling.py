"""Conversations that go round in circles: the same question for the third time, or anger that an answer did not end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.types import Message

ANGRY = re.compile(
    r"\b(ridiculous|unacceptable|outrageous|disgrace(ful)?|appalling|furious|livid|fed up|sick (and tired )?of|pissed( off)?|joke of"
    r"|absolute joke|worst|terrible|horrible|awful|useless|incompetent|pathetic|rubbish|bullshit|bs|crap|wtf|ffs|disgusting"
    r"|waste of (my )?time|never (buy|order|shop)\w*( \w+)? again|last time i|how many times|what the (hell|heck|fuck)|damn|angry"
    r"|annoy(ed|ing)|frustrat(ed|ing)|(i have|i've|ive) had enough|can'?t (believe|take) this|are you (serious|kidding)|seriously\?"
    r"|disappointed|shame on)\b|[!?]{3,}",
    re.IGNORECASE,
)
NOT_ANGRY = re.compile(
    r"\b(not|isn'?t|wasn'?t|nothing) (so |that |too |very )?(terrible|horrible|awful|bad|angry|annoy\w+|useless)\b"
    r"|\bworst[- ]case\b|\bno (crap|bs)\b|!{3,}(?=[^!]*\b(thanks|thank you|great|love)\b)",
    re.IGNORECASE,
)
SHOUTED = re.compile(r"\b[A-Z]{2,}\b")
SHOUTED_WORDS = 5
SAID_ALREADY = re.compile(
    r"\byou('ve| have)? (already|just) (said|told|sent|wrote|gave|answered|asked)\b|\byou (keep|kept) (saying|repeating|telling|asking|sending)\b"
    r"|\b(same|that) (answer|reply|thing|text)s? (again|over and over)\b|\byou('re| are) (just )?repeating\b|\bstop repeating\b"
    r"|\b(going|go|talking|run\w*) (round |around )?in circles\b|\b(that|this|it) (does ?n[o']?t|did ?n[o']?t|do not|is ?n[o']?t) (answer|help|what i asked)"
    r"|\b(not|isn'?t|wasn'?t) (what i|my question|an answer)\b|\bi('ve| have)? (already )?(asked|told you|said|explained)( you)?( this| that)? (already|\w+ times|before)\b"
    r"|\bi already (asked|told|said|explained|gave|answered|sent)\b|\b(for the|this is the) (third|fourth|fifth|\d+(th|rd)) time\b|\bread (my|what i)\b.{0,20}\b(again|wrote|said)\b",
    re.IGNORECASE,
)
"""What is said to one who answers the same again."""
SAME = 0.8
"""Share of the words of both in which two questions are the same one."""
TIMES = 3
_FILLERS = "please pls hi hello hey again so ok okay the a an can you could i me my is it to and just now still but"
FILLERS = frozenset(_FILLERS.split())
WORD = re.compile(r"\w+")


def is_angry(message: str) -> bool:
    """Whether a message is angry, within reason or not: by its words, its marks, or because it is shouted."""
    shouted = len(SHOUTED.findall(message)) >= SHOUTED_WORDS and not re.search(r"[a-z]{3}", message)
    return shouted or bool(ANGRY.search(NOT_ANGRY.sub(" ", message)))


def circling(message: str, history: Sequence[Message]) -> str | None:
    """Why a conversation goes round in circles, in one line for a person; None where it does not."""
    earlier = [line.text for line in history if line.role == "customer"]
    answered = any(line.role == "assistant" for line in history)
    if answered and SAID_ALREADY.search(message):
        return "the customer says that the answer was no help, or the same again"
    if sum(_is_same(message, text) for text in earlier) >= TIMES - 1:
        return f"the same question for the {TIMES}rd time or more"
    if answered and earlier and is_angry(message) and is_angry(earlier[-1]):
        return "the customer is angry in two messages, one after the other"
    return None


def _is_same(one: str, other: str) -> bool:
    """Whether two messages ask the same; a short one that says nothing by itself asks nothing."""
    first, second = _words(one), _words(other)
    return len(first) > 1 and len(first & second) >= SAME * len(first | second)


def _words(text: str) -> set[str]:
    return set(WORD.findall(text.casefold())) - FILLERS
