"""Main clauses told by closed lists of words: what surely has a subject and a finite verb of its own."""

from __future__ import annotations

import re

ORDER_ID = r"#?(?:ORD[-\s]?\d{2,12}|W-?\d{5,12})"
_AUXILIARY = (
    r"(?:is|are|was|were|isn't|aren't|wasn't|weren't|has|have|had|hasn't|haven't|will|won't|can|can't|cannot|could|couldn't"
    r"|must|may|should|shouldn't|would|wouldn't|does|doesn't|do|don't|did|didn't)"
)
_SPOKEN_VERB = (
    r"(?:hope|apologise|apologize|pay|pays|paid|refund|refunds|refunded|charge|charges|charged|ship|ships|shipped|send|sends|sent|take|takes|took|cost"
    r"|costs|arrive|arrives|arrived|come|comes|came|get|gets|got|receive|receives|received|need|needs|needed|apply|applies|applied"
    r"|cover|covers|offer|offers|keep|keeps|accept|accepts|deliver|delivers|delivered|left|issue|issued|cancelled|canceled|replace|replaced"
    r"|last|lasts|contain|contains|include|includes|expire|expires|reply|answer|open|opened|close|closed|ordered|bought|chose)"
)
"""After a pronoun these are verbs, never nouns."""
_PLAIN_VERB = (
    r"(?:takes?|took|arrives?|arrived|comes?|came|contains?|contained|includes?|included|reached|reaches|lasts?|lasted|expires?"
    r"|expired|applies|applied|goes|went|begins?|began|remains?|remained|shipped|totals|totalled"
    r"|costs?(?= (?:[\d$€£]|nothing|extra|more|less)))"
)
"""After a noun these are verbs; "returns" or "charge" would not surely be."""
_NO_NOUN = (
    r"(?:and|or|but|nor|if|when|that|which|who|whose|whom|whether|unless|until|because|since|while|although|though|once|after"
    r"|before|where|as|than|so|then|only|except)"
)
_NOUN_WORD = rf"(?!{_NO_NOUN}\b|{_AUXILIARY}\b)[\w'’.%$€£*_`#-]+"
_PRONOUN = r"(?:we|you|it|they|i)"
_DETERMINER = r"(?:the|your|our|a|an|this|that|these|those|each|every|any|all|no|its|their)"
_ORDER = rf"(?:(?:your|the|this|that) )?(?:(?:order|parcel|package|shipment) )?(?:(?:number|no\.) )?{ORDER_ID}"
_ADVERB = r"(?:(?:also|already|now|always|usually|normally|still|never|just) )?"

CLAUSE = re.compile(
    rf"(?:(?P<pronoun>{_PRONOUN})(?:(?:'ll|'ve|'re|'s|'d)\b| {_ADVERB}(?:{_AUXILIARY}|{_SPOKEN_VERB})\b)"
    rf"|(?P<order>{_ORDER}) {_ADVERB}(?:{_AUXILIARY}|{_PLAIN_VERB})\b"
    rf"|{_DETERMINER}(?: {_NOUN_WORD}){{1,7}}? {_ADVERB}(?:{_AUXILIARY}|{_PLAIN_VERB})\b"
    rf"|(?!{_DETERMINER}\b|{_NO_NOUN}\b|{_PRONOUN}\b)[A-Za-z][a-z-]*(?: {_NOUN_WORD}){{0,2}}?(?<=s) {_ADVERB}(?:are|can|cannot|can't|must|will|may|have|take|arrive"
    r"|cost(?= [\d$€£])|come|need)\b)(?=\s+\S)",
    re.IGNORECASE,
)
"""A main clause from its first word to its finite verb, with something said after it."""

HAS_VERB = re.compile(rf"\b(?:{_AUXILIARY}|{_PLAIN_VERB}|{_SPOKEN_VERB})\b", re.IGNORECASE)
OPENER = re.compile(
    r"(?:(?:yes|also|additionally|in addition|good news|great news|thanks|thank you|sorry|hi|hello)"
    r"(?: for (?:waiting|your patience|your message|asking|getting in touch)| there| [A-Z][a-z]+)?(?:[,!:] | - ))?",
    re.IGNORECASE,
)
"""What may stand before the first clause without governing what follows it."""


def main_clause(text: str, place: int = 0) -> re.Match[str] | None:
    """The subject and verb of a main clause that begins at a place of a text; None where none surely does."""
    return CLAUSE.match(text, place)
