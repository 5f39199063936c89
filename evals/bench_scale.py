"""How search and sync grow with the knowledge base: `python -m evals.bench_scale`, with `--sizes 1000,10000,100000` for more.

The texts are drawn from a made-up vocabulary and the vectors from their words, so that no model is run: what is measured
is what the index itself costs. Every size is built, synced again without a change, opened anew and searched, all in a
temporary folder; times stand beside those of the smallest size in the same run.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from evals.bench_growth import SizeFigures, measure
from evals.bench_growth_svg import growth_svg
from evals.bench_words import PASSAGES_AN_ARTICLE


def main(
    sizes: Annotated[str, typer.Option(help="Passages, comma-separated, smallest first.")] = "1000,10000,30000",
    out: Annotated[Path | None, typer.Option(help="Write the figures there as JSON.")] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Draw search, memory and sync by passages there, as SVG.")
    ] = None,
) -> None:
    """Measure each size and print a line for it. Exit status: 0 measured, 2 a size is not one."""
    found: list[SizeFigures] = []
    for size in _sizes(sizes):
        with tempfile.TemporaryDirectory() as name:
            found.append(measure(size, Path(name)))
        typer.echo(_line(found[-1], found[0]))
    for path, text in ((picture, growth_svg(found)), (out, json.dumps([one.model_dump() for one in found], indent=1))):
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


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
    mapped = (
        "" if one.bm25_mapped_mb is None else f" (BM25 {one.bm25_resident_mb:.0f} of {one.bm25_mapped_mb:.0f} mapped)"
    )
    return (
        f"{one.passages:>7,} passages: sync {one.sync_s:.1f} s, unchanged {one.unchanged_sync_s:.2f} s, open {one.open_ms:.0f} ms, "
        f"search p50 {one.search_p50_ms:.1f} p95 {one.search_p95_ms:.1f} ms ({grown:.1f} × the smallest), "
        f"unfiltered p50 {one.unfiltered_p50_ms:.1f} ms, memory {one.memory_mb:.0f} MB{mapped}, to sync {one.sync_memory_mb:.0f} MB, "
        f"disk {one.disk_mb:.0f} MB"
    )


if __name__ == "__main__":
    typer.run(main)
