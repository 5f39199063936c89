"""What Prometheus reads: counted in the database and the ledger, so that every process of the service tells the same.

No label holds a conversation, a customer or a text.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import case, func, select

from agent.web.database import Database
from agent.web.inbox import Inbox
from agent.web.ledger_tally import LedgerTally
from agent.web.tables import CONVERSATIONS, MESSAGES, OUTBOX

if TYPE_CHECKING:
    from prometheus_client.core import Metric

BUCKETS_S = (0.5, 1, 2, 5, 10, 30, 60, 300, 3_600)


@dataclass(frozen=True)
class ServiceMetrics:
    """A collector of `prometheus_client`."""

    database: Database
    inbox: Inbox
    tally: LedgerTally

    def text(self) -> str:
        """All metrics in Prometheus' text format.

        Raises:
            StoreError: the service's database cannot be used.
        """
        from prometheus_client import CollectorRegistry, generate_latest

        registry = CollectorRegistry()
        registry.register(self)
        return generate_latest(registry).decode()

    def collect(self) -> Iterator[Metric]:
        """Each metric with its samples."""
        self.tally.read_on()
        yield from self._messages()
        yield from self._sends()
        yield from self._turns()

    def _messages(self) -> Iterator[Metric]:
        from prometheus_client.core import GaugeMetricFamily as Gauge

        counts = self.inbox.counts()
        yield _labelled(Gauge, "support_messages", "Messages kept, by how they ended.", ("end",), counts)
        oldest = self.inbox.oldest_open()
        age = Gauge("support_oldest_message_seconds", "How long the longest waiting message has waited.")
        age.add_metric([], 0.0 if oldest is None else max(0.0, time.time() - oldest))
        yield age
        yield self._latency()

    def _latency(self) -> Metric:
        from prometheus_client.core import HistogramMetricFamily

        took = MESSAGES.c.ended_at - MESSAGES.c.received_at
        columns = [func.sum(case((took <= edge, 1), else_=0)) for edge in BUCKETS_S]
        ended = MESSAGES.c.end.is_not(None)
        with self.database.reading() as connection:
            row = connection.execute(select(func.count(), func.sum(took), *columns).where(ended)).one()
        buckets = [(str(float(edge)), float(found or 0)) for edge, found in zip(BUCKETS_S, row[2:], strict=True)]
        found = HistogramMetricFamily("support_message_seconds", "From a message's coming in to its end.")
        found.add_metric([], [*buckets, ("+Inf", float(row[0]))], sum_value=float(row[1] or 0.0))
        return found

    def _sends(self) -> Iterator[Metric]:
        from prometheus_client.core import GaugeMetricFamily as Gauge

        with self.database.reading() as connection:
            sends = select(OUTBOX.c.kind, OUTBOX.c.state, func.count()).group_by(OUTBOX.c.kind, OUTBOX.c.state)
            counts = {(kind, state): count for kind, state, count in connection.execute(sends)}
            held = select(CONVERSATIONS.c.holder, func.count()).group_by(CONVERSATIONS.c.holder)
            holders = {row[0]: row[1] for row in connection.execute(held)}
        yield _labelled(Gauge, "support_sends", "What has to reach a helpdesk.", ("kind", "state"), counts)
        yield _labelled(Gauge, "support_conversations", "Conversations, by who has them.", ("holder",), holders)

    def _turns(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily as Counter
        from prometheus_client.core import InfoMetricFamily

        tally = self.tally
        yield _labelled(Counter, "support_turns", "Turns, by how they ended.", ("outcome",), tally.outcomes)
        yield _labelled(Counter, "support_handoffs", "Handoffs, by their reason.", ("reason",), tally.reasons)
        names = ("label", "tier", "fate")
        yield _labelled(Counter, "support_claims", "Claims of drafts, by verdict and tier.", names, tally.claims)
        yield _labelled(Counter, "support_stage_seconds", "Time spent in each stage.", ("stage",), tally.stage_s)
        models = InfoMetricFamily("support_models", "Models of the newest turn.")
        models.add_metric([], {role: name for role, name in tally.models.items() if role.isidentifier()})
        yield models


def _labelled(kind: Any, name: str, about: str, labels: tuple[str, ...], counts: Any) -> Metric:
    """A metric with one sample for each count; a key is a label's value, or a tuple of them."""
    found: Metric = kind(name, about, labels=labels)
    for key, count in sorted(counts.items()):
        found.add_metric(list(key) if isinstance(key, tuple) else [key], count)  # type: ignore[attr-defined]
    return found
