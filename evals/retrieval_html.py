"""The retrieval report as one HTML file: it loads nothing, and all that comes from data is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from evals.errors import ReportError
from evals.funnel import LOSING_STEPS, Lost
from evals.funnel_svg import funnel_svg
from evals.retrieval_report import FinalScores, RetrievalReport, SetReport
from evals.tables import figure

LISTED = 200
"""Lost questions that are listed for a step."""

STYLE = """
:root { color-scheme: light dark; --line: #8885; --bar: #3d7ea6; --losing: #c8553d; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
th:first-child, td:first-child, .words td, .words th { text-align: left; overflow-wrap: anywhere; }
.funnel { width: 100%; max-width: 760px; font-size: 14px; }
.funnel text { fill: currentColor; dominant-baseline: central; }
.bar { fill: var(--bar); }
.losing { fill: var(--losing); }
summary { cursor: pointer; margin: .5rem 0; }
"""


def write_report(found: RetrievalReport, models: str, path: Path) -> None:
    """Write the report.

    Raises:
        ReportError: the file cannot be written.
    """
    try:
        path.write_text(report_html(found, models), encoding="utf-8")
    except OSError as error:
        raise ReportError(
            f"{path} cannot be written ({error.strerror}): wanted a file in a folder that is there. "
            "Name another with `--report FILE`."
        ) from error


def report_html(found: RetrievalReport, models: str) -> str:
    """The whole page: each set with its figures, its funnel and its lost questions.

    Args:
        found: the sets, and their mean.
        models: one line that says what searched.
    """
    body = "\n".join(_set(one) for one in found.sets)
    mean = _table(("mean of the sets", *FIGURES), [(f"{len(found.sets)}", *_final(found.mean))])
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Retrieval report</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>Retrieval</h1>\n"
        f"<p>{escape(models)}</p>\n{mean}\n{body}\n</body>\n</html>\n"
    )


FIGURES = ("nDCG@10", "MRR", "recall@8", "recall@50")


def _final(scores: FinalScores) -> tuple[str, ...]:
    return tuple(figure(value) for value in (scores.ndcg_at_10, scores.mrr, scores.recall_at_8, scores.recall_at_50))


def _set(found: SetReport) -> str:
    stages = [
        (stage, *(figure(value) for value in (scores.ndcg_at_10, scores.recall_at_8, scores.recall_at_50)))
        for stage, scores in found.stages.items()
    ]
    parts = [
        f"<section>\n<h2>{escape(found.name)}</h2>",
        f"<p>{found.queries:,} queries, {found.documents:,} documents, {found.passages:,} passages. "
        f"Diagnosis: {escape(found.diagnosis)}. A search takes {found.p50_ms:.0f} ms (median).</p>",
        _table(("set", *FIGURES), [(found.name, *_final(found))]),
        _table(("stage", "nDCG@10", "recall@8", "recall@50"), stages),
        _follow_ups(found),
        f"<p>Questions with an answer at each stage. {escape(_losing(found))}</p>",
        funnel_svg(found.funnel, found.name),
        *(_lost(step, LOSING_STEPS[step][1], lost) for step, lost in found.funnel.lost.items()),
        "</section>",
    ]
    return "\n".join(part for part in parts if part)


def _follow_ups(found: SetReport) -> str:
    if found.follow_ups is None:
        return ""
    rows = [
        ("looked for by the conversation", *_final(found.follow_ups.rewritten)),
        ("by the last line alone", *_final(found.follow_ups.alone)),
    ]
    return _table((f"{found.follow_ups.questions} follow-ups", *FIGURES), rows)


def _losing(found: SetReport) -> str:
    losing = found.funnel.losing
    if losing is None:
        return "None is lost."
    lost = found.funnel.lost[losing]
    return f"The losing stage is {losing}, with {len(lost)} of {found.funnel.questions}: {LOSING_STEPS[losing][1]}."


def _lost(step: str, meaning: str, lost: Sequence[Lost]) -> str:
    rows = [(one.id, one.question, "; ".join(one.wanted), "; ".join(one.found) or "nothing") for one in lost[:LISTED]]
    more = f"<p>And {len(lost) - LISTED:,} more.</p>" if len(lost) > LISTED else ""
    table = _table(("id", "question", "wanted", "found instead"), rows, "words")
    return f"<details>\n<summary>Lost at {escape(step)}: {len(lost):,} ({escape(meaning)})</summary>\n{table}{more}\n</details>"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]], kind: str = "figures") -> str:
    heads = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<table class="{kind}">\n<tr>{heads}</tr>\n{body}\n</table>'
