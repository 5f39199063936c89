"""A rule for the orders placed on certain days, and the kinds of values that rules are made of.

A validator raises `PydanticCustomError` with the path of the key at fault, so that `rules` can name the line.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from policies.types import OrderStatus, PolicyValue, RefundReason

Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


def tuple_from_list(value: Any) -> Any:
    """TOML has lists; a frozen value holds a tuple."""
    return tuple(value) if isinstance(value, list) else value


def _decimal_from_int(value: Any) -> Any:
    return Decimal(value) if type(value) is int else value


Texts = Annotated[tuple[Text, ...], BeforeValidator(tuple_from_list), Field(min_length=1)]
Reasons = Annotated[tuple[RefundReason, ...], BeforeValidator(tuple_from_list)]
Statuses = Annotated[tuple[OrderStatus, ...], BeforeValidator(tuple_from_list)]
Days = Annotated[int, Field(ge=0, le=3650)]
Window = Annotated[Days | None, BeforeValidator(lambda value: None if value == "unlimited" else value)]
Money = Annotated[Decimal, BeforeValidator(_decimal_from_int), Field(ge=0, le=100_000, decimal_places=2)]


def wrong(path: tuple[str | int, ...], message: str) -> PydanticCustomError:
    """Build the error for the key at `path`, counted from the value whose validator raises it."""
    return PydanticCustomError("rule", "{message}", {"path": path, "message": message})


class Period(PolicyValue):
    """A rule for the orders placed on certain days."""

    id: Text
    effective_from: date
    effective_to: date | None = None
    """Last day, included; None while the rule has no end."""
    undated: bool = False
    """Whether the rule also covers orders that do not say when they were placed."""

    @model_validator(mode="after")
    def _ends_after_it_starts(self) -> Self:
        if self.effective_to is not None and self.effective_to < self.effective_from:
            raise wrong(("effective_to",), f"a day on or after effective_from ({self.effective_from})")
        return self

    def covers(self, day: date | None) -> bool:
        """Tell whether an order placed on `day`, or on a day nobody knows, falls under this rule."""
        if day is None:
            return self.undated
        return self.effective_from <= day <= (self.effective_to or date.max)

    def overlaps(self, other: Period) -> bool:
        """Tell whether some order falls under both rules."""
        if self.undated and other.undated:
            return True
        return self.covers(other.effective_from) or other.covers(self.effective_from)
