"""The retrieval suite as a part of a run."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from agent.settings import Settings
from evals.beir import RetrievalSet, read_beir
from evals.funnel import FUNNEL_STAGES, LOSING_STEPS, LosingStep, Lost
from evals.gold_sets import GoldSet, is_gold, read_gold
from evals.retrieval_report import SetReport
from evals.suite_config import RetrievalConfig
from evals.suite_types import Bars, Row, SuiteRun, unique
from evals.suites import Shop, measure_retrieval
from knowledge.sample import articles_folder

Item = TypeVar("Item")


def run_retrieval(config: RetrievalConfig, settings: Settings) -> SuiteRun:
    """Search for every question; a row fails where no passage that answers it is kept.

    Raises:
        DatasetError: a set cannot be used.
        KnowledgeError: a model or an index cannot.
    """
    sets = [_read(path, config.limit) for path in config.files]
    with tempfile.TemporaryDirectory() as cache:
        shop = Shop(config.articles or articles_folder(), config.as_of)
        found, models = measure_retrieval(settings, sets, shop, Path(cache))
    firsts = sum(one.funnel.reached.get("first", 0) for one in found.sets)
    mean = found.mean.model_dump(by_alias=True)
    return SuiteRun(
        suite="retrieval",
        rows=unique([row for read, one in zip(sets, found.sets, strict=True) for row in _rows(read, one)]),
        measures={name: mean[name] for name in ("ndcg@10", "mrr", "recall@8", "recall@50", "p95_ms")}
        | {"first": round(firsts / sum(one.funnel.questions for one in found.sets), 4)},
        charts=tuple(_funnel(one) for one in found.sets),
        note=f"embedder {models.embedder}, reranker {models.reranker or 'none'}; {found.sets[0].diagnosis}",
    )


def _read(path: Path, limit: int | None) -> RetrievalSet | GoldSet:
    if is_gold(path):
        found = read_gold(path)
        return found.model_copy(update={"questions": spread(found.answerable, limit)})
    beir = read_beir(path)
    return beir.model_copy(update={"queries": spread(beir.queries, limit)})


def spread(rows: tuple[Item, ...], limit: int | None) -> tuple[Item, ...]:
    """So many of the rows, evenly spread over all of them; always the same."""
    if limit is None or limit >= len(rows):
        return rows
    return tuple(rows[n * len(rows) // limit] for n in range(limit))


def _rows(read: RetrievalSet | GoldSet, found: SetReport) -> Iterator[Row]:
    lost = {one.id: (step, one) for step, rows in found.funnel.lost.items() for one in rows}
    asked = [(one.id, one.text) for one in (read.answerable if isinstance(read, GoldSet) else read.queries)]
    for name, text in asked:
        step, one = lost.get(name, (None, None))
        yield _row(name, text, found.name, step, one)


def _row(name: str, text: str, where: str, step: LosingStep | None, lost: Lost | None) -> Row:
    if step is None or lost is None:
        return Row(id=name, passed=True, text=text, where=where, got="first")
    kept = step == "ranking"
    return Row(
        id=name,
        passed=kept,
        stage=None if kept else "retrieval" if step in ("retrieval", "fusion") else "rank",
        text=text,
        where=where,
        expected="; ".join(lost.wanted),
        got="; ".join(lost.found) or "nothing",
        why=LOSING_STEPS[step][1],
    )


def _funnel(found: SetReport) -> Bars:
    reached = {FUNNEL_STAGES[stage]: {"": float(n)} for stage, n in found.funnel.reached.items()}
    bars = {"all questions": {"": float(found.funnel.questions)}, **reached}
    return Bars(title=f"Questions whose answer is still there: {found.name}", bars=bars, unit="questions")
