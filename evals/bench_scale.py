"""How search and sync grow with the knowledge base: `python -m evals.bench_scale [--sizes 1000,10000,100000]`.

The texts are drawn from a made-up vocabulary and the vectors from their words, so that no model is run: what is measured
is what the index itself costs. Every size is built, synced again without a change, opened anew and searched, all in a
temporary folder; times stand beside those of the smallest size in the same run.
"""

from __future__ import annotations

import hashlib
import json
import random
import resource
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from statistics import median, quantiles
from typing import Annotated

import numpy as np
import typer

from evals.timing import elapsed_ms
from knowledge.curve import curve_svg
from knowledge.embedding import Vectors, unit_rows
from knowledge.filters import Filter
from knowledge.search import KnowledgeBase
from knowledge.settings import KnowledgeSettings, index_folder
from knowledge.syncing import Syncer
from knowledge.types import Value

PASSAGES_AN_ARTICLE = 10
WORDS_A_PASSAGE = 60
VOCABULARY = 20_000
QUERIES = 200
DIMENSION = 384
INTERNAL_EVERY = 50
"""Every so manyth article is internal: a customer's search is then filtered, as it is in most shops."""


@dataclass(frozen=True)
class WordVectorEmbedder:
    """A text's vector is the sum of random vectors of its words: near texts share words, and no model is run."""

    name: str = "word-vectors"
    weights_sha256: str = "0" * 64
    dimension: int = DIMENSION
    window: int = 256

    @cached_property
    def _axes(self) -> Vectors:
        return unit_rows(np.random.default_rng(7).standard_normal((4_096, self.dimension)).astype(np.float32))

    def tokens(self, text: str) -> list[str]:
        """Words."""
        return text.split()[: self.window - 2]

    def count_tokens(self, text: str) -> int:
        """Words."""
        return len(text.split())

    def embed_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """A row per word."""
        return [self._axes[[_axis(word) for word in self.tokens(text)]] for text in texts]

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Rows of unit length."""
        rows = [matrix.sum(axis=0) for matrix in self.embed_tokens(texts)]
        return unit_rows(np.asarray(rows, dtype=np.float32).reshape(len(texts), self.dimension))

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Rows of unit length."""
        return self.embed_passages(texts)


class SizeFigures(Value):
    """What one size costs."""

    passages: int
    sync_s: float
    """From nothing, reading and splitting included."""
    unchanged_sync_s: float
    open_ms: float
    """The first search of a process, which opens the index."""
    search_p50_ms: float
    """Without reranking, for customers: some articles are internal."""
    search_p95_ms: float
    unfiltered_p50_ms: float
    """Where every passage is allowed."""
    memory_mb: float
    """Largest resident memory so far."""
    disk_mb: float


def measure(size: int, home: Path) -> SizeFigures:
    """Build, sync and search one size.

    Args:
        size: passages, about.
        home: an empty folder.
    """
    rng, embedder, settings = random.Random(7), WordVectorEmbedder(), KnowledgeSettings(meaning=False)
    articles = write_articles(home / "articles", size // PASSAGES_AN_ARTICLE, rng)
    syncer = Syncer(index_folder(home), embedder, settings)
    sync_s, unchanged_s = (elapsed_ms(partial(syncer.sync, articles)) / 1000 for _ in range(2))
    base = KnowledgeBase(index_folder(home), embedder, None, settings)
    customer = Filter(as_of=date.today())
    everybody = Filter(as_of=date.today(), audiences=customer.audiences | {"internal"})
    open_ms = elapsed_ms(partial(base.search, "word1 word2", customer))
    queries = [" ".join(_words(rng, 8)) for _ in range(QUERIES)]
    filtered = [elapsed_ms(partial(base.search, text, customer)) for text in queries]
    unfiltered = [elapsed_ms(partial(base.search, text, everybody)) for text in queries]
    return SizeFigures(
        passages=len(base.searcher.state.passages),
        sync_s=round(sync_s, 2),
        unchanged_sync_s=round(unchanged_s, 2),
        open_ms=round(open_ms, 1),
        search_p50_ms=round(median(filtered), 2),
        search_p95_ms=round(quantiles(filtered, n=20)[-1], 2),
        unfiltered_p50_ms=round(median(unfiltered), 2),
        memory_mb=round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 0),
        disk_mb=round(sum(path.stat().st_size for path in index_folder(home).rglob("*") if path.is_file()) / 1e6, 1),
    )


def write_articles(folder: Path, count: int, rng: random.Random) -> Path:
    """Articles of ten sections each."""
    folder.mkdir(parents=True)
    for n in range(count):
        front = "---\naudience: internal\n---\n" if n % INTERNAL_EVERY == 0 else ""
        sections = (
            f"## {' '.join(_words(rng, 3))}\n\n{' '.join(_words(rng, WORDS_A_PASSAGE))}.\n"
            for _ in range(PASSAGES_AN_ARTICLE)
        )
        text = f"{front}# Article {n}\n\n" + "\n".join(sections)
        (folder / f"a{n:06d}.md").write_text(text, encoding="utf-8")
    return folder


def main(
    sizes: Annotated[str, typer.Option(help="Passages, comma-separated, smallest first.")] = "1000,10000,100000",
    out: Annotated[Path | None, typer.Option(help="Write the figures there as JSON.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw search time by passages there, as SVG.")] = None,
) -> None:
    """Measure each size and print a line for it. Exit status: 0 measured, 2 a size is not one."""
    found: list[SizeFigures] = []
    for size in _sizes(sizes):
        with tempfile.TemporaryDirectory() as name:
            found.append(measure(size, Path(name)))
            shutil.rmtree(name, ignore_errors=True)
        typer.echo(_line(found[-1], found[0]))
    if picture:
        points = [(one.passages / 1000, one.search_p50_ms) for one in found]
        picture.write_text(
            curve_svg(points, "Search without reranking", "thousand passages", "p50, ms"), encoding="utf-8"
        )
    if out:
        out.write_text(json.dumps([one.model_dump() for one in found], indent=1), encoding="utf-8")


def _sizes(text: str) -> list[int]:
    try:
        sizes = [int(part) for part in text.split(",")]
    except ValueError:
        sizes = []
    if not sizes or min(sizes) < PASSAGES_AN_ARTICLE:
        raise typer.BadParameter(f"{text!r}: wanted numbers of at least {PASSAGES_AN_ARTICLE}, for example 1000,10000.")
    return sizes


def _line(one: SizeFigures, first: SizeFigures) -> str:
    grown = one.search_p50_ms / first.search_p50_ms
    return (
        f"{one.passages:>7,} passages: sync {one.sync_s:.1f} s, unchanged {one.unchanged_sync_s:.2f} s, open {one.open_ms:.0f} ms, "
        f"search p50 {one.search_p50_ms:.1f} p95 {one.search_p95_ms:.1f} ms ({grown:.1f} × the smallest), "
        f"unfiltered p50 {one.unfiltered_p50_ms:.1f} ms, memory {one.memory_mb:.0f} MB, disk {one.disk_mb:.0f} MB"
    )


def _words(rng: random.Random, count: int) -> list[str]:
    """Common words are drawn more often than rare ones, about as Zipf's law has it."""
    return [f"word{int(VOCABULARY ** rng.random())}" for _ in range(count)]


def _axis(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=2).digest(), "big") % 4_096


if __name__ == "__main__":
    typer.run(main)
