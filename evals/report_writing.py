"""Writes the reports of a run into a folder."""

from __future__ import annotations

from pathlib import Path

from evals.errors import ReportError
from evals.report_html import page
from evals.report_junit import junit
from evals.report_lines import lines_of
from evals.report_plots import refuse_without_matplotlib
from evals.report_result import RunResult

NAMES = ("report.jsonl", "junit.xml", "report.html")


def prepare(folder: Path) -> None:
    """See that a report can be made, before minutes are spent on what it tells.

    Raises:
        ReportError: matplotlib is missing, or the folder cannot be written to.
    """
    refuse_without_matplotlib()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in NAMES:
            (folder / name).open("ab").close()
    except OSError as error:
        raise _unwritable(folder, error) from error


def write_reports(result: RunResult, folder: Path) -> None:
    """Write the lines, the XML and the page.

    Raises:
        ReportError: the folder cannot be written to.
    """
    texts = (lines_of(result), junit(result), page(result))
    try:
        for name, text in zip(NAMES, texts, strict=True):
            (folder / name).write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise _unwritable(folder, error) from error


def _unwritable(folder: Path, error: OSError) -> ReportError:
    return ReportError(f"{folder} cannot be written to ({error.strerror}). Name another folder with `--report DIR`.")
