"""Offers of help, which allow, promise and instruct nothing else."""

from __future__ import annotations

from agent.needed_details import REQUEST
from agent.phrases import HELP, QUESTIONS, THIS, closed

_WITH = (
    rf"(?: (?:with|about|on) (?:{THIS}|anything(?: else)?|something else|your (?:orders?|questions?|request|concern|situation)"
    rf"|any of (?:this|that|these)|{QUESTIONS}))?"
)
_TODAY = r"(?:,? (?:today|further|again|any ?time|at any time|whenever you (?:like|need)|right away))?"
_NEED = (
    rf"(?:(?:still|ever|do|also) )*(?:(?:have|need|want|require|would like|'d like)"
    rf" (?:{QUESTIONS}|{HELP}|anything(?: else)?|any (?:trouble|problems?|difficult(?:y|ies)|doubts?)|to know (?:anything else|more)){_WITH})"
)
_IF = (
    rf"(?:in case|if|should) (?:you(?:'d like (?:to know more|(?:some )?more (?:details|information|help))| {_NEED}(?: or (?:{_NEED}|{QUESTIONS}|{HELP}{_WITH}))?"
    rf"|(?: are|'re) (?:still )?unsure(?: about {THIS})?| get stuck| would like(?: (?:me|us) to (?:check|look into) {THIS}))"
    rf"|there(?:'s| is) anything(?: else)?(?: (?:i|we) can (?:help(?: you)?(?: with)?|do(?: for you)?|assist(?: you)?(?: with)?)| you need)?"
    rf"|(?:anything|something)(?: else)? (?:comes up|is (?:still )?unclear)|{THIS} (?:helps|works|is clear|answers your questions?|does not help|doesn't help)"
    rf"|(?:i|we) can (?:help|assist)(?: you)?{_WITH}(?: further)?)"
)
_COME_BACK = (
    r"(?:let (?:me|us) know|tell me|ask(?: (?:me|us))?|reply(?: here| to this (?:message|e-?mail|chat))?|get (?:back )?in touch(?: with us)?"
    r"|reach out(?: to us)?|contact us|write(?: to us| back)?|message us|come back(?: to us)?|follow up)(?: again| here)?"
)
_OFFERS = closed(
    rf"(?:and )?(?:please |just |do |simply |always |also )*(?:feel free to |(?:don't|do not) hesitate to )?{_COME_BACK}{_TODAY}(?: (?:{_IF}|if you do|with {QUESTIONS}|about {THIS}))?{_TODAY}",
    r"(?:and )?(?:please |just |do )*let (?:me|us) know (?:what you think|how (?:it|that|this) goes|how you(?:'d| would) like to proceed|how (?:i|we) can help(?: you)?(?: further)?|either way|whether (?:this|that) helps)",
    rf"(?:please |just |kindly |and )*{REQUEST}",
    rf"(?:and )?{_IF}{_TODAY}",
    rf"(?:(?:i'm|i am|we're|we are|i'd be|we'd be|i would be|we would be) )?(?:(?:always|very|more than|only too|also) )*(?:here|happy|glad|pleased|delighted) to"
    rf" (?:help|assist|answer)(?: you)?(?: out)?(?: (?:{QUESTIONS})|{_WITH})?(?: if you (?:need|like|want)(?: (?:me|us|it))?)?{_TODAY}",
    rf"(?:i'm|i am|we're|we are) (?:always )?here (?:for you|{_IF}|if you need (?:me|us|anything))",
    rf"(?:i'd|we'd|i would|we would) love to (?:help|assist)(?: you)?{_WITH}|let me (?:help|assist)(?: you)?{_WITH}",
    rf"if (?:you(?:'d| would) like|you (?:like|want|wish)|that helps)|(?:i|we) can explain {THIS}(?: (?:further|again|in more detail))?",
    r"you can (?:always )?(?:reply (?:here|to this (?:message|e-?mail))|write back)(?: again)?(?: (?:at any time|any ?time))?",
    rf"(?:i|we) can (?:certainly |gladly )?(?:help|assist)(?: you)? with (?:{THIS})(?: (?:question|request))?",
)


def is_offer(clause: str) -> bool:
    """Whether a clause, without its full stop, only offers help, or asks to be told what is needed for it."""
    return bool(_OFFERS.fullmatch(clause))
