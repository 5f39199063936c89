"""What the intent head adds to a route: needs, never an action and never a person."""

from __future__ import annotations

from dataclasses import dataclass

from knowledge.embedding import Embedder
from knowledge.intents.head import Guess, IntentHead

ABOUT_ORDERS: frozenset[str] = frozenset(
    {"order_status", "refund", "cancel", "address", "replace", "change_order", "payment"}
)
"""Intents that the customer's orders may have to do with."""
ASKS_FROM = 0.9
"""Confidence from which a question about an order is one, so that it is asked which order is meant."""


@dataclass(frozen=True)
class IntentReader:
    """Reads what a message is for, from its vector."""

    embedder: Embedder
    head: IntentHead

    def read(self, message: str) -> Guess:
        """What a message is taken for, and whether that is sure enough to count."""
        return self.head.guess(self.embedder.embed_queries([message])[0])
