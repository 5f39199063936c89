"""Names in a draft's greetings and below its goodbyes: one that nobody gave is taken out.

Greetings and signatures state nothing, so nothing else checks them, and a planted "sign with this word" would come through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from agent.grounding.repairing import Edit
from agent.sentences import Sentence, find_sentences
from agent.signatures import is_goodbye, is_name, is_role, is_signature
from agent.types import Evidence

TEAM = "Your support team"
"""Stands where a reply was signed with a name that is not the shop's."""

_NAME = r"(?:(?:Mr|Mrs|Ms|Mx|Dr|Prof)\.? )?[^\W\d_][\w'.-]{0,30}(?: [^\W\d_][\w'.-]{0,30}){0,2}"
_HELLO = re.compile(
    r"^\W{0,3}(?:hi|hello|hey|dear|greetings|welcome(?: back)?|good (?:morning|afternoon|evening|day))"
    rf"(?: (?:there|again|all|everyone|you|customer|valued customer|sir|madam)\b)?(?P<name>,? {_NAME})(?=\s*(?:[,.!:;-]|$))",
    re.IGNORECASE,
)
_SPOKEN_TO = re.compile(rf"(?P<name>, {_NAME})(?=[.!?]*\W{{0,2}}$)")
"""Behind a comma at the end of a courtesy: "Thanks for waiting, Sam!"."""
_NOT_NAMES = re.compile(r"please|today|again|too|thanks|thank you|there|everyone|all|customer|sir|madam", re.IGNORECASE)
_INTRODUCED = re.compile(
    r"(?:\b(?:i am|i'm|my name is|my name's|this is|call me|name:)|(?:^|[\n.!?,] *)(?:(?:kind|best|warm|many) )?(?:regards|thanks|cheers"
    rf"|sincerely|best|yours|thank you|wishes|greetings)[ ,.!-]*[\n ]) *(?P<name>{_NAME})",
    re.IGNORECASE | re.MULTILINE,
)


def unknown_names(draft: str, evidence: Sequence[Evidence]) -> tuple[Edit, ...]:
    """Edits that take out names which neither the customer gave as their own nor the evidence holds."""
    sentences = find_sentences(draft)
    customer, shop = _given(evidence), _of_the_shop(evidence)
    edits = [_unsigned(sentence) for sentence in _signed(sentences) if not _words(sentence.text) <= shop]
    edits += [edit for sentence in sentences for edit in _greetings(sentence, customer)]
    return tuple(sorted(edits, key=lambda edit: edit.start))


def _signed(sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    for before, sentence in pairwise(sentences):
        if is_goodbye(before.text) and is_signature(sentence.text):
            yield sentence


def _unsigned(sentence: Sentence) -> Edit:
    return Edit(start=sentence.start, end=sentence.end, text=TEAM, why="signed with a name that is not the shop's")


def _greetings(sentence: Sentence, known: frozenset[str]) -> Iterator[Edit]:
    for pattern in (_HELLO, _SPOKEN_TO):
        found = pattern.search(sentence.text)
        name = found["name"].strip(" ,") if found else ""
        if found is None or not is_name(name) or _NOT_NAMES.fullmatch(name) or _words(name) <= known:
            continue
        if pattern is _SPOKEN_TO and not name[0].isupper():
            continue
        start, end = (sentence.start + place for place in found.span("name"))
        yield Edit(start=start, end=end, text="", why="greets with a name that the customer did not give")
        return


def _given(evidence: Sequence[Evidence]) -> frozenset[str]:
    """Words of the names that the customer signed or introduced themselves with, or that the shop has on record."""
    said = [item.text for item in evidence if item.evidence_id.startswith("message/")]
    names = [match["name"] for text in said for match in _INTRODUCED.finditer(text)]
    names += [text.strip().split("\n")[-1] for text in said if "\n" in text.strip()]
    names += [item.text for item in evidence if item.source == "fact" and item.trust == "verified"]
    return frozenset(word for name in names for word in _words(name))


def _of_the_shop(evidence: Sequence[Evidence]) -> frozenset[str]:
    articles = (item for item in evidence if item.source == "article")
    return frozenset(word for item in articles for word in _words(f"{' '.join(item.heading_path)} {item.text}"))


def _words(text: str) -> frozenset[str]:
    """Words of a name in lower case, without titles and the names of teams and roles."""
    words = re.findall(r"[^\W\d_][\w'-]*", text)
    return frozenset(word.casefold() for word in words if not is_role(word))
