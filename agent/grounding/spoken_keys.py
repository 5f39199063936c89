"""Lines by what they say, whichever way their values and short forms are written: what two lines are compared by."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NewType

from agent.grounding.durations import in_base_unit
from agent.grounding.spoken import spoken_words
from agent.grounding.typed import TypedValue
from agent.grounding.values import NUMERIC

SpokenKey = NewType("SpokenKey", tuple[Hashable, ...])
"""The words of a line in order, each value as what it means. Equal keys say the same; unequal ones may do so, too."""

STAND_IN = "valuestandshere"
"""What a value is replaced by; one word, which no text has."""


def spoken_key(body: str, values: Sequence[TypedValue]) -> SpokenKey:
    """The key of a line.

    `We cannot send it back within 14 days:` and `We can't send it back within two weeks` have one key; with another
    value, bound, unit or word it is another.

    Args:
        body: the line, as `claim_body` leaves it; the pipes around a row make no difference.
        values: of the line, in reading order; one that stands beside it, such as the target of a link, is left out.
    """
    meant = iter([_meaning(value) for value in values if _stands_in(body, value)])
    words = words_around(body, values)
    first, last = int(words[:1] == ["|"]), len(words) - int(words[-1:] == ["|"])
    return SpokenKey(tuple(next(meant, word) if word == STAND_IN else word for word in words[first:last]))


def words_around(body: str, values: Sequence[TypedValue]) -> list[str]:
    """The spoken words of a line, each value that stands in it as one and the same word."""
    parts, at = list[str](), 0
    for value in values:
        if _stands_in(body, value):
            parts += [body[at : value.start], f" {STAND_IN} "]
            at = value.end
    return spoken_words("".join((*parts, body[at:])))


def _stands_in(body: str, value: TypedValue) -> bool:
    return body[value.start : value.end] == value.text


def _meaning(value: TypedValue) -> tuple[Hashable, ...]:
    """A value without its notation; equal only where `same_value` holds."""
    ends = (value.low, value.high)
    amount = in_base_unit(ends, value.unit) if value.kind == "duration" else (value.unit, *ends)
    named = amount if value.kind in NUMERIC else (value.year_known, value.weekday)
    return (value.kind, value.bound, value.negative, value.canonical, *named)
