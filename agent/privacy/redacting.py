"""Taking personal data out of a text, and out of all texts of a record."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.privacy.cards import CardRecogniser
from agent.privacy.finding import KINDS, Finder
from agent.privacy.ibans import IbanRecogniser
from agent.privacy.national_ids import NationalIdRecogniser
from agent.privacy.types import Kind, Span
from knowledge.types import Value

WORDS: Mapping[Kind, str] = {
    "card": "card removed",
    "iban": "bank account removed",
    "ssn": "ID number removed",
    "national_id": "ID number removed",
    "secret": "secret removed",
    "login_link": "link removed",
    "email": "e-mail",
    "phone": "phone",
    "ip": "IP address",
    "birth_date": "date of birth",
    "address": "address",
    "postcode": "postcode",
    "name": "name",
}
"""What stands in the place of each kind, in brackets; several of a kind are numbered."""

NEEDED: frozenset[Kind] = frozenset({"address", "postcode"})
"""Kinds that a turn may need for what the customer asks to be done: kept in the message, taken out of the records."""
NUMBERS = Finder((CardRecogniser(), IbanRecogniser(), NationalIdRecogniser()))
"""For kinds that no text of ours holds, wherever it came from."""
_DIGITS_WANTED = 4
_DIGIT = re.compile(r"\d")
_COUNTRY = re.compile(r"[A-Za-z]{2}[ -]?\d{2}")


class Redacted(Value):
    """A text without personal data."""

    text: str
    kinds: tuple[Kind, ...] = ()
    """What was taken out, each kind once, in the order of first mention."""


@dataclass(frozen=True)
class Redactor:
    """Puts typed placeholders in the place of personal data."""

    finder: Finder

    def redact(self, text: str, *, keep: Collection[Kind] = ()) -> Redacted:
        """The text without personal data but for the kinds to `keep`."""
        kinds = [kind for kind in KINDS if kind not in keep]
        return _without(text, self.finder.find(text, kinds))

    def values(self, text: str) -> dict[str, str]:
        """Every piece of personal data of a text, and what to put in its place."""
        spans = self.finder.find(text)
        return {text[span.start : span.end]: f"[{WORDS[span.kind]}]" for span in spans}

    def redact_record(self, record: Any, told: Iterable[str] | None = None) -> Any:
        """A record of plain JSON in which no text holds what the texts in `told`, or its own lines by the customer, hold of personal data.

        Other people's texts in it keep what is in them, the shop's own e-mail address for example, but for kinds that no
        text may hold.
        """
        values: dict[str, str] = {}
        for text in _texts(record) if told is None else told:
            values.update(self.values(text))
        if not self.finder.recognisers:
            return record
        found = "|".join(re.escape(value) for value in sorted(values, key=len, reverse=True))
        told_of = re.compile(rf"(?<!\w)(?:{found})(?!\w)") if found else None
        return _Cleaning(told_of, values).cleaned(record)


def _texts(value: Any) -> Iterator[str]:
    """What the customer said, in a text or in lines of a conversation."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for line in value:
            yield from _texts(line["text"] if isinstance(line, Mapping) and line.get("role") == "customer" else "")


@dataclass(frozen=True)
class _Cleaning:
    """Cleans one record, in which the same text often stands in several places."""

    told: re.Pattern[str] | None
    values: Mapping[str, str]
    seen: dict[str, str] = field(default_factory=dict)
    """Texts of this record, and what they are without what was told."""

    def cleaned(self, value: Any) -> Any:
        if isinstance(value, str):
            if value not in self.seen:
                self.seen[value] = self._text(value)
            return self.seen[value]
        if isinstance(value, Mapping):
            return {key: self.cleaned(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.cleaned(inner) for inner in value]
        return value

    def _text(self, value: str) -> str:
        text = self.told.sub(lambda found: self.values[found[0]], value) if self.told else value
        return _without(text, NUMBERS.find(text)).text if may_hold_numbers(text) else text


def may_hold_numbers(text: str) -> bool:
    """Whether any of `NUMBERS` may find something: all ask for four digits, but for the two after a country's letters."""
    if not text.isascii():
        return _DIGIT.search(text) is not None or any(char.isdigit() for char in text)  # any is read as a plain one
    return len(_DIGIT.findall(text)) >= _DIGITS_WANTED or _COUNTRY.search(text) is not None


def _without(text: str, spans: Sequence[Span]) -> Redacted:
    """The text with a placeholder for each span; one value has one number wherever it stands."""
    several: dict[str, dict[str, int]] = {}
    for span in spans:
        of_word = several.setdefault(WORDS[span.kind], {})
        of_word.setdefault(text[span.start : span.end], len(of_word) + 1)
    pieces, last = [], 0
    for span in spans:
        word, value = WORDS[span.kind], text[span.start : span.end]
        number = f" {several[word][value]}" if len(several[word]) > 1 else ""
        pieces += [text[last : span.start], f"[{word}{number}]"]
        last = span.end
    kinds = tuple(dict.fromkeys(span.kind for span in spans))
    return Redacted(text="".join([*pieces, text[last:]]), kinds=kinds)
