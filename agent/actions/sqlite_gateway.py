"""The gateway to the shop's own order store: order and record are written in one transaction, or neither is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from agent.actions.effects import AlreadySo, Changed, Refused, effect_of
from agent.actions.records import Action, ActionOutcome, ActionRecord, record_of
from knowledge.order_changes import OrderChanges
from knowledge.orders import OrderStore


def utc_now() -> datetime:
    """The time, in UTC, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


@dataclass(frozen=True)
class SqliteGateway:
    """Carries actions out in the SQLite order store."""

    store: OrderStore
    now: Callable[[], datetime] = utc_now
    name: str = "sqlite"

    def execute(self, action: Action) -> ActionRecord:
        """Change the order and write the record, once for a key, whoever else is at work on the file.

        Raises:
            OrderStoreError: the file cannot be written; then nothing was.
        """
        key = action.proposal.key
        with self.store.changing() as changes:
            if found := changes.action(key):
                return ActionRecord.model_validate_json(found)
            record = self._carried_out(action, changes)
            if record.outcome != "refused":
                changes.record(key, action.proposal.order_id, action.proposal.customer_id, record.model_dump_json())
            return record

    def _carried_out(self, action: Action, changes: OrderChanges) -> ActionRecord:
        order = changes.order(action.proposal.order_id)
        if order is None:
            return self._record(action, Refused("The order is no longer in the store."))
        earlier = [ActionRecord.model_validate_json(body) for body in changes.actions_on(order.order_id)]
        effect = effect_of(action, order, earlier)
        if isinstance(effect, Changed):
            changes.write(effect.order)
        return self._record(action, effect)

    def _record(self, action: Action, effect: Changed | AlreadySo | Refused) -> ActionRecord:
        if isinstance(effect, Refused):
            return record_of(action, "refused", self.now(), self.name, effect.why)
        outcome: ActionOutcome = "done" if isinstance(effect, Changed) else "already_done"
        record = record_of(action, outcome, self.now(), self.name)
        return record.model_copy(update={"money_back": effect.money_back})

    def find(self, key: str) -> ActionRecord | None:
        """The record under a key."""
        found = self.store.action(key)
        return ActionRecord.model_validate_json(found) if found else None

    def records_of(self, customer_id: str) -> tuple[ActionRecord, ...]:
        """What was done to one customer's orders, oldest first."""
        return tuple(ActionRecord.model_validate_json(body) for body in self.store.actions_of(customer_id))
