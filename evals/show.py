"""Printing reports for people, and progress while they are made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from evals.tables import console, figure, table

if TYPE_CHECKING:
    from rich.table import Table

    from evals.calibration_store import Stored
    from evals.gold_adding import Added
    from evals.retrieval_report import FollowUps, RetrievalReport, SetReport
    from evals.suites import SearchModels
    from knowledge.models.calibration import Bound, Calibration, OperatingPoint
    from knowledge.syncing import Progress


@contextmanager
def bars(name: str) -> Iterator[Progress]:
    """A progress bar on standard error for each step that reports itself; none where that is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    tasks: dict[str, TaskID] = {}
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as shown:

        def advance(step: str, done: int, total: int) -> None:
            if step not in tasks:
                tasks[step] = shown.add_task(f"{name}: {step}")
            shown.update(tasks[step], completed=done, total=total)

        yield advance


def print_retrieval(found: RetrievalReport, models: SearchModels) -> None:
    """A table of the stages for each set, its speed and diagnosis, and the mean."""
    out = console()
    out.print(models_line(models))
    for one in found.sets:
        out.print(f"{one.name}: {one.queries:,} queries, {one.documents:,} documents, {one.passages:,} passages")
        out.print(_stages(one))
        out.print(f"{_speed(one)}\n{_funnel(one)}\nDiagnosis: {one.diagnosis}.\n")
        if one.follow_ups:
            out.print(_follow_ups(one.follow_ups))
    mean = found.mean
    out.print(
        f"Mean of {len(found.sets)}: nDCG@10 {mean.ndcg_at_10:.3f} · MRR {mean.mrr:.3f} · "
        f"recall@8 {mean.recall_at_8:.3f} · recall@50 {mean.recall_at_50:.3f}"
    )


def models_line(models: SearchModels) -> str:
    """What searched."""
    return f"Embedder {models.embedder}, reranker {models.reranker or 'none'}"


def print_added(added: Added) -> None:
    """The row that was written, and where."""
    out = console()
    answers = added.row.get("answers", [])
    named = "; ".join(f"{one['article']} › {one['heading']}" for one in answers) or "no article answers"
    lines = " / ".join((*added.row.get("context", []), added.row["text"]))
    out.print(f"Written to {added.path} as {added.row['_id']}: {lines!r} – {named}.", soft_wrap=True)
    out.print(f"It holds {added.questions} questions. Run `support eval retrieval {added.path}`.", soft_wrap=True)


def _speed(found: SetReport) -> str:
    steps = ", ".join(f"{step} {ms:.0f}" for step, ms in found.stages_ms.items())
    skipped = f" · {found.skipped} documents gave no passage" if found.skipped else ""
    return (
        f"MRR {found.mrr:.3f} · a search takes {found.p50_ms:.0f} ms, one in twenty over {found.p95_ms:.0f} ms "
        f"({steps}){skipped}"
    )


def _funnel(found: SetReport) -> str:
    from evals.funnel import FUNNEL_STAGES, LOSING_STEPS

    seen = found.funnel
    steps = ", ".join(f"{FUNNEL_STAGES[stage]} {count}" for stage, count in seen.reached.items())
    losing = f"; most are lost at {seen.losing}: {LOSING_STEPS[seen.losing][1]}" if seen.losing else ""
    return f"Of {seen.questions} questions with an answer in: {steps}{losing}."


def _follow_ups(found: FollowUps) -> Table:
    rows = {
        name: [figure(value) for value in (scores.ndcg_at_10, scores.mrr, scores.recall_at_8, scores.recall_at_50)]
        for name, scores in (("by the conversation", found.rewritten), ("by the last line alone", found.alone))
    }
    return table((f"{found.questions} follow-ups", "nDCG@10", "MRR", "recall@8", "recall@50"), rows)


def _stages(found: SetReport) -> Table:
    names = {"bm25": "BM25 alone", "rrf": "RRF", "rrf+rerank": "RRF + rerank"}
    rows = {
        names.get(stage, f"{stage} alone"): [
            figure(value) for value in (scores.ndcg_at_10, scores.recall_at_8, scores.recall_at_50)
        ]
        for stage, scores in found.stages.items()
    }
    return table(("stage", "nDCG@10", "recall@8", "recall@50"), rows)


def print_calibration(stored: Stored) -> None:
    """The thresholds, how well each set is told apart, and what was written."""
    out, found = console(), stored.calibration
    out.print(f"Temperature {found.temperature:.3f}; both classes are parted best at {found.balanced:.3f}.\n")
    out.print(_points(found))
    for point in found.points:
        if point.bound is not None:
            out.print(_bound(point, point.bound) + "\n")
    out.print(_calibrated_sets(found))
    out.print(f"Written: {stored.path}", soft_wrap=True)
    if stored.manifest_sha256:
        out.print(f"The manifest beside it now has sha256 {stored.manifest_sha256}", soft_wrap=True)
        out.print("That of a shipped model is recorded in knowledge/models/registry.py.")
    if any(point.bound for point in found.points):
        place = Path(stored.path).parent
        out.print(
            f'To use it: `grounding.verifier = "{place}"` and the rate in `grounding.wrong_answer_rate`.',
            soft_wrap=True,
        )


def _bound(point: OperatingPoint, bound: Bound) -> str:
    return (
        f"From {point.entailed:.3f} on {bound.passing:,} labelled claims pass and {bound.wrong:,} of them are wrong: at most "
        f"{bound.upper:.2%} with {bound.confidence:.0%} confidence. {point.passed:.1%} of the supported claims that the "
        "verifier reads pass; the others are cut or go to a person."
    )


def _points(found: Calibration) -> Table:
    rows = {
        f"{100 * point.wrong_answer_rate:g}%": [
            figure(point.entailed),
            figure(point.contradicted),
            figure(point.passed),
        ]
        for point in found.points
    }
    return table(("wrong answers\nat most", "supported\nfrom", "refuted\nfrom", "supported rows\nthat pass"), rows)


def _calibrated_sets(found: Calibration) -> Table:
    from evals.calibration import figures_of

    rows = {}
    for one in figures_of(found):
        errors = one.calibration_error_before, one.calibration_error_after
        rows[one.name] = [f"{one.rows:,}", *map(figure, (one.balanced_accuracy, one.auroc, *errors))]
    head = ("set", "rows", "balanced\naccuracy", "AUROC", "calib. error\nbefore", "calib. error\nafter")
    return table(head, rows)
