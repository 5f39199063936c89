"""What may be known about a customer: a closed set of keys, each with a type that its values must have."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Mapping
from datetime import date
from typing import Literal

from pydantic import Field, model_validator

from agent.context.cleaning import evidence_text
from agent.errors import InputError
from knowledge.types import Value

FactType = Literal["text", "name", "choice", "yes_no", "date", "language"]

LANGUAGES: Mapping[str, str] = {
    "da": "Danish",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fi": "Finnish",
    "fr": "French",
    "it": "Italian",
    "ja": "Japanese",
    "nb": "Norwegian",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "sv": "Swedish",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "zh": "Chinese",
}
"""Languages that can be preferred, by BCP 47 tag."""

LONGEST = 120
"""Characters of a text."""
NAME = re.compile(r"[^\W\d_]+(?:[ '.-]{1,2}[^\W\d_]+){0,3}\.?")
NAME_LENGTH = 40
KEY = re.compile(r"[a-z][a-z0-9_]{1,39}")


class FactKey(Value):
    """One kind of fact."""

    type: FactType
    label: str = Field(min_length=1, max_length=60)
    """In a sentence: `The preferred language on this account is German.`"""
    words: tuple[str, ...] = ()
    """Words of a question that ask for it."""
    choices: tuple[str, ...] = ()
    """Of a choice, all values it may have."""
    always: bool = False
    """Whether every turn is shown it, as it says how to speak to the customer."""
    asserted: bool = False
    """Whether the customer is the authority, so that their own word for it is kept, as their word."""

    @model_validator(mode="after")
    def _choices_of_a_choice(self) -> FactKey:
        if (self.type == "choice") != bool(self.choices):
            raise ValueError("choices belong to the type choice, and to no other")
        return self


SHIPPED: Mapping[str, FactKey] = {
    "preferred_language": FactKey(
        type="language",
        label="preferred language",
        words=("language", "english", "german", "french"),
        always=True,
        asserted=True,
    ),
    "name_to_use": FactKey(
        type="name", label="name to use", words=("my name", "call me", "address me"), always=True, asserted=True
    ),
    "delivery_preference": FactKey(
        type="text", label="delivery preference", words=("delivery", "deliver", "neighbour", "safe place", "leave it")
    ),
    "contact_channel": FactKey(
        type="choice",
        choices=("chat", "email", "phone", "post"),
        label="preferred contact channel",
        words=("contact", "reach me", "call me", "email me"),
    ),
    "marketing_opt_out": FactKey(
        type="yes_no", label="marketing opt-out", words=("newsletter", "marketing", "unsubscribe", "advertising")
    ),
    "customer_since": FactKey(
        type="date", label="date of the first order", words=("customer since", "first order", "how long have i been")
    ),
}
"""The keys that ship with the program."""


def all_keys(more: Mapping[str, FactKey]) -> dict[str, FactKey]:
    """The shipped keys and a shop's own.

    Raises:
        InputError: a key is written as no key is, or names one that ships.
    """
    for key in more:
        if not KEY.fullmatch(key) or key in SHIPPED:
            raise InputError(
                f"found the key {key!r}, wanted a new one in small letters, digits and _, other than {', '.join(SHIPPED)}"
            )
    return {**SHIPPED, **more}


def key_of(keys: Mapping[str, FactKey], key: str) -> FactKey:
    """One key.

    Raises:
        InputError: there is none of that name.
    """
    if key in keys:
        return keys[key]
    near = difflib.get_close_matches(key, list(keys), n=1, cutoff=0.5)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise InputError(f"Found the key {key!r}, wanted one of {', '.join(keys)}.{hint}")


def read_value(name: str, key: FactKey, text: str) -> str:
    """The value in its one form: one line of printable text, of the key's type.

    Raises:
        InputError: the text is no value of that type.
    """
    plain = " ".join(evidence_text(text).split())
    found = _READERS[key.type](key, plain) if plain else None
    if found is None:
        raise InputError(
            f"Found {name} = {text[:LONGEST]!r}, wanted {wanted(key)}. Run the command again with such a value."
        )
    return found


def wanted(key: FactKey) -> str:
    """What a value of this key has to be, for a message."""
    match key.type:
        case "text":
            return f"one line of at most {LONGEST} characters"
        case "name":
            return f"a name of at most four words and {NAME_LENGTH} characters"
        case "choice":
            return f"one of {', '.join(key.choices)}"
        case "yes_no":
            return "yes or no"
        case "date":
            return "a date such as 2026-11-30"
        case "language":
            return f"a language: {', '.join(LANGUAGES)}"


def shown_value(key: FactKey, value: str) -> str:
    """A value for a person."""
    return LANGUAGES.get(value, value) if key.type == "language" else value


def _text(key: FactKey, plain: str) -> str | None:
    printable = all(unicodedata.category(char)[0] not in "CZ" or char == " " for char in plain)
    return plain if len(plain) <= LONGEST and printable else None


def _name(key: FactKey, plain: str) -> str | None:
    return plain if len(plain) <= NAME_LENGTH and NAME.fullmatch(plain) else None


def _choice(key: FactKey, plain: str) -> str | None:
    return next((choice for choice in key.choices if choice.casefold() == plain.casefold()), None)


def _yes_no(key: FactKey, plain: str) -> str | None:
    return plain.casefold() if plain.casefold() in ("yes", "no") else None


def _date(key: FactKey, plain: str) -> str | None:
    try:
        return date.fromisoformat(plain).isoformat()
    except ValueError:
        return None


def _language(key: FactKey, plain: str) -> str | None:
    asked = plain.casefold()
    return next((tag for tag, name in LANGUAGES.items() if asked in (tag, name.casefold())), None)


_READERS = {
    "text": _text,
    "name": _name,
    "choice": _choice,
    "yes_no": _yes_no,
    "date": _date,
    "language": _language,
}
