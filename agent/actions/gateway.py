"""The way to the shop that carries actions out."""

from __future__ import annotations

from typing import Protocol

from agent.actions.records import Action, ActionRecord


class OrderGateway(Protocol):
    """Carries out certified actions, each key once."""

    @property
    def name(self) -> str:
        """What the records call it."""
        ...

    def execute(self, action: Action) -> ActionRecord:
        """Carry out an action under the key of its proposal.

        A second call with the same key does nothing and returns the record of the first, unless that was a refusal,
        which changed nothing. Whatever cannot be said for certain is `unknown`.
        """
        ...

    def find(self, key: str) -> ActionRecord | None:
        """The record under a key, with what the shop says of it now; None where nothing was ever done under it."""
        ...

    def records_of(self, customer_id: str) -> tuple[ActionRecord, ...]:
        """What was done to one customer's orders, oldest first."""
        ...
