"""Counts over the ledger, read on from where they were read last."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from threading import Lock

from agent.errors import LedgerError
from agent.ledger import Ledger

READ_AT_ONCE = 500


@dataclass(eq=False)
class LedgerTally:
    """Turns by outcome and handoff reason, claims by label and tier, seconds by stage, and the models of the newest turn."""

    ledger: Ledger
    outcomes: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    claims: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By label, tier and `cut` or `kept`."""
    stage_s: Counter[str] = field(default_factory=Counter)
    models: dict[str, str] = field(default_factory=dict)
    last: int = 0
    lock: Lock = field(default_factory=Lock)

    def read_on(self) -> None:
        """Count what was recorded since; a ledger that is not there, or is being written, is left for the next time."""
        with self.lock:
            try:
                self._read()
            except LedgerError:
                return

    def _read(self) -> None:
        while found := self.ledger.after(self.last, READ_AT_ONCE):
            for number, record in found:
                self._count(record)
                self.last = number

    def _count(self, record: dict[str, object]) -> None:
        turn: dict[str, object] = record
        self.outcomes[str(turn["outcome"])] += 1
        handoff, claims, stages = turn.get("handoff"), turn.get("claims"), turn.get("timings_ms")
        if isinstance(handoff, dict):
            self.reasons[str(handoff["reason"])] += 1
        for claim in claims if isinstance(claims, list) else []:
            self.claims[claim["label"], claim["tier"] or "none", "cut" if claim["cut"] else "kept"] += 1
        for stage, spent in stages.items() if isinstance(stages, dict) else []:
            self.stage_s[stage] += spent / 1000
        models = turn.get("models")
        self.models = models if isinstance(models, dict) else {}
