"""The rules for what is done to an order besides a refund: cancelling, another address, sending again."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BeforeValidator, Field, model_validator

from policies.action_types import CancelReason
from policies.periods import Days, Money, Period, Reasons, Statuses, tuple_from_list, wrong


class ActionRule(Period):
    """When an action is done without a person; whatever stands in neither list of statuses is refused."""

    statuses: Annotated[Statuses, Field(min_length=1)]
    """Statuses of an order in which it may be done."""
    approval_statuses: Statuses = ()
    """Statuses in which a person decides."""
    automatic_limit: Money | None = None
    """Largest sum that needs no approval; None for no limit."""
    once_per_order: bool = True
    """Whether it is done to an order a single time."""
    confirm: bool = True
    """Whether the customer is asked once more, with all that will be done, before it is done."""

    @model_validator(mode="after")
    def _a_status_is_in_one_list(self) -> Self:
        if twice := set(self.statuses) & set(self.approval_statuses):
            raise wrong(("approval_statuses",), f"statuses that `statuses` does not list ({', '.join(sorted(twice))})")
        return self


class CancelRule(ActionRule):
    """Cancelling a whole order; its limit is the sum that is paid back."""

    within_days: Days | None = None
    """Calendar days after the order was placed; None for no end."""
    reasons: Annotated[tuple[CancelReason, ...], BeforeValidator(tuple_from_list)] = ()
    """Reasons that are accepted; the customer is asked for one. Empty where none is needed."""


class AddressRule(ActionRule):
    """Sending an order to another address; its limit is the order's total."""

    within_days: Days | None = None
    """Calendar days after the order was placed; None for no end."""
    same_country: bool = True
    """Whether a person decides where the new address is in another country."""


class ResendRule(ActionRule):
    """Sending items again, free of charge; its limit is what they cost."""

    within_days: Days | None = None
    """Calendar days after delivery; None for no end."""
    reasons: Annotated[Reasons, Field(min_length=1)]
    """Reasons for which it is done without a person."""
