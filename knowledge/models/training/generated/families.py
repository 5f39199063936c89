"""Statements of shop policies, each in several wordings; they stand in `families.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from knowledge.models.training.generated.tables import read_table


@dataclass(frozen=True)
class Family:
    """One statement. Slots stand in braces."""

    name: str
    wordings: tuple[str, ...]
    """Sentences that mean the same."""
    denials: tuple[str, ...] = ()
    """Sentences that say the opposite of it."""
    conditions: tuple[tuple[str, ...], ...] = ()
    """Conditions it may carry; wordings of one condition mean the same."""
    topic: str = "Help"
    """Heading under which an article would say it."""


@dataclass(frozen=True)
class Families:
    """Statements, and the words that fill those of their slots which hold no typed value."""

    families: tuple[Family, ...]
    words: Mapping[str, tuple[str, ...]]


def read_families() -> Families:
    """The families and words of `families.yaml`, in its order."""
    table = read_table("families")
    words = {name: tuple(values) for name, values in table["words"].items()}
    return Families(tuple(_family(row) for row in table["families"]), words)


def _family(row: Mapping[str, Any]) -> Family:
    return Family(
        name=row["name"],
        wordings=tuple(row["wordings"]),
        denials=tuple(row["denials"]),
        conditions=tuple(tuple(wordings) for wordings in row.get("conditions", ())),
        topic=row["topic"],
    )
