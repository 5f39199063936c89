"""Past turns and stores for the tests of memory, small enough to be read at a glance."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from agent.gathering import Turn
from agent.memory.episodes import Episode
from agent.memory.episodic import EpisodicMemory
from agent.memory.recalling import EpisodeRanker
from agent.memory.store import KeptEpisode, MemoryStore
from agent.order_dates import PlacedOrder
from agent.routing import Route
from agent.types import TurnResult
from knowledge.embedding import Embedder
from knowledge.server_tables import ServerTables
from tests.agent.shop import TODAY, word_embedder

MAY, NOVEMBER = date(2026, 5, 12), date(2026, 11, 12)


def episode(turn_id: str = "t1", asked: str = "My kettle came broken.", day: date = NOVEMBER, **more: Any) -> Episode:
    said = {"turn_id": turn_id, "conversation_id": f"c-{turn_id}", "day": day, "asked": asked, "about": asked}
    return Episode.model_validate({"outcome": "answered", **said, **more})


def kept(one: Episode, embedder: Embedder | None = None) -> KeptEpisode:
    embedder = embedder or word_embedder()
    return KeptEpisode(one, embedder.weights_sha256, np.asarray(embedder.embed_passages([one.about])[0]))


def store_of(path: Path, **episodes: list[Episode]) -> MemoryStore:
    """A store with the episodes of customers `a`, `b`, …"""
    return store_at(path / "memory.db", **episodes)


def store_at(place: Path | ServerTables, **episodes: list[Episode]) -> MemoryStore:
    """As `store_of`, in a place of any kind."""
    store = MemoryStore(place)
    for customer_id, ones in episodes.items():
        for one in ones:
            store.add(customer_id, kept(one))
    return store


def episodic(store: MemoryStore, k: int = 2) -> EpisodicMemory:
    return EpisodicMemory(store, EpisodeRanker(word_embedder(), half_life_days=180), k)


def route(message: str, *orders: str, **more: Any) -> Route:
    return Route.model_validate({"kind": "question", "search_query": message, "order_ids": orders, **more})


def turn(customer_id: str | None = "a", *orders: str, conversation_id: str = "now") -> Turn:
    placed = tuple(PlacedOrder(order_id=order, placed_on=None) for order in orders)
    return Turn(customer_id=customer_id, today=TODAY, conversation_id=conversation_id, placed=placed)


def result(question: str = "My kettle came broken.", **more: Any) -> TurnResult:
    said = {"turn_id": "t1", "conversation_id": "c1", "customer_id": "a", "asked_at": "2026-11-30T10:00:00+00:00"}
    ends = {"question": question, "outcome": "answered", "reply": "Send a photo.", "today": "2026-11-30"}
    return TurnResult.model_validate({**said, **ends, "route": {"kind": "question", "search_query": question}, **more})
