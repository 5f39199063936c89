"""`support eval`: the suites on the command line.

Everything heavy is imported when a command runs, so that listing the commands costs nothing.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from evals.retrieval import RetrievalReport, SetReport
    from knowledge.syncing import Progress

app = typer.Typer(no_args_is_help=True)


@app.callback()
def main() -> None:
    """Measure the agent and its parts before a change goes live."""


@app.command()
def retrieval(
    folders: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="BEIR folders: corpus.jsonl, queries.jsonl, qrels.tsv.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as one JSON object.")] = False,
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Ask only the first N queries of a set.")
    ] = None,
    cache: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep built indexes here; without it they are thrown away.")
    ] = None,
) -> None:
    """Does search find what answers a question, and which stage loses it?

    Exit status: 0 measured, 2 a folder, a model or an index cannot be used.
    """
    from evals.errors import EvalError
    from knowledge.errors import KnowledgeError

    try:
        with tempfile.TemporaryDirectory() as temporary:
            found = _measure(folders, limit, cache or Path(temporary))
    except (EvalError, KnowledgeError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    _print(found, as_json)


def _measure(folders: list[Path], limit: int | None, cache: Path) -> RetrievalReport:
    from evals.beir import read_beir
    from evals.retrieval import RetrievalSuite, report
    from knowledge.embedding import SentenceTransformerEmbedder
    from knowledge.models.registry import locate
    from knowledge.reranking import LateInteractionReranker
    from knowledge.settings import KnowledgeSettings

    sets = [read_beir(folder) for folder in folders]
    settings = KnowledgeSettings()
    embedder = SentenceTransformerEmbedder(locate("embedder", settings.embedder))
    suite = RetrievalSuite(embedder, LateInteractionReranker(embedder), settings, cache)
    measured = []
    for dataset in sets:
        part = dataset.model_copy(update={"queries": dataset.queries[:limit]})
        with _bars(dataset.name) as progress:
            measured.append(suite.run(part, progress))
    return report(measured)


@contextmanager
def _bars(name: str) -> Iterator[Progress]:
    """A progress bar on standard error for each step that reports itself."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    tasks: dict[str, TaskID] = {}
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:

        def advance(step: str, done: int, total: int) -> None:
            if step not in tasks:
                tasks[step] = bars.add_task(f"{name}: {step}")
            bars.update(tasks[step], completed=done, total=total)

        yield advance


def _print(found: RetrievalReport, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(found.model_dump(mode="json", by_alias=True), ensure_ascii=False))
        return
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    for one in found.sets:
        console.print(f"{one.name}: {one.queries:,} queries, {one.documents:,} documents, {one.passages:,} passages")
        console.print(_table(one))
        console.print(f"{_speed(one)}\nDiagnosis: {one.diagnosis}.\n")
    mean = found.mean
    console.print(
        f"Mean of {len(found.sets)}: nDCG@10 {mean.ndcg_at_10:.3f} · MRR {mean.mrr:.3f} · "
        f"recall@8 {mean.recall_at_8:.3f} · recall@50 {mean.recall_at_50:.3f}"
    )


def _speed(found: SetReport) -> str:
    steps = ", ".join(f"{step} {ms:.0f}" for step, ms in found.stages_ms.items())
    skipped = f" · {found.skipped} documents gave no passage" if found.skipped else ""
    return (
        f"MRR {found.mrr:.3f} · a search takes {found.p50_ms:.0f} ms, one in twenty over {found.p95_ms:.0f} ms "
        f"({steps}){skipped}"
    )


def _table(found: SetReport) -> Table:
    from rich.table import Table

    table = Table("stage")
    for measure in ("nDCG@10", "recall@8", "recall@50"):
        table.add_column(measure, justify="right")
    names = {"bm25": "BM25 alone", "dense": "dense alone", "rrf": "RRF", "rrf+rerank": "RRF + rerank"}
    for stage, scores in found.stages.items():
        values = (scores.ndcg_at_10, scores.recall_at_8, scores.recall_at_50)
        table.add_row(names[stage], *(f"{value:.3f}" for value in values))
    return table
