"""Writing a finished turn down: into memory first, then into the ledger, each once however often it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from agent.errors import InputError, MemoryStoreError
from agent.memory.asserted_facts import stated_facts
from agent.memory.episodes import Episode, episode_of
from agent.memory.fact_keys import FactKey, read_value
from agent.memory.recorded_facts import recorded_facts
from agent.memory.store import KeptEpisode, MemoryStore
from agent.types import TurnResult
from knowledge.embedding import Embedder
from knowledge.order_types import Customer, Order


@dataclass(frozen=True)
class TurnRecorder:
    """Decides by code what of a turn enters memory: nothing that a model wrote is read here."""

    ledger: Callable[[TurnResult], None]
    store: MemoryStore
    keys: Mapping[str, FactKey]
    embedder: Embedder
    customer_of: Callable[[str], Customer | None]
    orders_of: Callable[[str], tuple[Order, ...]]

    def record(self, turn: TurnResult) -> None:
        """Keep the turn. A memory that cannot be written is noted in the ledger, and costs the customer no reply.

        Raises:
            LedgerError: the ledger cannot be written.
        """
        try:
            self._remember(turn)
        except MemoryStoreError as error:
            turn = turn.model_copy(update={"notes": (*turn.notes, f"The turn is not in memory: {error}")})
        self.ledger(turn)

    def _remember(self, turn: TurnResult) -> None:
        if turn.customer_id is None:
            return
        orders = self.orders_of(turn.customer_id)
        episode = episode_of(turn, [order.order_id for order in orders])
        if episode is not None:
            self.store.add(turn.customer_id, self._kept(episode))
        for name, value in stated_facts(turn.question, self.keys):
            self.store.write_fact(turn.customer_id, name, value, "asserted", f"turn/{turn.turn_id}")
        self._write_recorded(turn.customer_id, orders)

    def _kept(self, episode: Episode) -> KeptEpisode:
        # As a query, because it is compared with what is asked later; the search of this turn has embedded it already.
        vector = self.embedder.embed_queries([episode.about])[0]
        return KeptEpisode(episode, self.embedder.weights_sha256, np.asarray(vector, dtype=np.float32))

    def _write_recorded(self, customer_id: str, orders: Sequence[Order]) -> None:
        """What the order store says, where it says something else than it did."""
        held = {one.key: one.value for one in self.store.facts_of(customer_id) if one.source == "record"}
        for name, text, record in recorded_facts(self.customer_of(customer_id), orders):
            try:
                value = read_value(name, self.keys[name], text)
            except InputError:
                continue
            if held.get(name) != value:
                self.store.write_fact(customer_id, name, value, "record", record)
