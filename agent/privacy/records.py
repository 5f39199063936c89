"""What is kept of a turn: without the personal data that the turn itself needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agent.privacy.redacting import Redactor
from agent.types import TurnResult


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
        return TurnResult.model_validate(record)


def told_by_customer(result: TurnResult) -> Iterator[str]:
    """Texts that are the customer's own words, or may repeat them."""
    yield result.question
    yield from (line.text for line in result.history if line.role == "customer")
    proposal = (result.decision or {}).get("proposal") or {}
    yield str(proposal.get("said", ""))  # of the turn before, where this one only said yes
    if result.handoff is not None and result.handoff.reason == "failure":
        yield result.why
