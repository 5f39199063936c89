"""What one size of a knowledge base costs: to sync, to open, to search and to hold in memory."""

from __future__ import annotations

import random
import resource
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from typing import TypeVar

from evals.bench_words import PASSAGES_AN_ARTICLE, WordVectorEmbedder, made_words, write_articles
from evals.timing import elapsed_ms
from knowledge.filters import Filter
from knowledge.search import KnowledgeBase
from knowledge.settings import KnowledgeSettings, index_folder
from knowledge.syncing import Syncer
from knowledge.types import Value

T = TypeVar("T")

QUERIES = 200
SMAPS = Path("/proc/self/smaps")


class BuildFigures(Value):
    """What a sync of one size costs."""

    sync_s: float
    """From nothing, reading and splitting included."""
    unchanged_sync_s: float
    sync_memory_mb: float
    """Largest resident memory of the process that synced."""
    disk_mb: float


class SearchFigures(Value):
    """What searching one size costs, without reranking."""

    passages: int
    open_ms: float
    """The first search of a process, which opens the index."""
    search_p50_ms: float
    """For customers: some articles are internal."""
    search_p95_ms: float
    unfiltered_p50_ms: float
    """Where every passage is allowed."""
    idle_memory_mb: float
    """Resident memory of the process before it opens the index: Python and what it imports."""
    memory_mb: float
    """Largest resident memory of a process that opens the index and searches it."""
    bm25_mapped_mb: float | None
    """Of the BM25 files, what the process has memory-mapped; None where the system does not tell."""
    bm25_resident_mb: float | None
    """How much of that is in memory after the searches; all processes that map the files share it."""


class SizeFigures(BuildFigures, SearchFigures):
    """What one size costs."""


def measure(size: int, home: Path) -> SizeFigures:
    """Build one size, then search it; each in a process of its own, so that the memory is its own, too.

    Args:
        size: passages, about.
        home: an empty folder.
    """
    built = _in_fresh_process(partial(build, size, home))
    searched = _in_fresh_process(partial(search, home))
    return SizeFigures(**built.model_dump(), **searched.model_dump())


def build(size: int, home: Path) -> BuildFigures:
    """Write articles of made-up words and sync them twice."""
    articles = write_articles(home / "articles", size // PASSAGES_AN_ARTICLE, random.Random(7))
    syncer = Syncer(index_folder(home), WordVectorEmbedder(), _settings())
    whole, unchanged = (elapsed_ms(partial(syncer.sync, articles)) / 1000 for _ in range(2))
    files = [path for path in index_folder(home).rglob("*") if path.is_file()]
    return BuildFigures(
        sync_s=round(whole, 2),
        unchanged_sync_s=round(unchanged, 2),
        sync_memory_mb=peak_mb(),
        disk_mb=round(sum(path.stat().st_size for path in files) / 1e6, 1),
    )


def search(home: Path) -> SearchFigures:
    """Open the index that stands below a folder, and search it as a customer and as someone who may see all."""
    base = KnowledgeBase(index_folder(home), WordVectorEmbedder(), None, _settings())
    customer = Filter(as_of=date.today())
    everybody = customer.model_copy(update={"audiences": customer.audiences | {"internal"}})
    idle = peak_mb()
    open_ms = elapsed_ms(partial(base.search, "word1 word2", customer))
    rng = random.Random(8)
    queries = [made_words(rng, 8) for _ in range(QUERIES)]
    filtered, unfiltered = (
        [elapsed_ms(partial(base.search, text, condition)) for text in queries] for condition in (customer, everybody)
    )
    mapped = mapped_mb(base.searcher.state.folder / "bm25")
    return SearchFigures(
        passages=len(base.searcher.state.passages),
        open_ms=round(open_ms, 1),
        search_p50_ms=round(median(filtered), 2),
        search_p95_ms=round(quantiles(filtered, n=20)[-1], 2),
        unfiltered_p50_ms=round(median(unfiltered), 2),
        idle_memory_mb=idle,
        memory_mb=peak_mb(),
        bm25_mapped_mb=mapped and mapped[0],
        bm25_resident_mb=mapped and mapped[1],
    )


def _settings() -> KnowledgeSettings:
    """Splitting by meaning is the embedder's work, and this embedder is no model."""
    return KnowledgeSettings(meaning=False)


def peak_mb() -> float:
    """Largest resident memory of this process so far; Linux counts in kilobytes."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 0)


def mapped_mb(folder: Path) -> tuple[float, float] | None:
    """Memory of this process that maps files of a folder, as (mapped, resident); None where there is no /proc."""
    if not SMAPS.is_file():
        return None
    with SMAPS.open(encoding="utf-8") as lines:
        found = list(_sizes_kb(lines, str(folder.resolve())))
    mapped, resident = (sum(sizes) / 1024 for sizes in zip(*found, strict=True)) if found else (0.0, 0.0)
    return round(mapped, 1), round(resident, 1)


def _sizes_kb(lines: Iterable[str], folder: str) -> Iterator[tuple[int, int]]:
    """Size and resident part of every mapping of a file below the folder; layout: proc(5), /proc/pid/smaps."""
    of_folder, size = False, 0
    for line in lines:
        fields = line.split(maxsplit=5)
        if not fields[0].endswith(":"):
            of_folder = len(fields) == 6 and fields[5].startswith(folder)
        elif of_folder and fields[0] == "Size:":
            size = int(fields[1])
        elif of_folder and fields[0] == "Rss:":
            yield size, int(fields[1])


def _in_fresh_process(action: Callable[[], T]) -> T:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(action).result()
