"""The value that every finder returns."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from agent.grounding.bounds import Bound, bound_around, limits
from knowledge.types import Value

Kind = Literal[
    "money",
    "date",
    "time",
    "duration",
    "percent",
    "quantity",
    "order_id",
    "error_code",
    "status",
    "link",
    "email",
    "tracking",
    "phone",
    "version",
]


class TypedValue(Value):
    """One value found in a text."""

    kind: Kind
    text: str
    """As written."""
    start: int
    end: int
    """Character span, end excluded."""
    canonical: str = ""
    """Of identifiers, statuses and dates: `ORD-99107`, `delivered`, `2026-11-21`, `--11-21` without a year."""
    low: Decimal | None = None
    high: Decimal | None = None
    """Ends of an amount, in `unit`, without sign; equal for an exact one, None where a bound is open."""
    unit: str = ""
    """`USD`, `day`, `business day`, `hour`, `%`, `kg`; empty for a bare number."""
    bound: Bound = "exact"
    negative: bool = False
    """A minus sign before an amount, or `not` before a status."""
    year_known: bool = True
    """Of a date."""
    weekday: int | None = None
    """Of a date, the day of the week that the text gives beside it; 1 is Monday."""

    @property
    def amount(self) -> Decimal | None:
        """The end that is not open."""
        return self.high if self.low is None else self.low


def identifier(kind: Kind, whole: str, start: int, end: int, canonical: str) -> TypedValue:
    """A value that is equal to another when it reads the same."""
    return TypedValue(kind=kind, text=whole[start:end], start=start, end=end, canonical=canonical)


def measure(
    kind: Kind,
    whole: str,
    span: tuple[int, int],
    ends: tuple[Decimal, Decimal],
    unit: str,
    *,
    negative: bool = False,
) -> TypedValue:
    """An amount with a unit, its bound read from the words around it."""
    start, end = span
    bound = "range" if ends[0] != ends[1] else bound_around(whole, start, end)
    low, high = limits(*ends, bound)
    return TypedValue(
        kind=kind,
        text=whole[start:end],
        start=start,
        end=end,
        low=low,
        high=high,
        unit=unit,
        bound=bound,
        negative=negative,
    )
