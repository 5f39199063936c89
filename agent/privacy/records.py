"""What is kept of a turn: without the personal data that the turn itself needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from agent.privacy.redacting import Redactor
from agent.types import TurnResult

STREET = ("line1", "line2", "postcode")
PLACE = "[address]"


@dataclass(frozen=True)
class CleanRecord:
    """Hands a turn on to what records it, with placeholders for what its customer told."""

    record: Callable[[TurnResult], None]
    redactor: Redactor

    def __call__(self, result: TurnResult) -> None:
        """Record the turn."""
        self.record(self.cleaned(result))

    def cleaned(self, result: TurnResult) -> TurnResult:
        """The turn without personal data; ids, and the words of articles and orders, stay as they are."""
        record = self.redactor.redact_record(result.model_dump(mode="json"), told_by_customer(result))
        return TurnResult.model_validate({**record, "decision": without_streets(record["decision"])})


def names_street(value: Any) -> bool:
    """Whether a record holds an address that was proposed for an order, in whatever part."""
    return bool(value != without_streets(value))


def without_streets(value: Any) -> Any:
    """A record without the street and the postcode of such addresses: who acts on them has them elsewhere."""
    if isinstance(value, list):
        return [without_streets(one) for one in value]
    if not isinstance(value, dict):
        return value
    is_address = "line1" in value
    return {
        name: PLACE if is_address and name in STREET and one else without_streets(one) for name, one in value.items()
    }


def told_by_customer(result: TurnResult) -> Iterator[str]:
    """Texts that are the customer's own words, or may repeat them."""
    yield result.question
    yield from (line.text for line in result.history if line.role == "customer")
    proposal = (result.decision or {}).get("proposal") or {}
    yield str(proposal.get("said", ""))  # of the turn before, where this one only said yes
    if result.handoff is not None and result.handoff.reason == "failure":
        yield result.why
