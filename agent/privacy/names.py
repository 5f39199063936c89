"""Names of people, where they are said to be one: "my name is …", "Name: …", the line below "Kind regards"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.privacy.types import Span

_PART = r"(?:[^\W\d_a-z][^\W\d_]*(?:['’.-][^\W\d_]+)*\.?|(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|bin|al|ter|zu)\b)"
_FULL = rf"(?P<name>(?-i:{_PART}(?: {_PART}){{0,4}}))"
_TITLE = r"(?:(?:mr|mrs|ms|miss|mx|dr|prof|sir|herr|frau)\b\.? )?"
_SAID = (
    re.compile(
        rf"\b(?:my|the|his|her|our|their) (?:full |first |last |maiden |sur|given |family )?name(?:['’]s| is| was|:)? {_TITLE}{_FULL}",
        re.I,
    ),
    re.compile(
        rf"(?:^|\n)[ \t>]{{0,8}}(?:full |first |last |customer |your |contact )?name[ \t]{{0,8}}[:=]\s{{0,8}}{_TITLE}{_FULL}",
        re.I,
    ),
    re.compile(
        rf"\b(?:this is|it['’]?s|i['’]?m|i am|(?:people|friends) call me) {_TITLE}{_FULL}(?= (?:here|speaking|from|and|writing|calling)\b|[,.!;\n]|$)",
        re.I,
    ),
    re.compile(rf"\b(?:mr|mrs|ms|miss|mx|dr)\b\.? {_FULL}", re.I),
    re.compile(
        rf"\b(?:(?:kind|best|warm|many)(?:est)? (?:regards|wishes|thanks)|regards|sincerely|yours(?: truly| faithfully)?|cheers|thanks|thank you)[,.!]?[ \t]*\n\s{{0,4}}{_FULL}(?=\s*(?:$|\n))",
        re.I,
    ),
)
_LOWER = re.compile(
    r"\bmy (?:full )?name(?:['’]s| is)? (?P<name>[^\W\d_]{2,20}(?: [^\W\d_]{2,20})?)(?=\s*(?:[,.!?;\n]|$| and\b))", re.I
)
_NO_NAME = frozenset(
    [
        "i",
        "not",
        "on",
        "the",
        "a",
        "an",
        "wrong",
        "misspelt",
        "misspelled",
        "spelled",
        "incorrect",
        "missing",
        "correct",
        "right",
        "different",
        "in",
        "and",
        "is",
        "to",
        "your",
        "my",
        "it",
        "that",
        "this",
        "order",
        "hello",
        "hi",
        "dear",
        "sorry",
        "thanks",
        "thank",
        "please",
        "still",
        "very",
        "so",
        "too",
        "just",
        "really",
        "going",
        "having",
        "waiting",
        "trying",
        "looking",
        "happy",
        "unhappy",
        "angry",
        "sure",
        "afraid",
        "ok",
        "okay",
        "fine",
        "late",
        "here",
        "there",
        "done",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "english",
        "german",
        "french",
        "spanish",
        "usps",
        "ups",
        "dhl",
        "fedex",
        "urgent",
        "ridiculous",
        "unacceptable",
        "great",
        "good",
        "bad",
        "broken",
        "damaged",
        "lost",
    ]
)


@dataclass(frozen=True)
class NameRecogniser:
    """Finds a name where the words around it say that it is one; a name said in passing stays."""

    def find(self, text: str) -> Iterable[Span]:
        """The name without the words that announce it."""
        for pattern in (*_SAID, _LOWER):
            for match in pattern.finditer(text):
                first = re.split(r"[ '’.-]", match["name"], maxsplit=1)[0].lower()
                if first not in _NO_NAME and len(match["name"]) > 1 and not match["name"].isupper():
                    yield Span("name", *match.span("name"))
