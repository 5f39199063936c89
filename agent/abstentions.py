"""Abstentions: the reply says that it does not know, and gives neither a reason nor a demand."""

from __future__ import annotations

import re

from agent.phrases import THIS, closed

_WE = (
    r"(?:and |but )?(?:(?:i'm|i am|we're|we are) afraid (?:that )?|unfortunately |sadly |(?:i'm|i am|we're|we are) sorry (?:but|that) |at the moment |right now )?"
    r"(?:i|we)(?: am| are| was| were|'m|'re)?"
)
_CANNOT = (
    r"(?:can't|cannot|can not|could not|couldn't|don't|do not|didn't|did not|(?:been )?unable to|not able to|wasn't able to|weren't able to)"
    r"(?: (?:currently|yet|actually|seem to|be able to|immediately))*"
)
_SUBJECT = rf"(?:{THIS}|these|them|(?:this|that) question|your (?:question|request|orders?|account|case|item|parcel)|the (?:order|item|parcel|question))"
_WHAT = (
    rf"(?:{THIS}|them|anything(?: (?:else|more|further))?|an? (?:clear |definite |direct )?(?:answer|order|record|article|match)"
    r"|(?:any|enough|more|further|the|your|that|this|these|such|an?) (?:(?:further|more|other|specific|clear|exact|relevant) )*"
    r"(?:orders?|information|info|details?|articles?|records?|mention|answers?|access|account|numbers?|help articles?|one)(?: to (?:answer|confirm|check|help with) (?:this|that|it|your question))?"
    r"|access|(?:information|details|records))"
)
_ABOUT = rf"(?: (?:to|about|of|on|for|regarding|that (?:answers?|covers?|matches)|as to) {_SUBJECT})?"
_WHERE = (
    r"(?: (?:in|among|from|on|with|under) (?:(?:our|the|your|my|any of (?:our|your)|these|any) )?(?:help |own |current )?"
    r"(?:articles?|pages?|help ?pages?|help centre|help center|orders?|account|records?|information|system|sources?|e-?mail address|name|number))?"
)
_NOW = r"(?: (?:without (?:your|the|an) (?:order number|e-?mail address|name|postcode)|either|yet|here|myself|right now|at the moment|for you|from here|alone|at present|today|though|so far|for (?:certain|sure)|with certainty))*"
_ABSTAINS = closed(
    rf"{_WE} {_CANNOT} (?:find|see|locate|have|look up|access|open|view) {_WHAT}{_ABOUT}{_WHERE}{_NOW}",
    rf"{_WE} {_CANNOT} know(?: the (?:exact )?answer| enough| more)?{_ABOUT}(?: {THIS})?{_NOW}",
    rf"{_WE} {_CANNOT} (?:confirm|verify|answer|check|say|tell(?: you)?|help(?: you)? with|comment on)(?: {_SUBJECT}| more| either way)?{_WHERE}{_NOW}",
    rf"{_WE} (?:have|found) (?:no|nothing)(?: {_WHAT}| (?:information|details?|records?|answers?|articles?|access))?{_ABOUT}{_WHERE}{_NOW}",
    rf"{_WE} not (?:sure|certain)(?: about {THIS})?{_NOW}",
)
_TOPIC = re.compile(
    rf"{_WE} (?:{_CANNOT} (?:find|see|locate|have)|(?:have|found)) (?:any|an|no|enough|more|further|specific|anything|nothing)"
    r"(?: (?:further|more|specific|help))?(?: (?:information|info|details?|articles?|answers?|mention|record|records))?"
    r" (?:about|on|regarding|of|for|to) (?P<topic>[^,;:.!?]{1,80}?)"
    rf"{_WHERE}{_NOW}\.?",
    re.IGNORECASE,
)
_OPENS = re.compile(
    rf"{_WE} (?:{_CANNOT} (?:find|see|locate|access|open|look up|know|confirm|verify|tell)|not (?:sure|certain))\b",
    re.IGNORECASE,
)
_DEMANDS = re.compile(r"\b(?:until|unless|only|before|without|if|except|must)\b", re.IGNORECASE)
_GOES_ON = re.compile(
    r"\b(?:as|because|until|unless|whether|since|if|that|which|who|but|although|though|so|yet|while|and you|more than|after|before|once|when)\b",
    re.IGNORECASE,
)


def is_abstention(clause: str) -> bool:
    """Whether a clause, without its full stop, only says that something is not known, not found or not to be confirmed."""
    return bool(_ABSTAINS.fullmatch(clause))


def goes_on_after_abstaining(body: str) -> bool:
    """Whether a sentence opens as an abstention and says more, but demands nothing: "I can't find it as it was lost."."""
    return bool(_OPENS.match(body)) and not _DEMANDS.search(body)


def topic_of_abstention(body: str) -> str | None:
    """What a sentence says that nothing was found about: `opened jars`; None for any other sentence."""
    found = _TOPIC.fullmatch(body)
    return found["topic"] if found and not _GOES_ON.search(found["topic"]) else None
