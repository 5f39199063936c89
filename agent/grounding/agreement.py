"""Whether a value of a claim and a value of the evidence may be the same: less strict than equality, for what only rejects."""

from __future__ import annotations

import re

from agent.folding import fold
from agent.grounding.bounds import are_opposed
from agent.grounding.typed import TypedValue
from agent.grounding.values import same_magnitude

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")


def agree(value: TypedValue, other: TypedValue) -> bool:
    """As `same_magnitude`; a count without a unit agrees with the same count of anything, a year or a month with its days."""
    if "version" in (value.kind, other.kind):
        return _same_release(value, other)
    if other.kind == "date" and _is_part_of(value, other.canonical):
        return True
    if value.kind == other.kind == "quantity" and "" in (value.unit, other.unit):
        other = other.model_copy(update={"unit": value.unit})
    return same_magnitude(value, other)


def is_complement(value: TypedValue, other: TypedValue) -> bool:
    """Whether two values limit the same amount from either side: `within 30 days`, `after 30 days`."""
    if not are_opposed(value.bound, other.bound) or value.amount is None or other.amount is None:
        return False
    ends = {"bound": "exact", "low": value.amount, "high": value.amount}
    return same_magnitude(
        value.model_copy(update=ends), other.model_copy(update={**ends, "low": other.amount, "high": other.amount})
    )


def _same_release(value: TypedValue, other: TypedValue) -> bool:
    """As text; a number whose name stands elsewhere, in another cell of a table say, may be the version that reads so."""
    if value.kind == other.kind:
        return same_magnitude(value, other)
    version, number = (value, other) if value.kind == "version" else (other, value)
    if number.kind != "quantity" or number.unit:
        return False
    # "PHP 8" says less than "PHP 8.0", so it does not contradict it; nothing here supports it either.
    shorter = number is value and bool(re.fullmatch(rf"{re.escape(fold(number.text))}(?:\.0)+", version.canonical))
    return shorter or fold(number.text) == version.canonical


def _is_part_of(value: TypedValue, day: str) -> bool:
    """Whether a value is the year, or the year and month, of a day such as `2026-11-21`."""
    if value.kind == "date":
        return len(value.canonical) == len("2026-11") and day.startswith(f"{value.canonical}-")
    return (
        value.kind == "quantity"
        and not value.unit
        and bool(_YEAR.fullmatch(value.text))
        and day.startswith(f"{value.text}-")
    )
