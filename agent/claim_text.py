"""What a sentence says apart from how it is set: markers, emphasis, citations, connectives."""

from __future__ import annotations

import re
import unicodedata

from agent.folding import fold
from agent.letters import FRIENDLY
from agent.sentences import MARKER

_HEADING_MARK = re.compile(r"#{1,6}\s+")
_EMPHASIS = re.compile(r"(?<!\w)(?:\*{1,3}|_{1,3}|`)|(?:\*{1,3}|_{1,3}|`)(?!\w)")
_ORNAMENTS = re.compile(rf"^(?:{FRIENDLY} ?)+|(?: ?{FRIENDLY})+$")
"""Pictures around a sentence that say nothing; any other may deny it, stop the customer, or wink."""
_MARKDOWN_LINK = re.compile(r"\[([^\[\]]{0,300})\]\([^\s()]{0,2000}\)")
_LABELS = r"[\[(]E\d{1,2}(?:, ?E\d{1,2}){0,7}[\])]"
_LABEL_END = re.compile(rf"(?: ?{_LABELS}){{1,8}}(?=[.!?]?$)|^{_LABELS} ?")
_SOURCE = r"(?:our|the) (?P<title>[^,:;.()›]{1,80}?) (?:help )?(?:article|page|guide|policy)(?P<path>(?: › [^,:;.()›]{1,80}){0,5})"
_CITED_FIRST = re.compile(rf"(?:as )?(?:according to|per) {_SOURCE}(?:, |: ?|\.?$)", re.IGNORECASE)
_CITED_LAST = re.compile(rf",? ?(?:\(see |\(?(?:according to|per) ){_SOURCE}\)?(?=[.!]?$)", re.IGNORECASE)
_SOURCE_LINE = re.compile(
    r"\(?sources?: ?(?P<title>[^,:;.()›]{1,80}?)(?P<path>(?: › [^,:;.()›]{1,80}){0,5})\)?[.]?$", re.I
)
_CONNECTIVE = re.compile(
    r"(?:(?:however|also|so|therefore|in addition|additionally|moreover|furthermore|besides|next|finally|unfortunately"
    r"|fortunately|in short|as a result),? |(?:but|and),? )(?=\S)",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"(?:(?:i'm |we're |i am |we are )?(?:so |very |really )?sorry|thanks?(?: you)?(?: (?:so|very) much)?"
    r"(?: for (?:waiting|your patience|reaching out|asking|your message|getting in touch|contacting us))?"
    r"|(?:hi|hello|hey|dear)(?: there| [^\W\d_]{2,20})?|good news)(?:[,!] ?| - )(?=\S)"
    r"(?!(?-i:[A-Z])[\w'-]{1,20}[.,!]*$)",
    re.IGNORECASE,
)
"""Courtesies before a statement; what is left must be more than the name they are for."""
_PRONOUN = re.compile(
    r"(?:it|its|it's|this|that|that's|they|they're|them|their|these|those|such|both|either|neither|he|she|then"
    r"|otherwise|instead|if so|if not|in (?:that|this|such) (?:case|event)|after that|until then|the same|not|(?:yes|no|yep|nope|sure|of course|correct|absolutely|certainly)(?=[,.:;!]|$))(?!\w)",
    re.IGNORECASE,
)
_LEANING = re.compile(
    r"\bin (?:that|this|such a?) ?case\b|\btoo\W*$|^(?:please )?(?:do not|don't) \w+ (?:it|them)\b", re.IGNORECASE
)
_CONDITION = re.compile(
    r"(?:(?:but |and |however,? )?only (?:if|when|where|for|in|on|at|by|to|from|during|between|inside|outside|with|within|after|before|while|as long)"
    r"|unless|except|excluding|provided|as long as|on condition|subject to|with the exception"
    r"|this (?:only )?(?:applies|is valid|holds)(?: only)? (?:to|if|when|for|where)"
    r"|(?:this|that|it) (?:does not|doesn't) (?:apply|include|cover)"
    r"|exceptions?:|there (?:is|are) (?:\w+ )?exceptions?|not (?:valid|available|applicable|included|for)|valid only|available only)\b",
    re.IGNORECASE,
)
_MAIN_CLAUSE = re.compile(
    r", (?:you|we|it|they|all|your|the|this|orders?|items?|our|any|please|no|refunds?)\b", re.IGNORECASE
)


def claim_body(text: str) -> str:
    """The statement itself: without bullet, number, emphasis, link targets, citation, courtesy and connective."""
    body = _unmarked(text)
    for _ in range(2):
        for pattern in (_CITED_FIRST, _COURTESY, _CONNECTIVE):
            found = pattern.match(body)
            body = body[found.end() :] if found else body
        body = _CITED_LAST.sub("", _LABEL_END.sub("", body))
    return "" if _SOURCE_LINE.match(body) else body.strip()


def citation_of(text: str) -> tuple[str, ...] | None:
    """Title and headings of the article that a sentence cites in words, in small letters; None where it cites none."""
    plain = _unmarked(text)
    lead = _CONNECTIVE.match(plain)
    found = (
        _CITED_FIRST.match(plain, lead.end() if lead else 0) or _CITED_LAST.search(plain) or _SOURCE_LINE.match(plain)
    )
    if not found:
        return None
    parts = (found["title"], *found["path"].split("›"))
    return tuple(part.strip().casefold() for part in parts if part.strip())


def sentence_key(body: str) -> str:
    """What two sentences have in common when they say the same word for word.

    Letter case, blanks, look-alike signs, the pipes around a row and the full stop make no difference; a question
    mark does.
    """
    plain = unicodedata.normalize("NFC", fold(_unmarked(body))).casefold()
    cells = " | ".join(cell.strip() for cell in plain.strip(" |").split("|"))
    return " ".join(cells.split()).rstrip(".!; ")


def without_connective(text: str) -> str:
    """The sentence without a leading "However," or "Also,", its first letter a capital; markers stay."""
    marker = MARKER.match(text)
    head = text[: marker.end()] if marker else ""
    body = text[len(head) :]
    found = _CONNECTIVE.match(body)
    if not found:
        return text
    rest = body[found.end() :]
    return head + rest[:1].upper() + rest[1:]


def leans_back(body: str) -> bool:
    """Whether the sentence opens with a word whose meaning lies in the sentence before: `It`, `These`, `Otherwise`."""
    return bool(_PRONOUN.match(body)) or bool(_LEANING.search(body)) or is_condition(body)


def is_condition(body: str) -> bool:
    """Whether the sentence only limits the one before it: "Only if unopened.", "This applies only to mugs."."""
    found = _CONDITION.match(body)
    return bool(found) and not _MAIN_CLAUSE.search(body)


def _unmarked(text: str) -> str:
    plain = fold(text).strip().lstrip("> ")
    for pattern in (MARKER, _HEADING_MARK):
        found = pattern.match(plain)
        plain = plain[found.end() :] if found else plain
    plain = _ORNAMENTS.sub("", _MARKDOWN_LINK.sub(r"\1", plain))
    return " ".join(_EMPHASIS.sub("", plain).split())
