"""What the queue shows of each turn, read from the ledger without the rest of its record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.ledger import Ledger
from knowledge.types import Value


class Summary(Value):
    """A turn in two lines."""

    question: str = ""
    missing: str = ""
    """What a person has to find out or decide."""


@dataclass(frozen=True)
class Summaries:
    """Reads the ledger, and never writes to it."""

    ledger: Ledger

    def of(self, turn_ids: Sequence[str]) -> Mapping[str, Summary]:
        """The turns that are on record, by id; a handoff that needed no turn has none.

        Raises:
            LedgerError: the ledger cannot be read.
        """
        return {turn["turn_id"]: _summary(turn) for turn in self.ledger.named(turn_ids)}


def _summary(turn: Mapping[str, object]) -> Summary:
    handoff = turn.get("handoff")
    packet = handoff["packet"] if isinstance(handoff, dict) else {}
    return Summary(question=str(turn.get("question") or ""), missing=str(packet.get("missing") or ""))
