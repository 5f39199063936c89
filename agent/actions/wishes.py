"""Reading what a customer wants done, from their own words; whether it may be done is for the Gatekeeper.

Only a plain request counts: an order to do it ("cancel ORD-1"), or a sentence that asks us to ("could you cancel it").
Questions, refusals, conditions, reports of the past and other people's words ask for nothing.
"""

from __future__ import annotations

import re
from typing import Literal

from agent.actions.own_words import own_words
from agent.actions.taken_back import is_taken_back
from agent.actions.wish_patterns import (
    ADDRESS,
    BARE_NOUN,
    BARE_REPLACEMENT,
    CANCEL,
    CHANGE,
    NOT_AN_ORDER,
    OTHER_ADDRESS,
    REFUND,
    REFUND_VERB,
    RESEND,
    SWAPPED,
)

Wish = Literal["refund", "cancel", "address", "resend", "change"]
"""`change` is anything else that is done to an order: a person does it."""

_SENTENCE = re.compile(r"[^.!?;\n]*(?:\.(?=\w)[^.!?;\n]*)*[.!?;\n]?")
_CLAUSE = re.compile(r"\s*,\s*|\s+-\s+|\s*[:–—]\s*|\s+(?=(?:and|but|so|please|kindly|pls|plz)\s)", re.IGNORECASE)
_POLITE_IF = re.compile(
    r",?\s*\b(?:if (?:(?:that|it)(?:'s| is) )?(?:at all )?(?:possible|ok(?:ay)?|all right|alright|not too late|still possible)"
    r"|if you (?:can|could|would|don't mind|please)|if (?:it|the order) has(?:n't| not) (?:been )?(?:shipped|sent|left)(?: out)?(?: yet)?"
    r"|as soon as (?:possible|you can)|asap|when(?:ever)? you (?:can|get a chance)|before (?:it ships|it is shipped|it's shipped|shipping))\b",
    re.IGNORECASE,
)
"""A condition that is courtesy, or one that the rules hold the order against anyway."""
_CONDITION = re.compile(
    r"\b(?:if|unless|in case|otherwise|or else|when|whenever|once|until|till|as long as|provided|assuming|suppose|supposing"
    r"|by the time|should it|should the|might|maybe|perhaps|thinking|considering|consider|wondering|wonder|tempted|almost"
    r"|hypothetically|for example|e\.g|what happens)\b",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:said|says|say|saying|told|tells|wrote|writes|reads|asked|asks|mentioned|claims|claimed|states|stated|called|tried"
    r"|trying|wanted|requested|promised|forgot|heard|advised|instructed|instructs|suggests|suggested|recommends?)\b",
    re.IGNORECASE,
)
"""Words that make what follows somebody else's, or something of the past."""
_QUESTION_WORD = re.compile(
    r"^(?:\W*(?:and|but|so|or|hi|hello|hey|ok|okay|also|well)\b\W*)*(?:how|what|which|why|when|where|who|whether|is|are|am|was|were|do|does"
    r"|did|have|has|had|can i|could i|may i|can we|could we|should|shall|must|am i|will i|would it|would i|will it|can it|any)\b",
    re.IGNORECASE,
)
_ASKED_POLITELY = re.compile(
    r"^(?:\W*(?:and|but|so|hi|hello|hey|ok|okay|also|well)\b\W*)*(?:can|could|may) (?:i|we) (?:please |kindly )?(?:have|get)\b.*",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:do not|don'?t|does not|doesn'?t|did not|didn'?t|never|not|won'?t|cannot|can'?t|no need|without|instead of|rather than|neither|nor"
    r"|must ?n'?t|should ?n'?t|avoid|refuse)\b",
    re.IGNORECASE,
)
_SETS_RIGHT = re.compile(r"^(?:but|please|kindly|pls|plz|just|instead|rather|so)\b", re.IGNORECASE)
"""After such a word a clause is a request of its own, whatever the one before refuses."""
_PATTERNS: tuple[tuple[Wish, re.Pattern[str]], ...] = (
    ("cancel", CANCEL),
    ("address", ADDRESS),
    ("resend", RESEND),
    ("refund", REFUND_VERB),
    ("refund", REFUND),
    ("change", CHANGE),
)
_SHUTTING_OUT = ("cancel", "refund", "resend", "replace", "change", "return", "exchange")
_ASKS_US = re.compile(r"\b(?:can|could|would|will) (?:you|u|someone|somebody)\b|\bplease\b", re.IGNORECASE)
_TURNS_AWAY = re.compile(r"\W*(?:or|then|else|that|which|who|because)\b", re.IGNORECASE)
_REFUSAL = re.compile(
    r"^\W*(?:\w+\W+){0,3}?(?:do not|don'?t|never|not|must ?n'?t|should ?n'?t|cannot|can'?t)"
    r"(?! (?:want|need|like|know|have|think|believe|see|fit|work|use)\b)",
    re.IGNORECASE,
)
_OF_A_THING = re.compile(r"\W*(?:it|this|that|the|my)\b", re.IGNORECASE)
_PAPERS = re.compile(r"\b(?:e-?mail|invoice|receipt|confirmation|link|code|label|card)\b", re.IGNORECASE)


