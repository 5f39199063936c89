"""Which past turns a message means: relevance by words and by meaning, fused by rank, times how recent they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from agent.memory.episodes import Episode
from agent.memory.store import KeptEpisode
from knowledge.bm25 import Bm25Index
from knowledge.embedding import Embedder, Vectors
from knowledge.fusion import reciprocal_rank_fusion

RANK_K = 1
"""Of the fusion: at the usual 60, rank 30 counts three quarters of rank 1, and being recent would decide everything."""
READ = 200
"""Past turns that are read word by word: making the index of a thousand takes a tenth of a second."""
NEAR = 0.30
"""Cosine from which a past turn that shares no order with the message is about the same."""


@dataclass(frozen=True)
class Scored:
    """A past turn, and how well it answers to a message."""

    episode: Episode
    score: float
    """Relevance times recency, above 0; comparable within one recall."""
    near: float
    """Cosine of what was asked then and what is asked now; 0 where the vectors are of two models."""


@dataclass(frozen=True)
class EpisodeRanker:
    """Ranks the past turns of one customer; nothing of it outlives the call."""

    embedder: Embedder
    half_life_days: float

    def rank(
        self, query: str, orders: Sequence[str], kept: Sequence[KeptEpisode], today: date, also: Sequence[str] = ()
    ) -> list[Scored]:
        """The turns that words, meaning or an order connect with the message, best first.

        Args:
            query: what the message is about; empty for nothing in particular, and then the newest is the best.
            orders: ids of the orders it speaks of.
            kept: newest first.
            today: the day of the turn, from which recency counts.
            also: the questions of a message that asks several; the nearest of them counts.
        """
        if not kept:
            return []
        near = self._near([query, *also], kept) if query else np.zeros(len(kept), dtype=np.float32)
        if query or orders:
            relevance = self._relevance(" ".join((query, *orders)), self._read(orders, near, kept), near, kept)
        else:
            relevance = self._alike(kept)
        scored = [
            Scored(one.episode, relevance[place] * self._recency(one.episode.day, today), float(near[place]))
            for place, one in enumerate(kept)
            if place in relevance
        ]
        return sorted(scored, key=lambda one: -one.score)

    def _read(self, orders: Sequence[str], near: Vectors, kept: Sequence[KeptEpisode]) -> list[int]:
        """Places of the turns that are read word by word: the nearest in meaning, and all that share an order."""
        nearest = np.argsort(-near, kind="stable")[:READ].tolist()
        sharing = [place for place, one in enumerate(kept) if set(orders) & set(one.episode.orders)]
        return list(dict.fromkeys([*nearest, *sharing[:READ]]))

    def _relevance(
        self, query: str, read: Sequence[int], near: Vectors, kept: Sequence[KeptEpisode]
    ) -> dict[int, float]:
        index = Bm25Index.build([kept[place].episode.searched_text for place in read])
        found = index.search(query, len(read), np.ones(len(read), dtype=np.bool_))
        sparse = [str(read[place]) for place, _ in found]
        dense = [str(place) for place in read if near[place] > 0]
        return {int(place): score for place, score in reciprocal_rank_fusion([sparse, dense], RANK_K)}

    def _alike(self, kept: Sequence[KeptEpisode]) -> dict[int, float]:
        """Where a message is about nothing in particular, the order of the turns is all there is."""
        return {place: 1 / (RANK_K + 1 + place) for place in range(len(kept))}

    def _near(self, queries: Sequence[str], kept: Sequence[KeptEpisode]) -> Vectors:
        """The largest cosine with any of the queries, shape (len(kept),); vectors of another model are never compared."""
        asked = self.embedder.embed_queries(queries)
        space = self.embedder.weights_sha256
        found = np.zeros(len(kept), dtype=np.float32)
        ours = [place for place, one in enumerate(kept) if one.space == space and len(one.vector) == asked.shape[1]]
        if ours:
            found[ours] = (np.stack([kept[place].vector for place in ours]) @ asked.T).max(axis=1)
        return found

    def _recency(self, day: date, today: date) -> float:
        return float(0.5 ** (max((today - day).days, 0) / self.half_life_days))
