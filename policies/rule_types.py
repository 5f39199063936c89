"""The rules as typed values, with the checks that need more than one field.

A validator raises `PydanticCustomError` with the path of the key at fault, so that `rules` can name the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import combinations
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from policies.action_rules import ActionRule, AddressRule, CancelRule, ResendRule
from policies.periods import Days, Money, Period, Reasons, Text, Texts, Window, tuple_from_list, wrong
from policies.triggers import words_of
from policies.types import PersonalData, PolicyValue


def category_key(text: str) -> str:
    """Return a category in the form that is compared: `Gift-Card`, `gift_card` and `gift card` are one."""
    return " ".join(text.casefold().replace("-", " ").replace("_", " ").split())


class RefundRule(Period):
    """How much is refunded without a person, and until when."""

    window_days: Window
    """Calendar days after delivery; None, written `"unlimited"`, for no end: then an order need not say when it was delivered."""
    automatic_limit: Money
    """Largest sum per order, earlier refunds included, that needs no approval."""
    final_sale: Literal["refused", "approval_needed"] = "refused"
    personalised: Literal["refused", "approval_needed"] = "refused"
    confirm: bool = True
    """Whether the customer is asked once more, with the sum and where it goes, before it is paid."""


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
    protects: Annotated[tuple[PersonalData, ...], BeforeValidator(tuple_from_list), Field(min_length=1)]
    ask_for: Texts
    """What the customer is asked for, in plain words."""


class TopicRule(PolicyValue):
    """A topic that always goes to a person."""

    id: Text
    handoff: Literal["policy_topic", "distress"]
    language: Text = "en"
    """Language of the triggers and of the notice, as a BCP 47 tag."""
    triggers: Texts
    """Phrases in the notation of `triggers`, whole words unless a star takes any ending."""
    idioms: Texts = ()
    """Phrases that hold a trigger and mean nothing by it."""
    even_if_denied: bool = False
    """Whether "I will not ..." counts as well."""
    notice: Text
    """What the customer is told."""

    @property
    def subject(self) -> str:
        """The id without the language: `legal-de` is `legal` in German."""
        return self.id.removesuffix(f"-{self.language}")

    @model_validator(mode="after")
    def _phrases_hold_words(self) -> Self:
        for key in ("triggers", "idioms"):
            if empty := [phrase for phrase in getattr(self, key) if not words_of([phrase])]:
                raise wrong((key,), f"phrases with a word to look for, which {empty[0]!r} has not")
        return self


DATED = ("refund", "cancel", "address", "resend")
"""Kinds of rules of which one alone may cover an order."""


class Rules(PolicyValue):
    """Everything in a rule file; field names are the file's own."""

    currency: Literal["USD", "EUR", "GBP"]
    refund: Annotated[tuple[RefundRule, ...], BeforeValidator(tuple_from_list), Field(min_length=1)]
    category: Annotated[tuple[CategoryRule, ...], BeforeValidator(tuple_from_list)] = ()
    cancel: Annotated[tuple[CancelRule, ...], BeforeValidator(tuple_from_list)] = ()
    address: Annotated[tuple[AddressRule, ...], BeforeValidator(tuple_from_list)] = ()
    resend: Annotated[tuple[ResendRule, ...], BeforeValidator(tuple_from_list)] = ()
    identity: IdentityRule
    topic: Annotated[tuple[TopicRule, ...], BeforeValidator(tuple_from_list)] = ()

    @model_validator(mode="after")
    def _one_rule_a_day(self) -> Self:
        for kind, earlier, index in self._clashes():
            raise wrong((kind, index, "effective_from"), f"a day that rule {earlier!r} does not already cover")
        return self

    @model_validator(mode="after")
    def _ids_are_unique(self) -> Self:
        seen: set[str] = set()
        for kind in (*DATED, "category", "topic"):
            for index, rule in enumerate(getattr(self, kind)):
                if rule.id in seen:
                    raise wrong((kind, index, "id"), "an id that no other rule has")
                seen.add(rule.id)
        return self

    def _clashes(self) -> Iterator[tuple[str, str, int]]:
        for kind in DATED:
            for (_, first), (index, second) in combinations(enumerate(getattr(self, kind)), 2):
                if first.overlaps(second):
                    yield kind, first.id, index
        for (_, one), (index, other) in combinations(enumerate(self.category), 2):
            if one.overlaps(other) and any(other.names(name) for name in one.categories):
                yield "category", one.id, index

    def refund_rule(self, placed_on: date | None) -> RefundRule | None:
        """Return the refund rule in force for an order placed on this day, or None."""
        return next((rule for rule in self.refund if rule.covers(placed_on)), None)

    def action_rule(self, kind: Literal["cancel", "address", "resend"], placed_on: date | None) -> ActionRule | None:
        """Return the rule in force for another action on an order placed on this day, or None."""
        rules: tuple[ActionRule, ...] = getattr(self, kind)
        return next((rule for rule in rules if rule.covers(placed_on)), None)

    def category_rule(self, category: str, placed_on: date | None) -> CategoryRule | None:
        """Return the category's rule in force on this day, or None where the refund rule alone applies."""
        return next((r for r in self.category if r.covers(placed_on) and r.names(category)), None)
