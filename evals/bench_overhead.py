"""What a search costs beside its models: `python -m evals.bench_overhead [SET] [--passages N]`.

Each question is searched without reranking and with it. A search's overhead is its wall time over the forward passes
inside it: 0.15 says that tokenising, BM25, the vector index, rank fusion and the rest take 15 % of what the models take.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Annotated

import typer

from evals.bench_corpus import chosen_set
from evals.cli_options import refusing
from evals.tables import console, table
from evals.timing import elapsed_ms, forward_clock
from knowledge.types import Value

if TYPE_CHECKING:
    from evals.beir import RetrievalSet
    from knowledge.filters import Filter
    from knowledge.search import Searcher

WARMING = 5
"""Searches before the first that counts."""


class Timed(Value):
    """One search."""

    wall_ms: float
    forward_ms: float
    own_ms: dict[str, float]
    """What is not the models', by stage."""


class SearchOverhead(Value):
    """One way to search, medians over the questions."""

    name: str
    queries: int
    p50_ms: float
    p95_ms: float
    forward_p50_ms: float
    overhead: float
    """Of the middle question: wall time over forward passes, less 1."""
    overhead_p95: float
    own_ms: dict[str, float]
    """What is not the models', by stage: medians."""


class OverheadFigures(Value):
    """A set, searched in both ways."""

    name: str
    passages: int
    reranker: str | None
    searches: tuple[SearchOverhead, ...]


def main(
    folder: Annotated[
        Path | None, typer.Argument(metavar="SET", help="A BEIR folder; made documents otherwise.")
    ] = None,
    passages: Annotated[int, typer.Option(min=10, metavar="N", help="Documents, where they are made.")] = 1_000,
    limit: Annotated[int, typer.Option(min=2, metavar="N", help="Questions asked.")] = 100,
    cache: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep built indexes here.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """Search time against the models' forward passes. Exit status: 0 measured, 2 the set or a model cannot be used."""
    with refusing(), tempfile.TemporaryDirectory() as temporary:
        found = measure_set(chosen_set(folder, passages, limit), cache or Path(temporary))
    if as_json:
        typer.echo(json.dumps(found.model_dump()))
    else:
        _print(found)


def measure_set(dataset: RetrievalSet, cache: Path) -> OverheadFigures:
    """Index the set with the models of the default settings, and search it in both ways.

    Args:
        dataset: judgements are not looked at.
        cache: built indexes are kept below it.

    Raises:
        KnowledgeError: a model is missing, or the index cannot be built or opened.
    """
    from agent.open_models import open_embedder, open_reranker
    from agent.settings import Settings
    from evals.corpus_index import CorpusIndexer
    from evals.show import bars
    from knowledge.search import Searcher

    settings = Settings()
    embedder = open_embedder(settings)
    reranker = open_reranker(settings, embedder)
    texts = [query.text for query in dataset.queries]
    indexer = CorpusIndexer(embedder, settings.knowledge, cache)
    with bars(dataset.name) as progress, indexer.open(dataset, progress) as corpus:
        plain, reranked = (Searcher(corpus.state, embedder, one, settings.knowledge) for one in (None, reranker))
        return OverheadFigures(
            name=dataset.name,
            passages=len(corpus.state.passages),
            reranker=reranker.name if reranker else None,
            searches=(measure("without reranking", plain, texts), measure("reranked", reranked, texts)),
        )


def measure(name: str, searcher: Searcher, texts: Sequence[str]) -> SearchOverhead:
    """Ask each question once, after a few that load what is loaded at first use.

    Args:
        name: of this way to search.
        searcher: on an open index.
        texts: questions, at least two.
    """
    from knowledge.filters import Filter

    condition = Filter(as_of=date.today())
    for text in texts[:WARMING]:
        searcher.search(text, condition)
    found = [timed_search(searcher, text, condition) for text in texts]
    walls, shares = [one.wall_ms for one in found], [one.wall_ms / one.forward_ms - 1 for one in found]
    stages = dict.fromkeys(stage for one in found for stage in one.own_ms)
    return SearchOverhead(
        name=name,
        queries=len(texts),
        p50_ms=round(median(walls), 2),
        p95_ms=round(quantiles(walls, n=20)[-1], 2),
        forward_p50_ms=round(median(one.forward_ms for one in found), 2),
        overhead=round(median(shares), 3),
        overhead_p95=round(quantiles(shares, n=20)[-1], 3),
        own_ms={stage: round(median(one.own_ms.get(stage, 0.0) for one in found), 2) for stage in stages},
    )


def timed_search(searcher: Searcher, text: str, condition: Filter) -> Timed:
    """One search. The first forward pass is the query's embedding, all others are the reranker's."""
    results = []
    with forward_clock() as spent:
        wall = elapsed_ms(lambda: results.append(searcher.search(text, condition)))
    own = dict(results[0].timings_ms)
    rest = wall - sum(own.values())
    for stage, forward in (("embed", sum(spent[:1])), ("rerank", sum(spent[1:]))):
        if stage in own:
            own[stage] -= forward
    return Timed(wall_ms=wall, forward_ms=sum(spent), own_ms=own | {"fusion, hits": rest})


def _print(found: OverheadFigures) -> None:
    console().print(f"{found.name}: {found.passages:,} passages, reranker {found.reranker or 'none'}")
    head = ("search", "p50 ms", "p95 ms", "forward p50 ms", "overhead", "overhead p95")
    rows = {
        one.name: (
            *(f"{value:.1f}" for value in (one.p50_ms, one.p95_ms, one.forward_p50_ms)),
            *(f"{value:.1%}" for value in (one.overhead, one.overhead_p95)),
        )
        for one in found.searches
    }
    console().print(table(head, rows))
    for one in found.searches:
        stages = ", ".join(f"{stage} {own:.2f}" for stage, own in one.own_ms.items())
        console().print(f"{one.name}, ms that are not the models': {stages}")


if __name__ == "__main__":
    typer.run(main)
