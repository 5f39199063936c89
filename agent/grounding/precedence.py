"""Declared precedence: which of two passages that disagree is believed, by date in force, then by authority."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from agent.types import ORDINARY, Evidence
from knowledge.types import Scalar

RANKS: dict[str, int] = {
    "law": 40,
    "legal": 40,
    "policy": 30,
    "terms": 30,
    "article": ORDINARY,
    "guide": ORDINARY,
    "faq": 10,
    "example": 0,
    "blog": 0,
    "community": 0,
    "forum": 0,
}
"""What a word in the front matter counts for; a whole number there is taken as it is."""

KEYS = ("authority", "kind", "type")
"""Front matter keys that say it, the first one that is known."""


def authority_of(metadata: Mapping[str, Scalar]) -> int:
    """The authority that an article's front matter declares; `ORDINARY` where it declares none that is known."""
    found = {key.casefold(): value for key, value in metadata.items()}
    ranks = (_rank(found[key]) for key in KEYS if key in found)
    return next((rank for rank in ranks if rank is not None), ORDINARY)


def outranks(one: Evidence, other: Evidence, today: date) -> str | None:
    """Why the first passage is believed rather than the second, for a person; None where it is not, or neither is.

    A passage in force goes before one that is not; of two that carry dates the one that came into force later; of equals
    the one with more authority. An undated passage is neither newer nor older than another.

    Args:
        one: a passage.
        other: one that says otherwise.
        today: the day of the turn; evidence that was searched as of another day is judged by that one.
    """
    here, there = in_force(one, today), in_force(other, today)
    if here != there:
        return "only it is in force" if here else None
    if one.effective_from and other.effective_from and one.effective_from != other.effective_from:
        newer = one.effective_from > other.effective_from
        return f"it is in force since {one.effective_from}, the other since {other.effective_from}" if newer else None
    return (
        f"its authority is {one.authority}, the other's {other.authority}" if one.authority > other.authority else None
    )


def in_force(evidence: Evidence, today: date) -> bool:
    """Whether the article of the evidence is in force on the day that counts for it."""
    day = evidence.as_of or today
    return (evidence.effective_from or date.min) <= day <= (evidence.effective_to or date.max)


def _rank(value: Scalar) -> int | None:
    if isinstance(value, bool | float):
        return None
    return value if isinstance(value, int) else RANKS.get(value.strip().casefold())
