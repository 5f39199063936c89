import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import torch
from typer import Typer
from typer.testing import CliRunner

from evals.bench_corpus import made_set
from evals.bench_overhead import main, measure, timed_search
from evals.corpus_index import CorpusIndexer
from knowledge.embedding import Vectors
from knowledge.filters import Filter
from knowledge.search import Searcher
from knowledge.settings import KnowledgeSettings
from tests.helpers import TinyEmbedder

SETTINGS = KnowledgeSettings()


class Pause(torch.nn.Module):
    """A model whose forward pass only waits."""

    def forward(self, seconds: float) -> float:
        time.sleep(seconds)
        return seconds


@dataclass(frozen=True)
class PausingEmbedder(TinyEmbedder):
    """Embeds a question in a forward pass of 20 ms, and takes 10 ms of its own."""

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        Pause()(0.02)
        time.sleep(0.01)
        return super().embed_queries(texts)


@dataclass(frozen=True)
class PausingReranker:
    """Scores in a forward pass of 30 ms."""

    name: str = "pausing"
    even_odds: float | None = None

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        Pause()(0.03)
        return [float(len(text)) for text in texts]

    def prepare(self, texts: Sequence[str]) -> None:
        return


@contextmanager
def searching(home: Path, reranker: PausingReranker | None) -> Iterator[Searcher]:
    embedder = PausingEmbedder()
    with CorpusIndexer(embedder, SETTINGS, home).open(made_set(20, 4), lambda step, done, total: None) as corpus:
        yield Searcher(corpus.state, embedder, reranker, SETTINGS)


def test_forward_passes_are_taken_out_of_their_stage(tmp_path: Path) -> None:
    with searching(tmp_path, PausingReranker()) as searcher:
        condition = Filter(as_of=date(2026, 11, 30))
        searcher.search("How long?", condition)
        found = timed_search(searcher, "When does a refund arrive?", condition)
    assert 50 <= found.forward_ms < found.wall_ms
    assert 10 <= found.own_ms["embed"] < 20
    assert found.own_ms["rerank"] < 20
    assert abs(sum(found.own_ms.values()) - (found.wall_ms - found.forward_ms)) < 0.01


def test_overhead_is_wall_time_over_forward_time(tmp_path: Path) -> None:
    with searching(tmp_path, None) as searcher:
        found = measure("without reranking", searcher, [query.text for query in made_set(20, 4).queries])
    assert found.queries == 4
    assert 20 <= found.forward_p50_ms < found.p50_ms <= found.p95_ms
    assert found.overhead >= 0.4
    assert list(found.own_ms) == ["filter", "bm25", "embed", "dense", "rerank", "fusion, hits"]


def test_command_measures_both_ways_to_search() -> None:
    app = Typer()
    app.command()(main)
    ended = CliRunner().invoke(app, ["--passages", "12", "--limit", "2", "--json"])
    found = json.loads(ended.stdout)
    assert (ended.exit_code, found["passages"]) == (0, 12)
    assert [one["name"] for one in found["searches"]] == ["without reranking", "reranked"]
    assert all(one["forward_p50_ms"] > 0 for one in found["searches"])
