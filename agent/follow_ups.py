"""Questions back: whether anything is left to do, which order is meant, what is still needed."""

from __future__ import annotations

import re

from agent.needed_details import DETAILS, REQUEST, WHICH
from agent.phrases import HELP, QUESTIONS, SECRETS, THIS, closed

_HELP_WITH = r"(?:(?:can|could|may) (?:help|assist)(?: you)?(?: with)?|can do(?: for you)?)"
_MINE = (
    r"(?:(?:order|tracking|invoice|reference) number|order id|order|e-?mail(?: address)?|(?:delivery |shipping |billing )?address|(?:full )?name"
    r"|zip ?code|post(?:al )?code|question|receipt|invoice|account)"
)
_MEANT = (
    r"(?:do you mean|did you mean|is (?:this|it|that)(?: about)?|are you (?:asking|writing|talking) about|does (?:this|it) concern|is affected|is it"
    r"|should i (?:check|look at|look up)|(?:do|did) you have in mind|would you like to ask about|would you like me to (?:check|look at|look up))"
)
_LOOK = (
    rf"(?:look into|check|explain|look up|go over|repeat|find out about) (?:{THIS})(?: for you| again| in more detail)?"
)
_PERSON = r"(?:a|another|one of our) (?:person|colleagues?|human|human agent|agent|member of (?:our|the) team)"
_FOLLOW_UPS = closed(
    rf"(?:and )?(?:is|was) there (?:anything|something)(?: (?:else|more))?(?: at all)?(?: (?:that )?(?:i|we) {_HELP_WITH}| (?:that )?you(?:'d| would) like(?: to (?:know|ask|add))?"
    rf"| (?:that )?you (?:need|want)(?: help with| to know)?)?(?: (?:today|with (?:this|that)|on your mind))*",
    rf"anything else(?: (?:i|we) {_HELP_WITH})?(?: today)?",
    rf"(?:what else|how else|what|how) (?:can|may|could) (?:i|we) (?:do|help|assist)(?: you)?(?: with)?(?: for you)?(?: today| further| with {THIS})?",
    rf"(?:can|could|may) (?:i|we) (?:help|assist)(?: you)?(?: with (?:anything(?: else)?|{THIS}|something else))?(?: today)?",
    rf"do you (?:still )?(?:have {QUESTIONS}|need {HELP})(?: (?:with|about) (?:{THIS}|your order))?",
    rf"was {THIS} helpful|can i do anything else(?: for you)?|(?:does|did) {THIS} (?:help|answer your questions?|make sense|work(?: for you)?)|is (?:that|this) (?:clear|ok|okay|all right|what you (?:meant|mean|were looking for|needed))",
    rf"what (?:do|did) you mean(?: by {THIS})?|how are you(?: today)?|what happened(?: (?:then|next|exactly))?|would (?:that|this) (?:help|work for you)",
    rf"(?:which|what) (?:(?:of (?:your|the|these) (?:two |three |four )?)?(?:orders?|items?|products?|ones?|address|parcel|delivery|date|account) )?{_MEANT}",
    r"(?:which|what) (?:one|order|item|date|address)(?: exactly)?|what is (?:it|this) about",
    rf"(?:and )?what(?:'s| is| was) (?:your|the) {_MINE}",
    rf"do you (?:still )?(?:have|know) (?:a|an|the|your|any) (?:{_MINE}|(?:photos?|pictures?)(?: of (?:it|(?:the|your) [a-z-]{{1,20}}))?)(?: (?:to hand|at hand|handy|for me))?",
    r"(?:when|where) did you (?:place|order|buy|receive) (?:it|that|this|the (?:order|item))|when did (?:it|this|that) (?:happen|start)",
    rf"(?:shall|should|can|may) i {_LOOK}|(?:would you like|do you want) me to (?:{_LOOK}|open a (?:return|case|ticket)|pass (?:this|you) (?:on )?to {_PERSON}|do (?:that|this)(?: for you)?)",
    rf"(?:would you like|do you want) to (?:(?:speak|talk) (?:to|with) {_PERSON}|know (?:anything else|more)(?: about {THIS})?|proceed|continue|ask anything else)",
    rf"(?:would you like|do you want|do you need) {HELP}(?: (?:about|on|with) {THIS})?",
    rf"(?:and )?what would you like (?:to know|to do|me to do)(?: (?:next|first|about {THIS}))?",
    rf"would you mind (?:telling|sending|giving|sharing|showing) (?:me|us) (?:{DETAILS}|{WHICH}|what happened)",
    rf"(?:and )?(?:please )?(?:could|can|would|will) you (?:please |kindly |also )*{REQUEST}(?: as well)?|(?:may|can|could) i (?:please )?(?:have|ask for|know|get) (?:your|the) {_MINE}(?: please)?",
    r"is (?:this|it) about (?:one of )?(?:your|an) orders?",
)
_ASKS_FOR = re.compile(
    r"(?:(?:could|can|would|will) you (?:please |also )*(?:tell|send|give|share|provide|confirm|let)(?: (?:me|us))?(?: know)?(?: with)? (?P<told>[^?,;:]{1,160})"
    r"|(?:which|what) (?P<meant>[^?,;:]{1,60}?) (?:do you mean|did you mean|is it about|are you (?:asking|writing) about))\?",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"(?:which|what|when|where|whether|(?:the|your|a|an|any|more|some)\b(?!.*\b(?:is|are|was|were|has|have|had|did|does|will|can)\b))\b",
    re.IGNORECASE,
)
"""How what is asked for begins: an indirect question, or a noun without a verb that would state something of it."""


def is_follow_up(clause: str) -> bool:
    """Whether a clause, without its question mark, only asks back, and presumes nothing about the shop or the order."""
    return bool(_FOLLOW_UPS.fullmatch(clause)) and not SECRETS.search(clause)


def asked_for(body: str) -> str | None:
    """What a question asks to be told or sent: `which bowl it is`; None for any other question."""
    found = _ASKS_FOR.fullmatch(body)
    if not found or SECRETS.search(body):
        return None
    wanted: str = found["told"] or found["meant"]
    return None if found["told"] and not _NAMES.match(wanted) else wanted
