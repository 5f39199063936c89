"""The queue: what waits for people, most urgent and oldest first."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agent.line_breaking import shortened
from agent.web.desk.summaries import Summaries, Summary
from agent.web.desk.wording import age, words
from agent.web.handoffs import Handoffs, OpenHandoff
from knowledge.types import Value

URGENT = ("distress", "policy_topic")
MOST_ROWS = 200
LINE_CHARACTERS, MISSING_CHARACTERS = 140, 240
NO_RECORD = "No turn was run for this one; the conversation is in the helpdesk."


class QueueRow(Value):
    """One handoff."""

    turn_id: str
    reason: str
    urgent: bool
    age: str
    helpdesk: str
    taken_by: str
    """Empty where nobody has it."""
    taken: str
    """For how long they have had it."""
    question: str
    """The first line of what the customer wrote."""
    missing: str
    """What is to be done next."""


class Reason(Value):
    """A reason to filter by."""

    name: str
    words: str
    count: int


class QueueView(Value):
    """The queue as it stands."""

    rows: tuple[QueueRow, ...]
    waiting: int
    """Handoffs that are open, with the filter."""
    reasons: tuple[Reason, ...]
    chosen: str
    """The reason that is filtered by; empty where all are shown."""

    @property
    def count(self) -> str:
        """How many wait, in words."""
        about = f" for {words(self.chosen)}" if self.chosen else ""
        return "Nothing waits" + about if not self.waiting else f"{self.waiting} waiting{about}"

    @property
    def mark(self) -> str:
        """The same as long as the queue looks the same."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Queue:
    """Reads the queue."""

    handoffs: Handoffs
    summaries: Summaries

    def view(self, reason: str, now: float) -> QueueView:
        """The queue, or what of it has one reason.

        Raises:
            StoreError: the database or the ledger cannot be read.
        """
        waiting = self.handoffs.waiting()
        counts = Counter(one.reason for one in waiting)
        chosen = sorted((one for one in waiting if reason in ("", one.reason)), key=_order)
        found = self.summaries.of([one.turn_id for one in chosen[:MOST_ROWS]])
        rows = tuple(_row(one, found.get(one.turn_id), now) for one in chosen[:MOST_ROWS])
        return QueueView(rows=rows, waiting=len(chosen), reasons=_reasons(counts), chosen=reason)


def _order(one: OpenHandoff) -> tuple[bool, float, str]:
    return one.reason not in URGENT, one.opened_at, one.turn_id


def _reasons(counts: Counter[str]) -> tuple[Reason, ...]:
    names: Sequence[str] = sorted(counts, key=lambda name: (name not in URGENT, name))
    return tuple(Reason(name=name, words=words(name), count=counts[name]) for name in names)


def _row(one: OpenHandoff, found: Summary | None, now: float) -> QueueRow:
    lines = found.question.strip().splitlines() if found else []
    return QueueRow(
        turn_id=one.turn_id,
        reason=words(one.reason),
        urgent=one.reason in URGENT,
        age=age(now - one.opened_at),
        helpdesk=one.helpdesk,
        taken_by=one.taken_by or "",
        taken=age(now - one.taken_at) if one.taken_at is not None else "",
        question=shortened(lines[0], LINE_CHARACTERS) if lines else "",
        missing=shortened(found.missing, MISSING_CHARACTERS) if found else NO_RECORD,
    )
