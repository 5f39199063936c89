"""What a measurement of recognisers reads and says."""

from __future__ import annotations

from pydantic import Field

from knowledge.types import Value


class Labelled(Value):
    """Personal data that a person, or the program that wrote the text, has marked."""

    label: str
    """The data set's own name of the type."""
    start: int
    end: int
    """Character span, end excluded."""


class LabelledText(Value):
    """One text of a data set."""

    text: str
    spans: tuple[Labelled, ...]


class TypeScore(Value):
    """How well one type is found."""

    label: str
    aimed_at: bool
    """Whether the recognisers mean to find this type; where not, what they miss is their design."""
    marked: int
    """Spans of this type in the data set."""
    found: int
    """Of these, how many are covered by at least half."""
    predicted: int
    """Spans that the recognisers gave a kind of this type."""
    right: int
    """Of these, how many overlap a marked span of the type."""
    recall: float | None
    precision: float | None
    f1: float | None
    """None where there is nothing to count."""
    removed: int = 0
    """Marked spans of which at least half is taken out under any kind: what matters for a log."""


class PiiSet(Value):
    """One file."""

    name: str
    texts: int
    recogniser: str
    types: tuple[TypeScore, ...]
    micro: TypeScore
    """All types that are aimed at, together."""
    rule: str = Field(
        default="found: at least half of the marked characters lie in spans of that kind; right: overlaps a marked span of that type"
    )


class PiiReport(Value):
    """All files."""

    sets: tuple[PiiSet, ...]
