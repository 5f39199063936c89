"""How well past turns are recalled, and what memory costs a turn: `python -m evals.bench_memory`.

One customer has all the past turns of `datasets/past_turns.jsonl`; each is asked after in other words. The time is that of
recalling among 1,000 past turns of one customer, and of writing one down.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from agent.gathering import Turn
from agent.memory.episodes import Episode
from agent.memory.episodic import EpisodicMemory
from agent.memory.leaning import lean_of
from agent.memory.recalling import EpisodeRanker
from agent.memory.store import KeptEpisode, MemoryStore
from agent.open_models import open_embedder
from agent.routing import Route
from agent.settings import Settings
from knowledge.embedding import Embedder
from knowledge.types import Value

TODAY = date(2026, 11, 30)
Z = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""
MANY = 1_000
"""Past turns of the customer whose turns are timed."""


class Row(Value):
    """One past turn, and how it is asked after."""

    id: str
    days_ago: int
    asked: str
    recall: str


def read_rows() -> list[Row]:
    """The shipped set."""
    text = (files("evals") / "datasets" / "past_turns.jsonl").read_text(encoding="utf-8")
    return [Row.model_validate_json(line) for line in text.splitlines() if line.strip()]


def fill(store: MemoryStore, customer_id: str, rows: Sequence[Row], embedder: Embedder) -> None:
    """Write the rows down as past turns."""
    vectors = embedder.embed_passages([row.asked for row in rows])
    for row, vector in zip(rows, vectors, strict=True):
        day = TODAY - timedelta(days=row.days_ago)
        one = Episode(
            turn_id=row.id, conversation_id=row.id, day=day, asked=row.asked, about=row.asked, outcome="answered"
        )
        store.add(customer_id, KeptEpisode(one, embedder.weights_sha256, vector))


def found_at(rows: Sequence[Row], memory: EpisodicMemory) -> list[int | None]:
    """For each row the rank at which its past turn was recalled, from 1; None where it was not."""
    turn = Turn(customer_id="one", today=TODAY)
    ranks: list[int | None] = []
    for row in rows:
        offer = memory.offer(Route(kind="question", search_query=row.recall), turn)
        ids = [one.id.split("/")[2] for one in offer.recalled if one.kept]
        ranks.append(ids.index(row.id) + 1 if row.id in ids else None)
    return ranks


def timed(call: Callable[[int], object], repeats: int) -> tuple[float, float]:
    """Milliseconds, median and 95th percentile."""
    took = []
    for n in range(repeats):
        begin = time.perf_counter()
        call(n)
        took.append((time.perf_counter() - begin) * 1000)
    return statistics.median(took), sorted(took)[int(len(took) * 0.95)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures as one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--k", type=int, default=5)
    parser.add_argument("--half-life", type=float, default=Settings().memory.half_life_days)
    options = parser.parse_args(arguments)
    rows, embedder = read_rows(), open_embedder(Settings())
    ranker = EpisodeRanker(embedder, options.half_life)
    with TemporaryDirectory(prefix="support-memory-") as folder:
        store = MemoryStore(Path(folder) / "memory.db")
        fill(store, "one", rows, embedder)
        ranks = found_at(rows, EpisodicMemory(store, ranker, options.k))
        many = [
            row.model_copy(update={"id": f"{row.id}{n}", "asked": f"{row.asked} ({n})"})
            for n in range(MANY // len(rows) + 1)
            for row in rows
        ][:MANY]
        fill(store, "many", many, embedder)
        json.dump(
            {
                "past_turns": len(rows),
                "lean_found": sum(lean_of(row.recall) is not None for row in rows),
                "missed": [row.id for row, rank in zip(rows, ranks, strict=True) if rank is None or rank > 2],
                **{f"recall@{k}": _share(ranks, k) for k in (1, 2, options.k)},
                "mrr": round(sum(1 / rank for rank in ranks if rank) / len(ranks), 3),
                "ms_p50_p95": _times(store, ranker, rows, embedder),
            },
            sys.stdout,
            indent=2,
        )
        sys.stdout.write("\n")


def _share(ranks: Sequence[int | None], k: int) -> dict[str, float]:
    """Recall at k with its 95 % interval, by Wilson's formula (1927)."""
    n, share = len(ranks), sum(rank is not None and rank <= k for rank in ranks) / len(ranks)
    middle, half = share + Z**2 / (2 * n), Z * math.sqrt(share * (1 - share) / n + Z**2 / (4 * n**2))
    low, high = (middle - half) / (1 + Z**2 / n), (middle + half) / (1 + Z**2 / n)
    return {"value": round(share, 3), "low": round(low, 3), "high": round(high, 3)}


def _times(
    store: MemoryStore, ranker: EpisodeRanker, rows: Sequence[Row], embedder: Embedder
) -> dict[str, tuple[float, float]]:
    memory, turn = EpisodicMemory(store, ranker, 2), Turn(customer_id="many", today=TODAY)

    def recall(n: int) -> object:
        return memory.offer(Route(kind="question", search_query=rows[n % len(rows)].recall), turn)

    def plain(n: int) -> object:
        return memory.offer(Route(kind="question", search_query="How do I pay by card?"), turn)

    def write(n: int) -> object:
        fill(store, "many", [rows[n % len(rows)].model_copy(update={"id": f"written{n}"})], embedder)
        return None

    recall(0)
    found = {"recalled": timed(recall, 60), "not_leaning": timed(plain, 60), "written": timed(write, 60)}
    return {name: (round(p50, 2), round(p95, 2)) for name, (p50, p95) in found.items()}


if __name__ == "__main__":
    main()