def wish_of(text: str) -> Wish | None:
    """What a message asks to be done; None where it asks for nothing, or only how things are done.

    Two wishes that exclude each other are a `change`, for a person, and so is one that is taken back in the same message;
    cancelling brings the money back, so that is one.
    """
    sentences = _SENTENCE.findall(own_words(text))
    found = {wish for sentence in sentences for wish in _wishes(sentence)}
    if found and _is_called_off(sentences):
        return "change"
    if found == {"cancel", "refund"}:
        return "cancel"
    found -= {"change"} if len(found) > 1 else set()
    return found.pop() if len(found) == 1 else ("change" if found else None)


def _is_called_off(sentences: list[str]) -> bool:
    """Whether something after the last wish takes it back."""
    parts = [part for sentence in sentences for part in _CLAUSE.split(sentence) if part.strip()]
    last = max((place for place, part in enumerate(parts) if _wishes(part)), default=len(parts))
    return any(is_taken_back(part) for part in parts[last + 1 :])


def _wishes(sentence: str) -> list[Wish]:
    """What one sentence asks for."""
    said = _POLITE_IF.sub(" ", sentence).strip()
    if not said or _CONDITION.search(said):
        return []
    asks = said.endswith("?")
    if _ASKED_POLITELY.match(said) and re.search(r"\bplease\b", said, re.IGNORECASE):
        said, asks = re.sub(r"\b(?:can|could|may) (i|we)\b", r"\1 want to", said, count=1, flags=re.IGNORECASE), False
    if _QUESTION_WORD.match(said):
        return []
    clauses = [clause for clause in _CLAUSE.split(said) if clause.strip()]
    return [wish for place in range(len(clauses)) if (wish := _clause(clauses, place, asks=asks))]


def _clause(clauses: list[str], place: int, *, asks: bool) -> Wish | None:
    """What one clause of a sentence asks for, read beside those before it."""
    clause, before = clauses[place], clauses[:place]
    if any(_REPORTED.search(one) for one in before) or _TURNS_AWAY.match(clause):
        return None
    if before and _is_refusal(before[-1]) and not _SETS_RIGHT.match(clause.strip()):
        return None
    if asks and not _ASKS_US.search(" ".join([*before, clause])):
        return None
    return _asked(clause)


def _is_refusal(clause: str) -> bool:
    """Whether a clause tells us to leave something: "do not refund", "you must not"; "I do not want it" leaves nothing."""
    return bool(_REFUSAL.search(clause)) and not _OF_A_THING.match(clause)


def _asked(clause: str) -> Wish | None:
    found = next((wish for wish, pattern in _PATTERNS if _holds(wish, pattern, clause)), None)
    if found and re.search(r"\bor\b", clause, re.IGNORECASE):
        return "change" if sum(word in clause.casefold() for word in _SHUTTING_OUT) > 1 else found
    if found == "cancel" and NOT_AN_ORDER.search(clause):
        return "change" if re.search(r"\b(?:return|exchange)\b", clause, re.IGNORECASE) else None
    return "change" if found == "resend" and SWAPPED.search(clause) else found


def _holds(wish: Wish, pattern: re.Pattern[str], clause: str) -> bool:
    match = pattern.search(clause)
    if match is None or _NEGATED.search(clause[: match.end()]):
        return False
    if pattern is REFUND and BARE_NOUN.match(clause) and not re.search(r"\bplease\b", clause, re.IGNORECASE):
        return False
    if wish in ("address", "change") and OTHER_ADDRESS.search(clause):
        return False
    return not (wish == "resend" and (BARE_REPLACEMENT.match(clause) or _PAPERS.search(clause)))
