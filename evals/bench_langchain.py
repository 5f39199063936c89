"""The same search beside LangChain's: `python -m evals.bench_langchain [SET] [--passages 10000]`.

Needs the extra `bench`: `pip install -e '.[bench]'`. Both sides run in one process, on the same passages and questions,
with the same embedder and the same reranker; LangChain's is its EnsembleRetriever over rank_bm25 and Chroma, with the
tokenisation its users get unless they give their own. Ours is the search that the product runs, filter included.
"""

from __future__ import annotations

import json
import tempfile
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated

import typer

from evals.bench_corpus import chosen_set
from evals.bench_race import Race, Search, Side, race
from evals.cli_options import refusing
from evals.tables import console, figure, table
from evals.timing import elapsed_ms
from knowledge.types import Value

if TYPE_CHECKING:
    from evals.beir import RetrievalSet
    from knowledge.search import Searcher

KEPT = 20
"""Passages each side hands back: enough for ten documents, and as many as are reranked."""


class LangChainFigures(Value):
    """A set, searched by both."""

    name: str
    passages: int
    embed_p50_ms: float
    """Of embedding a question, which both do alike."""
    races: tuple[Race, ...]


def main(
    folder: Annotated[
        Path | None, typer.Argument(metavar="SET", help="A BEIR folder; made documents otherwise.")
    ] = None,
    passages: Annotated[int, typer.Option(min=50, metavar="N", help="Documents, where they are made.")] = 10_000,
    limit: Annotated[int, typer.Option(min=2, metavar="N", help="Questions asked.")] = 200,
    rerank: Annotated[bool, typer.Option("--rerank/--no-rerank", help="Race with a reranker, too.")] = True,
    same_tokens: Annotated[
        bool, typer.Option("--same-tokens", help="Give rank_bm25 our tokens, to see what they are worth.")
    ] = False,
    cache: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep our built indexes here.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """Search beside LangChain's. Exit status: 0 measured, 2 the set, a model or the extra `bench` is missing."""
    _require_extra()
    with refusing(), tempfile.TemporaryDirectory() as temporary:
        found = measure(chosen_set(folder, passages, limit), cache or Path(temporary), rerank, same_tokens)
    if as_json:
        typer.echo(json.dumps(found.model_dump()))
    else:
        _print(found)


def measure(dataset: RetrievalSet, cache: Path, rerank: bool, same_tokens: bool) -> LangChainFigures:
    """Index the set once, give its passages and vectors to both sides, and race them.

    Args:
        dataset: measures are taken where its questions have judgements.
        cache: our built indexes are kept below it.
        rerank: whether they are raced with a reranker, too.
        same_tokens: whether rank_bm25 gets our tokens instead of LangChain's.

    Raises:
        KnowledgeError: a model is missing, or the index cannot be built or opened.
    """
    from agent.open_models import open_embedder, open_reranker
    from agent.settings import Settings
    from evals.bench_langchain_stack import ensemble
    from evals.corpus_index import CorpusIndexer
    from evals.show import bars
    from knowledge.bm25 import tokenise
    from knowledge.search import Searcher

    settings = Settings()
    embedder = open_embedder(settings)
    indexer = CorpusIndexer(embedder, settings.knowledge, cache)
    with bars(dataset.name) as progress, indexer.open(dataset, progress) as corpus:
        state = corpus.state
        documents = {passage.passage_id: corpus.documents[passage.article] for passage in state.passages}
        rows = state.vectors.vectors(list(documents))
        tokens = tokenise if same_tokens else None
        stack = ensemble(state.passages, rows, embedder, settings.knowledge.candidates, tokens)
        plain = ours(Searcher(state, embedder, None, settings.knowledge))
        races = [race("without reranking", dataset.queries, plain, stack.search, documents)]
        # One for each side: they remember the tokens of what they have read.
        first, second = (open_reranker(settings, embedder) for _ in range(2))
        if rerank and first and second:
            reranked = ours(Searcher(state, embedder, first, settings.knowledge))
            theirs = stack.reranked(second, settings.knowledge.rerank).search
            races.append(race("reranked", dataset.queries, reranked, theirs, documents))
        embeddings = [elapsed_ms(partial(embedder.embed_queries, [query.text])) for query in dataset.queries]
        return LangChainFigures(
            name=dataset.name,
            passages=len(documents),
            embed_p50_ms=round(median(embeddings), 2),
            races=tuple(races),
        )


def ours(searcher: Searcher) -> Search:
    """The search of the product, as a customer's question makes it today."""
    from knowledge.filters import Filter

    condition = Filter(as_of=date.today())
    return lambda text: [hit.passage.passage_id for hit in searcher.search(text, condition, KEPT).hits]


def _require_extra() -> None:
    """Ends the command where a package of the other side is missing."""
    try:
        import evals.bench_langchain_stack  # noqa: F401
    except ModuleNotFoundError as error:
        typer.echo(
            f"{error.name} is not installed: wanted the packages of the extra `bench`. "
            "Run `pip install -e '.[bench]'`, then this command again.",
            err=True,
        )
        raise typer.Exit(2) from error


def _print(found: LangChainFigures) -> None:
    console().print(
        f"{found.name}: {found.passages:,} passages; embedding a question, which both do, takes {found.embed_p50_ms:.1f} ms"
    )
    head = ("search", "p50 ms", "p95 ms", "recall@8", "nDCG@10")
    for one in found.races:
        sides = {f"{one.name}, ours": one.ours, f"{one.name}, LangChain": one.theirs}
        console().print(table(head, {name: _cells(side) for name, side in sides.items()}))
        console().print(
            f"{one.times_faster:.1f} times as fast on {one.queries:,} questions; {one.agreement:.0%} of our first ten "
            "passages are among its first ten\n"
        )


def _cells(side: Side) -> tuple[str, ...]:
    return f"{side.p50_ms:.1f}", f"{side.p95_ms:.1f}", figure(side.recall_at_8), figure(side.ndcg_at_10)


if __name__ == "__main__":
    typer.run(main)
