"""`support kb sync` and `support kb search`."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import typer

from agent.build import open_parts
from agent.cli.show import console, print_json, progress_bar, row, say, table, tell
from agent.errors import InputError
from agent.settings import Settings
from knowledge.filters import Filter, filterable, parse_conditions
from knowledge.search import SearchResult
from knowledge.syncing import SyncReport
from knowledge.types import RETRIEVERS, RetrieverName, SearchHit


def run_sync(settings: Settings, folder: Path, *, dry_run: bool, rebuild: bool, force: bool, as_json: bool) -> None:
    """Sync a folder and report; exit status 1 where files were skipped."""
    with progress_bar() as progress:
        report = open_parts(settings).syncer.sync(
            folder, dry_run=dry_run, rebuild=rebuild, force=force, progress=progress
        )
    if as_json:
        print_json(report.model_dump(mode="json"))
    else:
        _print_report(report)
    if report.plan.unreadable:
        raise typer.Exit(1)


def _print_report(report: SyncReport) -> None:
    plan = report.plan
    counts = (
        ("added", plan.added),
        ("changed", plan.changed),
        ("renamed", [f"{one.old} → {one.new}" for one in plan.renamed]),
        ("removed", plan.removed),
        ("unchanged", plan.unchanged),
    )
    would = "would be " if report.dry_run else ""
    typer.echo(", ".join(f"{len(sources)} {would}{name}" for name, sources in counts))
    if report.dry_run:
        for name, sources in counts[:-1]:
            for source in sources:
                say(f"  {name}: {source}")
    encoded = "".join(f", {count} encoded for {name}" for name, count in report.encoded.items())
    typer.echo(f"{report.articles} articles, {report.passages} passages, {report.embedded} of them embedded{encoded}")
    if report.adds:
        typer.echo(f"{'would add' if report.dry_run else 'added'} what the retriever {' and '.join(report.adds)} reads")
    for source in plan.hidden:
        say(f"  for staff only, as its front matter hides it: {source}")
    for problem in plan.unreadable:
        tell(f"  not read: {problem.source_id}: {problem.reason}")


def run_search(
    settings: Settings,
    text: str,
    *,
    k: int | None,
    conditions: list[str],
    as_of: str | None,
    explain: bool,
    as_json: bool,
) -> None:
    """Search, and print what was found."""
    condition = Filter(as_of=_day(as_of), equals=parse_conditions(conditions))
    knowledge = open_parts(settings).knowledge
    result = knowledge.search(text, condition, k)
    if as_json:
        print_json(_as_json(result, condition))
        return
    if not result.allowed:
        keys = sorted({key for passage in knowledge.searcher.state.passages for key in filterable(passage)})
        tell(f"The filter matches no passage. The articles have these keys: {', '.join(keys)}.")
    for hit in result.hits:
        _print_hit(hit)
    if explain:
        _print_explanation(result, condition)


def _day(text: str | None) -> date:
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise InputError(f"--as-of got {text!r}: wanted a date such as 2026-09-01.") from error


def _as_json(result: SearchResult, condition: Filter) -> dict[str, Any]:
    shown = _shown(result)
    unseen = {str(name) for name in RETRIEVERS if name not in shown}
    return {
        "query": result.query,
        "results": [
            {
                "rank": hit.rank,
                "passage_id": hit.passage.passage_id,
                "article": hit.passage.article,
                "heading_path": list(hit.passage.heading_path),
                "text": hit.passage.text,
                "lines": list(hit.passage.lines),
                "scores": hit.scores.model_dump(exclude=unseen),
                "ranks": {name: hit.ranks.get(name) for name in shown},
                "identifiers": list(hit.identifiers),
            }
            for hit in result.hits
        ],
        "retrievers": list(result.retrievers),
        "reranker": result.reranker,
        "filter": {**condition.model_dump(mode="json"), "audiences": sorted(condition.audiences)},
        "allowed": result.allowed,
        "candidates": list(result.candidates),
        "timings_ms": result.timings_ms,
    }


def _shown(result: SearchResult) -> list[RetrieverName]:
    """BM25 and dense, whose keys scripts rely on, and what else was asked."""
    return [name for name in RETRIEVERS if name in ("bm25", "dense", *result.retrievers)]


def _print_hit(hit: SearchHit) -> None:
    first, last = hit.passage.lines
    path = " › ".join(hit.passage.heading_path)
    say(f"{hit.rank}. {path}  ({hit.passage.article}, lines {first}-{last})", style="bold")
    say("   " + hit.passage.text.replace("\n", "\n   "))


def _print_explanation(result: SearchResult, condition: Filter) -> None:
    found = table("rank", "passage", *result.retrievers, "fused", "rerank")
    for hit in result.hits:
        scores = hit.scores
        row(
            found,
            hit.rank,
            hit.passage.passage_id,
            *(_ranked(hit.ranks.get(name), getattr(scores, name)) for name in result.retrievers),
            f"{scores.fused:.4f}",
            "-" if scores.rerank is None else f"{scores.rerank:.3f}",
        )
    console().print(found)
    say(f"reranker: {result.reranker or 'none ran'}")
    if held := sorted({token for hit in result.hits for token in hit.identifiers}):
        say(f"what holds {', '.join(held)} stands first, for few passages do")
    keys = ", ".join(f"{key}={value}" for key, value in condition.equals.items()) or "no front matter key"
    say(
        f"filter: in force on {condition.as_of}, for {', '.join(sorted(condition.audiences))}, {keys}; "
        f"it allows {result.allowed} passages, {len(result.candidates)} were candidates"
    )
    say("timings: " + ", ".join(f"{stage} {took} ms" for stage, took in result.timings_ms.items()))


def _ranked(rank: int | None, score: float | None) -> str:
    return "not found" if rank is None or score is None else f"#{rank} ({score:.3f})"
