"""The rules as typed values, with the checks that need more than one field.

A validator raises `PydanticCustomError` with the path of the key at fault, so that `rules` can name the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from itertools import combinations
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from policies.types import PersonalData, PolicyValue, RefundReason

Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


def _tuple_from_list(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _decimal_from_int(value: Any) -> Any:
    return Decimal(value) if type(value) is int else value


Texts = Annotated[tuple[Text, ...], BeforeValidator(_tuple_from_list), Field(min_length=1)]
Reasons = Annotated[tuple[RefundReason, ...], BeforeValidator(_tuple_from_list)]
Days = Annotated[int, Field(ge=0, le=3650)]
Money = Annotated[Decimal, BeforeValidator(_decimal_from_int), Field(ge=0, le=100_000, decimal_places=2)]


def wrong(path: tuple[str | int, ...], message: str) -> PydanticCustomError:
    """Build the error for the key at `path`, counted from the value whose validator raises it."""
    return PydanticCustomError("rule", "{message}", {"path": path, "message": message})


def category_key(text: str) -> str:
    """Return a category in the form that is compared: `Gift-Card`, `gift_card` and `gift card` are one."""
    return " ".join(text.casefold().replace("-", " ").replace("_", " ").split())


class Period(PolicyValue):
    """A rule for the orders placed on certain days."""

    id: Text
    effective_from: date
    effective_to: date | None = None
    """Last day, included; None while the rule has no end."""

    @model_validator(mode="after")
    def _ends_after_it_starts(self) -> Self:
        if self.effective_to is not None and self.effective_to < self.effective_from:
            raise wrong(("effective_to",), f"a day on or after effective_from ({self.effective_from})")
        return self

    def covers(self, day: date) -> bool:
        """Tell whether an order placed on `day` falls under this rule."""
        return self.effective_from <= day <= (self.effective_to or date.max)

    def overlaps(self, other: Period) -> bool:
        """Tell whether some day falls under both rules."""
        return self.covers(other.effective_from) or other.covers(self.effective_from)


class RefundRule(Period):
    """How much is refunded without a person, and until when."""

    window_days: Days
    """Calendar days after delivery."""
    automatic_limit: Money
    """Largest sum per order, earlier refunds included, that needs no approval."""
    final_sale: Literal["refused", "approval_needed"] = "refused"
    personalised: Literal["refused", "approval_needed"] = "refused"


class CategoryRule(Period):
    """What is different for some categories of items."""

    categories: Texts
    refundable_when: Reasons
    """Reasons that still allow a refund; empty for never."""
    report_within_days: Days | None = None
    """Calendar days after delivery; None for the window of the refund rule."""
    otherwise: Literal["refused", "approval_needed"] = "refused"

    def names(self, category: str) -> bool:
        """Tell whether the rule is about this category."""
        return category_key(category) in {category_key(name) for name in self.categories}


class IdentityRule(PolicyValue):
    """What is told only to a customer whose identity is verified."""

    id: Text
    protects: Annotated[tuple[PersonalData, ...], BeforeValidator(_tuple_from_list), Field(min_length=1)]
    ask_for: Texts
    """What the customer is asked for, in plain words."""


class TopicRule(PolicyValue):
    """A topic that always goes to a person."""

    id: Text
    handoff: Literal["policy_topic", "distress"]
    triggers: Texts
    """Whole words or phrases; a star at the end takes any ending."""
    notice: Text
    """What the customer is told."""


class Rules(PolicyValue):
    """Everything in a rule file; field names are the file's own."""

    currency: Literal["USD", "EUR", "GBP"]
    refund: Annotated[tuple[RefundRule, ...], BeforeValidator(_tuple_from_list), Field(min_length=1)]
    category: Annotated[tuple[CategoryRule, ...], BeforeValidator(_tuple_from_list)] = ()
    identity: IdentityRule
    topic: Annotated[tuple[TopicRule, ...], BeforeValidator(_tuple_from_list)] = ()

    @model_validator(mode="after")
    def _one_rule_a_day(self) -> Self:
        for kind, earlier, index in self._clashes():
            raise wrong((kind, index, "effective_from"), f"a day that rule {earlier!r} does not already cover")
        return self

    @model_validator(mode="after")
    def _ids_are_unique(self) -> Self:
        seen: set[str] = set()
        for kind in ("refund", "category", "topic"):
            for index, rule in enumerate(getattr(self, kind)):
                if rule.id in seen:
                    raise wrong((kind, index, "id"), "an id that no other rule has")
                seen.add(rule.id)
        return self

    def _clashes(self) -> Iterator[tuple[str, str, int]]:
        for (_, first), (index, second) in combinations(enumerate(self.refund), 2):
            if first.overlaps(second):
                yield "refund", first.id, index
        for (_, one), (index, other) in combinations(enumerate(self.category), 2):
            if one.overlaps(other) and any(other.names(name) for name in one.categories):
                yield "category", one.id, index

    def refund_rule(self, placed_on: date) -> RefundRule | None:
        """Return the refund rule in force for an order placed on this day, or None."""
        return next((rule for rule in self.refund if rule.covers(placed_on)), None)

    def category_rule(self, category: str, placed_on: date) -> CategoryRule | None:
        """Return the category's rule in force on this day, or None where the refund rule alone applies."""
        return next((r for r in self.category if r.covers(placed_on) and r.names(category)), None)
