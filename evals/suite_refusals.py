"""The refusal suite as a part of a run."""

from __future__ import annotations

from agent.settings import Settings
from evals.gold_sets import GoldSet, read_gold
from evals.refusals import Asked, RefusalReport
from evals.suite_config import RefusalConfig
from evals.suite_retrieval import spread
from evals.suite_types import Bars, Row, SuiteRun, unique
from evals.suites import Shop, measure_refusals
from knowledge.sample import articles_folder


def run_refusals(config: RefusalConfig, settings: Settings) -> SuiteRun:
    """Ask every question; a row fails where it is refused with an answer there, or answered without.

    Raises:
        DatasetError: a set cannot be used.
        KnowledgeError: a model or the articles cannot.
    """
    sets = [_read(one, config.limit) for one in map(read_gold, config.files)]
    found = measure_refusals(settings, sets, Shop(config.articles or articles_folder(), config.as_of))
    wrong = {(one.name, row.id): row for one in found.sets for row in one.wrong}
    rows = [_row(one.name, question.id, question.text, wrong) for one in sets for question in one.questions]
    on_topic = found.all.answered_on_topic / found.all.answered if found.all.answered else None
    return SuiteRun(
        suite="refusals",
        rows=unique(rows),
        measures={
            "precision": found.all.precision,
            "recall": found.all.recall,
            "on_topic": None if on_topic is None else round(on_topic, 4),
        },
        charts=(_ended(found),),
        note=f"{found.all.questions} questions, of which no article answers {found.all.unanswerable}",
    )


def _read(found: GoldSet, limit: int | None) -> GoldSet:
    return found.model_copy(update={"questions": spread(found.questions, limit)})


def _row(where: str, name: str, text: str, wrong: dict[tuple[str, str], Asked]) -> Row:
    one = wrong.get((where, name))
    if one is None:
        return Row(id=name, passed=True, text=text, where=where)
    return Row(
        id=name,
        passed=False,
        stage="decide",
        text=one.question,
        where=where,
        expected="an answer" if one.answerable else "a refusal",
        got=f"{one.outcome} {'; '.join(one.cited)}".strip(),
        why=one.why,
    )


def _ended(found: RefusalReport) -> Bars:
    """Of the questions with an answer and of those without: how they ended."""
    all_ = found.all
    answerable = all_.questions - all_.unanswerable
    refused = all_.refused - all_.refused_rightly
    bars = {
        "an article answers": {
            "answered": float(all_.answered),
            "refused": float(refused),
            "asked back": float(answerable - all_.answered - refused),
        },
        "none answers": {
            "answered": float(all_.unanswerable - all_.refused_rightly),
            "refused": float(all_.refused_rightly),
        },
    }
    return Bars(title="Questions with and without an answer: how they ended", bars=bars, unit="questions")
