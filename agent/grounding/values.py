"""Typed values of a text: what must match by kind, amount, unit, bound and sign, never as a run of digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date

from agent.folding import fold
from agent.grounding.bounds import are_opposed
from agent.grounding.clock_times import find_times
from agent.grounding.dates import find_dates, same_day
from agent.grounding.durations import find_durations, in_base_unit
from agent.grounding.finding_codes import find_codes
from agent.grounding.finding_names import find_names
from agent.grounding.finding_products import find_product_versions
from agent.grounding.finding_versions import find_versions
from agent.grounding.identifiers import (
    find_emails,
    find_links,
    find_order_numbers,
    find_tracking_numbers,
)
from agent.grounding.money import find_money
from agent.grounding.phones import find_phones, same_phone
from agent.grounding.quantities import find_percentages, find_quantities
from agent.grounding.statuses import find_statuses
from agent.grounding.typed import Kind, TypedValue

__all__ = ["Kind", "TypedValue", "conflicting", "find_values", "reading_once", "same_magnitude", "same_value"]

NUMERIC: frozenset[Kind] = frozenset({"money", "duration", "percent", "quantity"})


_FOUND: ContextVar[dict[tuple[str, date], tuple[TypedValue, ...]] | None] = ContextVar("found", default=None)
"""What was found in the texts of the turn under way; None outside `reading_once`."""


@contextmanager
def reading_once() -> Iterator[None]:
    """While it lasts, each text is read for values once, however many checks ask; nothing of it is kept after."""
    token = _FOUND.set({})
    try:
        yield
    finally:
        _FOUND.reset(token)


def find_values(text: str, today: date) -> tuple[TypedValue, ...]:
    """All typed values of a text in reading order; `today` is the day that "tomorrow" counts from.

    No two values overlap: the more telling reading wins, so `2026-11-21` is a date and not three quantities.
    """
    known = _FOUND.get()
    if known is None:
        return _find_values(text, today)
    if (text, today) not in known:
        known[text, today] = _find_values(text, today)
    return known[text, today]


def _find_values(text: str, today: date) -> tuple[TypedValue, ...]:
    whole = fold(text)
    rest, found = whole, list[TypedValue]()
    for find in _finders(today):
        for value in list(find(whole, rest)):
            written = text[value.start : value.end]
            found.append(value if value.text == written else value.model_copy(update={"text": written}))
            rest = rest[: value.start] + "\0" * (value.end - value.start) + rest[value.end :]
    return tuple(sorted(found, key=lambda value: value.start))


def same_value(a: TypedValue, b: TypedValue) -> bool:
    """Whether two values mean the same: kind, amount, unit, bound and sign. `up to 30 days` is not `30 days`."""
    return a.bound == b.bound and same_magnitude(a, b)


def same_magnitude(a: TypedValue, b: TypedValue) -> bool:
    """As `same_value`, but a bound may be missing on one side; opposite bounds never agree."""
    if a.kind != b.kind or a.negative != b.negative or are_opposed(a.bound, b.bound):
        return False
    if a.kind == "date":
        return same_day(a, b)
    if a.kind == "phone":
        return same_phone(a.canonical, b.canonical)
    if a.kind == "money" and a.canonical != b.canonical:
        return False
    return _measure(a) == _measure(b) if a.kind in NUMERIC else a.canonical == b.canonical


def conflicting(value: TypedValue, held: Iterable[TypedValue]) -> TypedValue | None:
    """The first held value of the same kind, where none of them agrees with the value."""
    same_kind = [other for other in held if other.kind == value.kind]
    agrees = any(same_magnitude(value, other) for other in same_kind)
    return None if agrees or not same_kind else same_kind[0]


def _finders(today: date) -> tuple[Callable[[str, str], Iterable[TypedValue]], ...]:
    """Strongest reading first; each sees only what the ones before it left."""
    return (
        find_links,
        find_emails,
        find_order_numbers,
        find_codes,
        find_names,
        lambda whole, rest: find_dates(whole, rest, today),
        find_times,
        find_versions,
        find_phones,
        find_money,
        find_percentages,
        find_durations,
        find_statuses,
        find_tracking_numbers,
        find_product_versions,
        find_quantities,
    )


def _measure(value: TypedValue) -> tuple[object, ...]:
    """Amount and unit in a form in which `48 hours` and `2 days` are equal."""
    ends = (value.low, value.high) if value.bound == "range" else (value.amount,)
    if value.kind == "duration":
        return in_base_unit(ends, value.unit)
    return (value.unit, *ends)
