"""What stands around the clauses of a sentence: words that state nothing, and the order they are all about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.grounding.clauses import SUBJECT

_SOURCE = (
    r"(?:(?:our|the|your) (?:own )?(?:records?|system|order (?:system|details|history|records?)|tracking(?: (?:information|details|data|page))?"
    r"|account|database))"
)
_ASIDE = (
    rf"(?:according to|as per|per|going by|based on) {_SOURCE}(?: (?:for|of) (?:this|the|your) order)?"
    r"|as far as (?:i|we) can (?:see|tell)|from what (?:i|we) can see|as (?:i|we|you) can see(?: here)?"
    rf"|(?:on|in) our (?:records|system|side|end)"
    r"|as of (?:today|now|this moment)|at (?:the|this) moment|at this time|right now|so far"
    r"|for your (?:reference|information)|as (?:requested|you asked)"
    r"|in fact|indeed|actually|as well"
)
_BESIDE = re.compile(rf"(?:^|(?<=: ))(?:{_ASIDE})(?:, | - |: | )|,? (?:{_ASIDE})(?=,? |[,;]|$)(?:,(?= [^<]))?")
_SEEN = r"(?:see|confirm|find|note|tell you)(?: here)?(?: that)?"
_LEAD = re.compile(
    r"(?:(?:great|good) news[!:,] "
    rf"|(?:i|we) (?:can |could )?(?:also )?{_SEEN} "
    rf"|(?:i|we)(?: have|'ve)? (?:just )?(?:checked|looked (?:at|into|up)|reviewed|had a look at) (?:this|that|it|{_SOURCE})(?: for you)?"
    rf"(?:,? and (?:(?:i|we) )?(?:can )?{_SEEN} |,? and |[:,;] | - )"
    rf"|{_SOURCE} (?:shows?|says?|tells? (?:me|us)|confirms?|indicates?)(?: that)? "
    r"|(?:it |this )?(?:looks|appears|seems)(?: like| as if| that)? "
    r"|(?:i'm|i am|we're|we are) (?:happy|pleased|glad) to (?:confirm|tell you|say|let you know|report)(?: that)? "
    r"|please note(?: that)? |(?:just )?to (?:confirm|let you know|answer your question)[,:] )"
)
_ABOUT = re.compile(
    rf"(?:(?:for|in|on|with|regarding|concerning|about|as for|with regard to|in the case of|under|within) {SUBJECT}[,:]? (?=[a-z<])"
    rf"|(?:i|we)(?: have|'ve)? (?:just )?(?:looked (?:at|into|up)|checked|reviewed|found|pulled up) {SUBJECT.replace('subject', 'looked')}"
    r"(?:[:,;] | - |,? and ))"
)
_RELATIVE = re.compile(
    rf"{SUBJECT}(?:(?:[,:]| is (?:the|an?) (?:one|order)) (?:that |which |on which |for which )?| (?=(?:from|of|dated|placed|made|ordered)(?: on)? <d)| (?:that|which) )"
)


def without_asides(text: str) -> str:
    """The slotted sentence without phrases that only say where it is known from, or that it holds now."""
    return " ".join(_BESIDE.sub(" ", text).split())


def statement_starts(text: str) -> Iterator[int]:
    """Where the statement may begin behind words such as "I can see that": behind as many of them as there are first."""
    starts = [0]
    while found := _LEAD.match(text, starts[-1]):
        starts.append(found.end())
    yield from reversed(starts)


def topic(text: str, at: int) -> tuple[int, str | None] | None:
    """End of a fronted order such as "For order <o0>, " and the slot of the order, None for "this order"."""
    found = _ABOUT.match(text, at)
    return (found.end(), found["subject"] or found["looked"]) if found else None


def relative(text: str, at: int) -> tuple[int, str | None] | None:
    """As `topic`, of "Order <o0> is the one (that) " and "Order <o0>, which "."""
    found = _RELATIVE.match(text, at)
    return (found.end(), found["subject"]) if found else None
