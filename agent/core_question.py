"""The one question or request of a message that says other things besides: "I lost the page. How do I sign in?"."""

from __future__ import annotations

import re

_ASKS = r"(?:how|what|when|where|which|who|whom|whose|why|can|could|may|might|do|does|did|is|are|was|were|will|would|should|has|have|am)"
_BEGINS = re.compile(rf"(?:[.!:;\n]\s*|[.:;,!–—-]\s+(?:and |but |so |also,? )?(?={_ASKS}\b))", re.IGNORECASE)
"""Where a question may begin: behind the end of a sentence, a colon or a line, or behind a comma where it asks at once."""
_OPENS = re.compile(rf"(?:and |but |so |also,? |please,? )*{_ASKS}\b", re.IGNORECASE)
_CLAUSES = re.compile(r"[.:;!\n]\s|,? and (?=(?:the|my|a|an|it|i|we|this|that|your)\b)", re.IGNORECASE)
_REQUEST = re.compile(
    r"^\W*(?:please |kindly |just |can you |could you )*(?:print|repeat|show|write|list|give|send|explain|describe|read|spell)\b"
    r"(?: (?:me|us|out|down|again))* (?P<what>[^.?!\n]+)",
    re.IGNORECASE,
)
_WHETHER = re.compile(
    r"\b(?:say|tell me|know|check|ask|asking|wonder|wondering|see) (?:whether|if) (?P<what>[^.?!\n]+)", re.IGNORECASE
)
_MANNER = re.compile(
    r",.*$| (?:as|in) (?:a|an|one|two|short|plain|simple|bullet|your)\b.*$| (?:again|please)$", re.IGNORECASE
)
LEANS = re.compile(r"\b(?:it|this|that|these|those|they|them|one|there|so)\b", re.IGNORECASE)
"""Words that mean what stands before them."""
_EMPTY = re.compile(
    rf"\b(?:{_ASKS}|i|you|we|me|us|my|your|the|a|an|do|done|need|want|from|to|for|about|with|now|work|works|happen|happens|mean)\b",
    re.IGNORECASE,
)
WORDS = 4
"""A shorter question, such as "why?", says nothing by itself."""


def core_question(message: str) -> str | None:
    """The question or what is requested, by itself; None where the message is nothing else.

    One that says nothing by itself ("what does it mean?") is read with the clause before it.
    """
    if "?" not in message:
        found = _requested(message)
        return found if found and _stands_alone(found) else None
    begins = _begin(message)
    if begins is None:
        return None
    question = message[begins : message.rindex("?") + 1]
    if _stands_alone(question):
        return question
    clause = _CLAUSES.split(message[:begins].strip(" ,.:;\n"))[-1].strip()
    found = f"{clause}. {question}"
    return found if len(clause.split()) >= WORDS - 1 and len(found) < begins else None


def _stands_alone(text: str) -> bool:
    if len(text.split()) < WORDS or LEANS.search(text):
        return False
    return bool(re.search(r"\w{3}", _EMPTY.sub("", text)))


def _begin(message: str) -> int | None:
    """Where the one question of a message begins; None where it is all of it, or one of several."""
    before, *others = message.rsplit("?", maxsplit=1)
    if not others or any(len(part.split()) >= WORDS for part in before.split("?")[:-1]):
        return None
    places = [found.end() for found in _BEGINS.finditer(before) if _OPENS.match(before, found.end())]
    return places[-1] if places else None


def _requested(message: str) -> str | None:
    found = _REQUEST.match(message) or _WHETHER.search(message)
    return _MANNER.sub("", found["what"]).strip() if found else None
