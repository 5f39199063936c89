"""How much of the encoder's speed a sync keeps: `python -m evals.bench_ingest [DIR] [--passages N]`.

A sync reads, splits, embeds and stores; the encoder alone embeds the very passages that the sync made, in the same
batches by length. Both run in every repeat, so that the share is one of the same machine in the same minute. A share of
1 means that all but the encoder costs nothing.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated

import typer

from evals.bench_corpus import write_made_articles
from evals.cli_options import refusing
from evals.tables import console, table
from evals.timing import elapsed_ms, forward_clock
from knowledge.types import Value

if TYPE_CHECKING:
    from knowledge.embedding import Embedder
    from knowledge.settings import KnowledgeSettings

PHASES = {
    "reading": "read and split",
    "planned": "compare with the index before",
    "embedding": "embed",
    "stored": "store vectors",
    "writing": "BM25, catalogue, manifest",
    "swept": "clear old states",
}
"""What a sync does, by the mark that ends it."""


class Phase(Value):
    """One part of a sync."""

    name: str
    seconds: float
    forward_s: float
    """Of it, in the models' forward passes."""


class IngestFigures(Value):
    """A sync from nothing beside the encoder alone, medians over the repeats."""

    articles: int
    passages: int
    repeats: int
    sync_s: float
    encoder_s: float
    """Of the encoder alone, on the same passages."""
    passages_per_s: float
    """Of the sync."""
    share: float
    """Of the encoder's rate that the sync reaches."""
    share_low: float
    """In the worst repeat."""
    forward_share: float
    """Of the sync's time, in forward passes: of the passages, and of the sentences whose meaning is looked at."""
    phases: tuple[Phase, ...]
    """Of the repeat whose share is the median, or next below it."""


@dataclass
class PhaseClock:
    """Takes the time from a sync's own progress calls."""

    spent: Sequence[float]
    """Milliseconds of every forward pass so far; grows while the sync runs."""
    marks: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Wall seconds and forward seconds at the end of each phase."""

    def __call__(self, step: str, done: int, total: int) -> None:
        """What a sync calls on its way."""
        if step == "embedding" and done == 0:
            self.mark("planned")
        elif step == "writing" and done == 0:
            self.mark("stored")
        else:
            self.mark(step)

    def mark(self, name: str) -> None:
        """Now is the end of this phase, so far."""
        self.marks[name] = (time.perf_counter(), sum(self.spent) / 1000)

    def phases(self) -> tuple[Phase, ...]:
        """The phases in order, from the mark `begin` on; one that was not reached takes no time."""
        found: list[Phase] = []
        wall, forward = self.marks["begin"]
        for mark, name in PHASES.items():
            ends, passed = self.marks.get(mark, (wall, forward))
            found.append(Phase(name=name, seconds=round(ends - wall, 3), forward_s=round(passed - forward, 3)))
            wall, forward = ends, passed
        return tuple(found)


def main(
    folder: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="Articles; made ones where none is named.")
    ] = None,
    passages: Annotated[int, typer.Option(min=5, metavar="N", help="About so many, where articles are made.")] = 1_000,
    repeats: Annotated[int, typer.Option(min=1, metavar="N", help="How often both are measured.")] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """Sync from nothing against the encoder alone. Exit status: 0 measured, 2 the folder cannot be used."""
    from knowledge.models.registry import locate
    from knowledge.onnx_embedding import open_embedder
    from knowledge.settings import KnowledgeSettings

    settings = KnowledgeSettings()
    embedder = open_embedder(locate("embedder", settings.embedder))
    with refusing(), tempfile.TemporaryDirectory() as name:
        articles = folder or write_made_articles(Path(name) / "articles", passages)
        found = measure(articles, Path(name), embedder, settings, repeats)
    if as_json:
        typer.echo(json.dumps(found.model_dump()))
    else:
        _print(found)


def measure(articles: Path, home: Path, embedder: Embedder, settings: KnowledgeSettings, repeats: int) -> IngestFigures:
    """Sync and encode in turns, after one small sync that loads the model and the libraries.

    Args:
        articles: a folder.
        home: a folder where the indexes are written.
        embedder: of both.
        settings: of the sync.
        repeats: of which the medians are told.
    """
    _once(write_made_articles(home / "first", 5), home / "first-index", embedder, settings)
    runs = [_once(articles, home / f"index-{repeat}", embedder, settings) for repeat in range(repeats)]
    runs.sort(key=lambda run: run.share)
    middle = runs[(len(runs) - 1) // 2]
    sync_s = round(median(run.sync_s for run in runs), 3)
    return middle.model_copy(
        update={
            "repeats": repeats,
            "sync_s": sync_s,
            "encoder_s": round(median(run.encoder_s for run in runs), 3),
            "passages_per_s": round(middle.passages / sync_s, 1),
            "share": round(median(run.share for run in runs), 3),
            "share_low": runs[0].share,
            "forward_share": round(median(run.forward_share for run in runs), 3),
        }
    )


def _once(articles: Path, index: Path, embedder: Embedder, settings: KnowledgeSettings) -> IngestFigures:
    from knowledge.fingerprint import fingerprint
    from knowledge.index import open_index
    from knowledge.syncing import Syncer

    with forward_clock() as spent:
        clock = PhaseClock(spent)
        clock.mark("begin")
        report = Syncer(index, embedder, settings).sync(articles, progress=clock)
        clock.mark("swept")
    sync_s = clock.marks["swept"][0] - clock.marks["begin"][0]
    state = open_index(index, fingerprint(embedder, settings))
    # As a sync has them: a batch holds texts of like length.
    texts = sorted((passage.indexed_text for passage in state.passages), key=len, reverse=True)
    state.close()
    encoder_s = elapsed_ms(partial(embedder.embed_passages, texts)) / 1000
    share = round(encoder_s / sync_s, 3)
    return IngestFigures(
        articles=report.articles,
        passages=report.passages,
        repeats=1,
        sync_s=round(sync_s, 3),
        encoder_s=round(encoder_s, 3),
        passages_per_s=round(report.passages / sync_s, 1),
        share=share,
        share_low=share,
        forward_share=round(sum(spent) / 1000 / sync_s, 3),
        phases=clock.phases(),
    )


def _print(found: IngestFigures) -> None:
    console().print(
        f"{found.passages:,} passages of {found.articles:,} articles: {found.passages_per_s:,.0f} passages/s, {found.share:.2f} of the "
        f"encoder alone ({found.sync_s:.1f} s against {found.encoder_s:.1f} s, ×{found.repeats}, worst {found.share_low:.2f}); "
        f"{found.forward_share:.2f} of the sync is forward passes"
    )
    rows = {
        one.name: (f"{one.seconds:.2f}", f"{one.forward_s:.2f}", f"{one.seconds / found.encoder_s:.1%}")
        for one in found.phases
    }
    console().print(table(("what a sync does", "s", "of it forward passes", "of the encoder's time"), rows))


if __name__ == "__main__":
    typer.run(main)
