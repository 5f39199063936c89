"""The one place that says which passages a search may see, for every retriever."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from pydantic import Field

from knowledge.errors import InputError
from knowledge.types import Passage, Value

CUSTOMER_AUDIENCES = frozenset({"customer", "public"})
DEFAULT_AUDIENCE = "customer"
"""Of an article that names none."""

RESERVED = ("effective_from", "effective_to")

STORED = "key:"
"""Stands before a front matter key in the vector store, which refuses some names (`$and`, `#document`, empty)."""


class Filter(Value):
    """Conditions that all hold for every passage a search returns."""

    as_of: date
    """Only articles in force on this day."""
    audiences: frozenset[str] = CUSTOMER_AUDIENCES
    """Only articles written for one of these."""
    equals: Mapping[str, str] = Field(default_factory=dict)
    """Front matter keys and the values they must have, compared as text."""

    def matches(self, passage: Passage) -> bool:
        """Whether a search with this filter may return the passage."""
        if not passage.effective_from <= self.as_of <= passage.effective_to:
            return False
        found = filterable(passage)
        return found["audience"] in self.audiences and all(
            found.get(key) == value for key, value in self.equals.items()
        )

    def where(self) -> dict[str, Any]:
        """The same conditions in Chroma's query language."""
        day = self.as_of.toordinal()
        conditions: list[dict[str, Any]] = [
            {"effective_from": {"$lte": day}},
            {"effective_to": {"$gte": day}},
            {STORED + "audience": {"$in": sorted(self.audiences)}},
        ]
        conditions += [{STORED + key: {"$eq": value}} for key, value in sorted(self.equals.items())]
        return {"$and": conditions}


def filterable(passage: Passage) -> dict[str, str]:
    """The front matter of a passage as text, with the audience filled in."""
    found = {key: as_text(value) for key, value in passage.metadata.items() if key not in RESERVED}
    return {**found, "article": passage.article, "audience": found.get("audience", DEFAULT_AUDIENCE)}


def vector_metadata(passage: Passage) -> dict[str, str | int]:
    """What is stored beside a vector: scalars only, days as ordinals, so that `where` can compare them."""
    return {
        **{STORED + key: value for key, value in filterable(passage).items()},
        "effective_from": passage.effective_from.toordinal(),
        "effective_to": passage.effective_to.toordinal(),
    }


def as_text(value: object) -> str:
    """A front matter value as it is compared: true and false in lower case, all else as written."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_conditions(texts: Iterable[str]) -> dict[str, str]:
    """`KEY=VALUE` texts of a command line as conditions.

    Raises:
        InputError: a text has no `=`, or names a key that has an option of its own.
    """
    conditions: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not (key.strip() and equals):
            raise InputError(f"The filter {text!r} cannot be read: wanted KEY=VALUE, for example topic=refunds.")
        if key.strip() in RESERVED:
            raise InputError(f"The filter {text!r} names a date bound: use `--as-of DATE` instead.")
        conditions[key.strip()] = value.strip()
    return conditions
