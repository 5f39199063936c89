"""Which sentences state something to check. In doubt a sentence is checked."""

from __future__ import annotations

import re

_CLAUSE_END = re.compile(r"[,;:!.]+ | - |(?: (?=because |since your |and (?:your|we|it|the|you|I) ))", re.IGNORECASE)
_ASSERTS = re.compile(
    r"\b(?:is|are|was|were|has|have had|had|will|won't|cannot|can't|isn't|approved|refunded|sent|issued|delivered"
    r"|shipped|cancelled|guaranteed|free)\b",
    re.IGNORECASE,
)
_NAME = r"(?: [^\W\d_][\w'-]{0,20}){0,3}"
_COURTESIES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:hi|hello|hey|dear|greetings|welcome|good (?:morning|afternoon|evening|day)){_NAME}",
        r"(?:many |kind |best |warm )?(?:thanks|thank you|regards|wishes)(?: (?:so|very) much)?(?: again)?(?: for [^.]{1,60})?",
        r"(?:i'm|we're|i am|we are|my|our)? ?(?:so |very |really |sincere )?(?:sorry|apologies)"
        r"(?: (?:for|about|to hear)(?: (?:the|any|all|this|that|your|about))*(?: [\w'-]+){1,2})?",
        r"(?:i|we) (?:do )?(?:apologi[sz]e)(?: for [^.]{1,60})?",
        r"(?:i|we) (?:completely |fully )?(?:understand|appreciate) (?:how|your) [^.]{1,60}",
        r"(?:have|enjoy) (?:a|the rest of your) [^.]{1,30}|take care|you're (?:very |most )?welcome|no problem(?: at all)?"
        r"|got it|noted|understood|(?:yours )?(?:sincerely|truly|faithfully)|cheers|(?:great|good|fair|excellent) question",
    )
)
_FIXED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:i |we )?(?:do |really )?hope (?:you are|you're|all is|this (?:message )?finds you)(?: doing)?(?: well)?",
        r"(?:i |we )?hope (?:this|that|it) (?:helps|is helpful|answers your question|clears (?:it|that|this|things) up)",
        r"(?:i|we) (?:completely |fully |can |do )*(?:understand|see|appreciate|know) (?:how|that this (?:is|must be))"
        r" (?:very )?(?:frustrating|annoying|disappointing|upsetting|inconvenient|difficult|stressful|important)"
        r"(?: (?:this|that|it) (?:is|must be|can be|may be))?(?: for you)?",
        r"let me (?:explain|check|look|see)(?: (?:that|this|it|into (?:that|this|it)))?(?: for you)?",
    )
)
"""Whole courtesies that hold a verb such as "is", and nothing beside it."""
_OFFERS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:please |just |do )*(?:let (?:me|us) know|tell me|feel free|ask(?: me| us)?|reply|get in touch|reach out)\b[^.]{0,120}",
        r"if (?:you|there)(?:'d| would| have| need| want| are| is)? [^.]{0,60}(?:anything|questions?|help|else|know more)[^.]{0,30}",
        r"(?:i'm|i am|we're|we are|i'd be|we'd be)? ?(?:always )?(?:here|happy|glad) to (?:help|assist|answer)[^.]{0,60}",
    )
)
_MISSING = (
    r"(?:that|this|it|anything|an? (?:answer|order|record|article)|(?:any|enough|more|further|the|your|that|this|these) (?:further |more )?"
    r"(?:orders?|information|info|details?|articles?|records?|mention|answers?|access))"
)
_ABSTAINS = re.compile(
    r"(?:i'm afraid |unfortunately |i'm sorry but )?(?:i|we)(?: am| are| was| were|'m|'re)? (?:can't|cannot|can not|could not|couldn't|don't"
    r"|do not|didn't|did not|(?:been )?unable to|not able to)(?: currently| yet| actually)?"
    rf" (?:(?:find|see|locate|have|look up|access) {_MISSING}|know(?! of)|confirm|verify|answer)\b[^.]{{0,160}}",
    re.IGNORECASE,
)
_REPORTS = re.compile(
    r"(?:as )?you (?:also |have |had |'ve )?(?:mentioned|said|told (?:us|me)|wrote|asked|reported|described|wanted to know)\b[^.]{0,200}",
    re.IGNORECASE,
)
_CONFIRMS = re.compile(
    r"\b(?:indeed|correct(?:ly)?|right(?:ly)?|true|confirm(?:ed|s)?|and so|which is)\b", re.IGNORECASE
)
_INTRO = re.compile(
    r"(?:(?:here(?:'s| is| are)|these are|below (?:is|are)|the) (?:the |your |how |what |all )?(?:next )?"
    r"(?:steps?|details?|how|what i found|answers?|information|options|summary)(?: to (?:take|follow)| i found)?"
    r"|here(?:'s| is) an? (?:short |quick |brief )?(?:summary|overview|answer)|in (?:summary|short|brief)|to summari[sz]e|to sum up"
    r"|(?:please )?follow (?:these|the) steps|(?:to do this|do this|as follows|here's how))(?: are)?",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"(?:what|which|when|where|who|whose|how|why|can|could|would|do|does|did|is|are|was|were|will|shall|should|may|might"
    r"|have|has|had|am|any|anything)\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"\b(?:refund\w*|money|replace\w*|return\w*|exchang\w+|credit|labels?|pay|paid|charg\w+|keep|window|exception\w*|free of charge"
    r"|no cost|waive\w*)\b",
    re.IGNORECASE,
)
"""What a shop can promise: a courtesy or an offer that speaks of it is more than one."""
_GIVES = re.compile(
    r"\b(?:refund (?:the|your|it|you)|(?:your|a|the) (?:full )?refund|money back|no cost|waive|replace it)\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"\b(?:but|although|though|so|yet(?!$)|while|that you|and you|more than)\b", re.IGNORECASE)
_SECRETS = re.compile(
    r"\b(?:pass(?:word|code|phrase)|the code|pin|cvv|cvc|security code|card (?:number|details)|bank (?:details|account|login)|log ?in|visit|click"
    r"|download|install|wire|transfer)\b",
    re.IGNORECASE,
)
_EMBEDS = re.compile(
    r"\b(?:(?:know|aware|reali[sz]ed?|see(?:n)?|noticed?|heard|remember|sure|told|tell|mention(?:ed)?)(?: that| your| our| we| the"
    r"| it| refunds?| items?| orders?)|since|because|now that|given that|isn't it|right|correct|which (?:is|was|are|has))\b"
    r"|\b(?:that|as|after|until) (?:we|I|your|our)\b"
    r"|\b(?:we|I)(?:'ve| have)? (?:promised|owed?|agreed|offered|approved|issued|guaranteed|sent)\b",
    re.IGNORECASE,
)


_GREETED = re.compile(r"^((?i:hi|hello|hey|good (?:morning|afternoon|evening))), ([A-Z][\w'-]{1,20})(?=[,.!]|$)")
"""A comma between a greeting and the name it is for."""
_GOODBYE = re.compile(
    r"(?:(?:kind|best|warm|warmest|many) )?(?:regards|wishes|thanks)[,.!]?|(?:yours )?(?:sincerely|truly|faithfully)[,.!]?|cheers[,.!]?|all the best[,.!]?",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(
    r"[A-Z][\w'-]{0,20}(?: [A-Z][\w'.-]{0,20})?"
    r"|(?:(?:[Tt]he|[Yy]our|[A-Z][\w'-]{0,20}|from|at|of)(?: (?=\w)|$)){0,5}?(?:[Tt]eam|[Ss]upport|[Ss]ervice|[Cc]are|[Dd]esk|[Ss]hop)"
)


def is_checkworthy(body: str, *, holds_value: bool) -> bool:
    """Whether a sentence, in the form of `claim_body`, states something; one with a typed value always does.

    A question states nothing unless it embeds a statement ("Did you know that …?"), holds a value ("the 500 USD we owe
    you") or asks for a secret, which no shop may. A sentence of several clauses is not checkworthy only where each of
    them is a courtesy, an offer, an abstention or a report of the customer's words.
    """
    if not any(mark.isalnum() for mark in body):
        return False
    if body.endswith("?"):
        return not _ASKS.match(body) or holds_value or any(found.search(body) for found in (_EMBEDS, _SECRETS, _GIVES))
    if holds_value or _SECRETS.search(body):
        return True
    return not (_is_intro(body) or all(_states_nothing(clause) for clause in _clauses(body)))


def is_goodbye(line: str) -> bool:
    """Whether a line only takes leave, so that the next one may be the name it is signed with: "Kind regards,"."""
    return bool(_GOODBYE.fullmatch(line.strip()))


def is_signature(line: str) -> bool:
    """Whether a line below a goodbye is a name: one or two words, or a team's."""
    plain = line.strip(" *_,.")
    return bool(_SIGNATURE.fullmatch(plain)) and not (_SUBJECT.search(plain) or _ASSERTS.search(plain))


def _clauses(body: str) -> list[str]:
    greeted = _GREETED.sub(r"\1 \2", body)
    parts = (part.strip(" .!,;:") for part in _CLAUSE_END.split(greeted))
    return [part for part in parts if part]


def _is_intro(body: str) -> bool:
    return body.endswith(":") and bool(_INTRO.fullmatch(body.rstrip(": ")))


def _states_nothing(clause: str) -> bool:
    if _SUBJECT.search(clause) and not _ABSTAINS.fullmatch(clause):
        return False
    if any(pattern.fullmatch(clause) for pattern in _FIXED):
        return True
    if any(pattern.fullmatch(clause) for pattern in _COURTESIES):
        return not _ASSERTS.search(clause)
    if any(pattern.fullmatch(clause) for pattern in _OFFERS):
        return not re.search(r"\b(?:we|I|that)(?:'ve| have)? (?:\w+ed|sent|made)\b", clause)
    if _ABSTAINS.fullmatch(clause):
        return not _GOES_ON.search(clause)
    return bool(_REPORTS.fullmatch(clause)) and not _CONFIRMS.search(clause) and not _GOES_ON.search(clause)
