"""A run as one HTML page: it loads nothing and runs nothing, and all that comes from data is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evals.report_plots import picture
from evals.report_result import RunResult
from evals.report_style import STYLE
from evals.report_text import html
from evals.suite_baseline import Change, Difference
from evals.suite_running import Threshold
from evals.suite_types import Chart, Row, SuiteRun, SuiteTurn

LISTED = 200
"""Failing rows of a suite, or differences of a kind, that are shown."""

BEGINNING = 90
"""Characters of what was asked that stand beside a failing row's name."""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
"""Nothing is fetched and no script runs, whatever a text holds."""

SIGNS = {"at_least": "≥", "at_most": "≤"}

CHANGES: dict[Change, str] = {
    "worse": "Worse than the baseline",
    "better": "Better than the baseline",
    "other": "Otherwise, or new",
}


def page(result: RunResult) -> str:
    """The whole page: the verdict, the thresholds, what changed, then suite by suite."""
    verdict = "good" if result.passed else "bad"
    body = [
        "<h1>Do conversations, search and checks hold?</h1>",
        f'<p class="verdict {verdict}">{html(result.sentence)}</p>',
        f'<p class="dim">{html(result.made_on)}</p>',
        "<h2>Thresholds</h2>",
        _thresholds(result.thresholds),
        *_differences(result.differences),
        *(_suite(run) for run in result.suites),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n'
        f"<title>Evaluation report</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _thresholds(held: Sequence[Threshold]) -> str:
    if not held:
        return "<p>None is set.</p>"
    rows = [
        (
            f'<td class="words">{html(one.suite)}</td><td class="words">{_words(one.measure)}</td>'
            f"<td>{SIGNS[one.bound]}&nbsp;{one.wanted:g}</td><td>{_figure(one.got)}</td>"
            f'<td class="words {"good" if one.met else "bad"}">{"✓ met" if one.met else "✗ missed"}</td>'
        )
        for one in sorted(held, key=lambda one: one.met)
    ]
    head = '<th class="words">suite</th><th class="words">measure</th><th>wanted</th><th>got</th><th class="words">met?</th>'
    return _table(head, rows)


def _differences(found: Sequence[Difference] | None) -> Iterable[str]:
    if found is None:
        return
    yield "<h2>Since the baseline</h2>"
    if not found:
        yield "<p>Nothing is otherwise.</p>"
    for change, title in CHANGES.items():
        rows = [one for one in found if one.change == change]
        if rows:
            opened = " open" if change == "worse" else ""
            yield f'<details{opened}>\n<summary><b class="{"bad" if change == "worse" else ""}">{title}: {len(rows)}</b></summary>'
            head = "".join(f'<th class="words">{one}</th>' for one in ("suite", "what", "before", "now", "where"))
            yield _table(head, [_difference(one) for one in rows[:LISTED]])
            yield f"{_more(len(rows))}</details>"


def _difference(one: Difference) -> str:
    turn = f"turn {one.turn}, " if one.turn else ""
    where = f"{turn}{one.stage}" if one.stage else ""
    return "".join(f'<td class="words">{html(cell)}</td>' for cell in (one.suite, one.what, one.before, one.now, where))


def _suite(run: SuiteRun) -> str:
    passed = len(run.rows) - len(run.failed)
    measures = "".join(f"<li>{_words(name)} <b>{_figure(value)}</b></li>" for name, value in run.measures.items())
    parts = [
        f"<section>\n<h2>{html(run.suite.capitalize())} <small>{passed:,} of {len(run.rows):,} pass, {run.seconds:.0f} s</small></h2>",
        f'<p class="dim">{html(run.note)}</p>' if run.note else "",
        f'<ul class="measures">{measures}</ul>',
        _plots(run.charts),
        f"<h3>{len(run.failed):,} that failed</h3>" if run.failed else "",
        *(_failed(row) for row in run.failed[:LISTED]),
        _more(len(run.failed)),
        "</section>",
    ]
    return "\n".join(part for part in parts if part)


def _plots(charts: Sequence[Chart]) -> str:
    drawn = [(chart, svg) for chart in charts if (svg := picture(chart))]
    figures = "\n".join(f"<figure>\n<figcaption>{html(one.title)}</figcaption>\n{svg}\n</figure>" for one, svg in drawn)
    return f'<div class="plots">\n{figures}\n</div>' if drawn else ""


def _failed(row: Row) -> str:
    told = (("asked", row.text), ("expected", row.expected), ("got", row.got), ("why", row.why), ("from", row.where))
    terms = "".join(f"<dt>{name}</dt><dd>{html(text)}</dd>" for name, text in told if text)
    turns = "\n".join(_turn(number, turn) for number, turn in enumerate(row.turns, 1))
    stage = f' <span class="tag">{row.stage}</span>' if row.stage else ""
    return f"<details>\n<summary><b>{html(row.id)}</b>{stage} <i>{html(_beginning(row.text))}</i></summary>\n<dl>{terms}</dl>\n{turns}\n</details>"


def _turn(number: int, turn: SuiteTurn) -> str:
    trace = html("\n".join(turn.trace))
    return f"<h3>Turn {number}: {html(turn.said) or 'an empty line'}</h3>\n<pre>{trace}</pre>"


def _table(head: str, rows: Iterable[str]) -> str:
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>'


def _more(count: int) -> str:
    return f'<p class="dim">And {count - LISTED:,} more, in report.jsonl.</p>' if count > LISTED else ""


def _words(name: str) -> str:
    """The name of a measure, which a narrow screen may break."""
    return html(name.replace("_", " "))


def _beginning(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= BEGINNING else f"{line[: BEGINNING - 1]}…"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.4g}"
