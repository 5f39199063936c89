"""Whether a sentence refers to one that stood before it in other ways than by its first word."""

from __future__ import annotations

import re

_SEQUENCE = re.compile(
    r"(?:then|next|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|finally|lastly|afterwards?|subsequently|after (?:that|this|which)"
    r"|following (?:that|this)|from there|once (?:that|this|it|they|done|you have done)|when (?:that|this|it)|as soon as (?:that|this|it)"
    r"|the next step|(?:step|option|method|choice|way|case|stage|part) (?:[2-9]|two|three|four|b|c|d)|a(?:nswer)?(?=:)"
    r"|[a-z]+(?: [a-z]+)? (?:that|this|these|those)(?=,)|in (?:both|either|all|these|those|such|other) cases?|on the other hand|by contrast|in contrast"
    r"|similarly|likewise|the same|for (?:that|this|these|those|both|them|it)|with (?:that|this|these|those|it|them)"
    r"|(?:so|therefore|thus|hence|consequently|accordingly|as a (?:result|consequence)|(?:that|this) is why)"
    r"|because of (?:that|this)|for (?:example|instance)|in other words|for this reason|except (?:that|this|these|those)"
    r"|as (?:above|before|described|mentioned|noted|stated))\b",
    re.IGNORECASE,
)
_COUNTS = re.compile(
    r"(?:the (?:former|latter|first|second|third|other|others|last|rest|remaining|same)|another|others|one of (?:them|these|those)"
    r"|none of (?:them|these|those)|each of (?:them|these|those)|all of (?:them|these|those)|(?:some|most|many) of (?:them|these|those))\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:(?:all|any|every|no) (?:the )?others?|others|everything else|anything else|the rest|the remaining|everyone else|all else)\b",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    r"(?:please )?(?:(?:you|we|i|customers|members|people)(?:'ll|'ve|'re| (?:can|cannot|can't|may|will|must|should|could|do|don't|have|also|always|only|still|then))* )?"
    r"(?:not )?[a-z]+ (?:up |out |back |for |of |to |on |in |with |about )?(?:it|them|this|these|those|one|both|either)\b(?! (?:\w+ )?(?:order|parcel|package|page|link|form|article|case))",
    re.IGNORECASE,
)
"""A pronoun as the object of the first verb, so that nothing in the sentence itself can be what it stands for."""
_UNFINISHED = re.compile(
    r"\b(?:can|cannot|can't|may|must|will|won't|would|should|do|don't|does|doesn't|did|didn't|is|isn't|are|aren't|was|wasn't|were|has"
    r"|hasn't|have|haven't)(?: not)?[.!]?$",
    re.IGNORECASE,
)
"""An end that leaves the verb to the sentence before: "Lids can."."""
_BARE_ANSWER = re.compile(
    r"(?:yes|no|yep|nope|sure|of course|correct|right|true|absolutely|certainly|definitely|indeed|exactly|it depends|good news|that depends)[.!:]*",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"(?:(?:please |kindly )?note|important|be aware|keep in mind|remember|caution|warning|attention|exceptions?|except)\b",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"\b(?:see above|(?:mentioned|described|listed|stated|shown|named|given|explained|noted) (?:just )?above|the above|above-mentioned"
    r"|as above|(?:fees?|dates?|steps?|conditions?|rules?|amounts?|times?|prices?|address|list|table|options|details) above|aforementioned)\b",
    re.IGNORECASE,
)
_BELOW = re.compile(
    r"\b(?:see below|(?:mentioned|described|listed|stated|shown|named|given|explained) below|the following|as follows"
    r"|(?:fees?|dates?|steps?|conditions?|rules?|amounts?|times?|prices?|address|list|table|options|details) below)\b",
    re.IGNORECASE,
)


def refers_back(body: str) -> bool:
    """Whether it goes on from the sentence before: "Second, …", "Therefore …", "You can return them …", "All others …"."""
    opens = any(pattern.match(body) for pattern in (_SEQUENCE, _COUNTS, _OBJECT))
    return opens or bool(_OTHERS.search(body) or _UNFINISHED.search(body))


def announces(text: str, body: str) -> bool:
    """Whether it says nothing without the sentence after it: a bare "Yes.", a question that the draft answers itself."""
    asks = body.endswith("?") and bool(re.match(r"[#*_]|(?:\*\*)?q(?:uestion)?:", text, re.IGNORECASE))
    return bool(_BARE_ANSWER.fullmatch(body)) or asks


def is_note(body: str) -> bool:
    """Whether it is set apart as what must not be overlooked: "Please note that …"."""
    return bool(_NOTE.match(body))


def points_above(body: str) -> bool:
    """Whether it points to anything further up."""
    return bool(_ABOVE.search(body))


def points_below(body: str) -> bool:
    """Whether it points to anything further down."""
    return bool(_BELOW.search(body))


def speaks_of_others(body: str) -> bool:
    """Whether it says something of all that was not named: it means more when one of the named is left out."""
    return bool(_OTHERS.search(body)) or bool(re.search(r"\b(?:all )?other (?!than\b)\w+", body, re.IGNORECASE))
