"""The charts of a run as pictures that stand in a page: the one file that knows matplotlib.

The same figures give the same picture. Text stays text, and what is drawn in ink takes the page's own colour, so that it reads
in light and dark.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evals.errors import ReportError
from evals.report_text import html, sound
from evals.suite_types import Bars, Chart, Curve, Spans

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, FAINT = "#010203", "#040506"
"""Stand for the page's colours until the picture is written."""

COLOURS = ("#3d7ea6", "#d0893b", "#5b9a5b", "#8d6bb1", "#b8a33a", "#4aa3a3", "#a06a4c", "#8a8f98")
BAD = "#c8452d"
BAD_PARTS = ("sent", "followed", "refused", "answered wrongly")
"""Parts that should be empty."""

WIDE, ROW, BASE = 5.0, 0.27, 1.0
"""Inches: the picture, one bar, and all but the bars."""

UNWANTED = (
    re.compile(r"<metadata>.*?</metadata>", re.DOTALL),
    re.compile(r"<defs>\s*<style.*?</style>\s*</defs>", re.DOTALL),
    re.compile(r' (?:width|height)="[\d.]+pt"'),
    re.compile(r' id="[A-Za-z.\d]+_\d+"'),
)
"""Of a written picture: several stand in one page, which has its own style."""

SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 10.5,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.parse_math": False,
}


def refuse_without_matplotlib() -> None:
    """See that pictures can be drawn, before anything else is done.

    Raises:
        ReportError: matplotlib is not installed.
    """
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise ReportError(
            "The report's pictures need matplotlib, which is not installed: run `pip install 'grounded-support[report]'`, "
            "or leave --report out."
        )


def picture(chart: Chart) -> str:
    """A chart as one SVG element, made to be read from 320 pixels on; empty where there is nothing to draw."""
    if not _holds(chart):
        return ""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    settings: Any = {**SETTINGS, "svg.hashsalt": chart.title}
    with mpl.rc_context(settings):
        figure = Figure(figsize=(WIDE, _height(chart)), layout="constrained")
        axes = figure.add_subplot()
        _draw(chart, axes)
        written = io.StringIO()
        figure.savefig(written, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _inlined(written.getvalue(), chart.title)


def _holds(chart: Chart) -> bool:
    if isinstance(chart, Bars):
        return any(value for parts in chart.bars.values() for value in parts.values())
    return bool(chart.spans if isinstance(chart, Spans) else chart.points)


def _height(chart: Chart) -> float:
    if isinstance(chart, Curve):
        return 4.2
    rows = len(chart.bars) if isinstance(chart, Bars) else len(chart.spans)
    legend = 0.25 * -(-len(_parts(chart)) // 3) if isinstance(chart, Bars) and len(_parts(chart)) > 1 else 0.0
    return BASE + ROW * max(rows, 2) + legend


def _draw(chart: Chart, axes: Axes) -> None:
    match chart:
        case Bars():
            _bars(chart, axes)
        case Spans():
            _spans(chart, axes)
        case Curve():
            _curve(chart, axes)


def _bars(chart: Bars, axes: Axes) -> None:
    names, parts = list(chart.bars), _parts(chart)
    left = [0.0] * len(names)
    for number, part in enumerate(parts):
        values = [chart.bars[name].get(part, 0.0) for name in names]
        colour = BAD if part in BAD_PARTS else COLOURS[number % len(COLOURS)]
        axes.barh(range(len(names)), values, left=left, height=0.68, color=colour, label=sound(part))
        left = [old + value for old, value in zip(left, values, strict=True)]
    for place, whole in enumerate(left):
        axes.annotate(
            f"{whole:g}", (whole, place), xytext=(4, 0), textcoords="offset points", va="center", fontsize=9.5
        )
    _rows(axes, names, max(left), chart.unit)
    if len(parts) > 1:
        axes.figure.legend(loc="outside lower left", ncols=3, frameon=False, fontsize=9.5, handlelength=1.0)


def _spans(chart: Spans, axes: Axes) -> None:
    names = list(chart.spans)
    medians, highs = ([chart.spans[name][n] for name in names] for n in (0, 1))
    axes.barh(range(len(names)), medians, height=0.62, color=COLOURS[0], label="median")
    axes.plot(highs, range(len(names)), "|", color=BAD, markersize=11, markeredgewidth=2.2, label="95th percentile")
    for place, high in enumerate(highs):
        axes.annotate(f"{high:g}", (high, place), xytext=(6, 0), textcoords="offset points", va="center", fontsize=9.5)
    _rows(axes, names, max(highs), chart.unit)
    axes.figure.legend(loc="outside lower left", ncols=2, frameon=False, fontsize=9.5, handlelength=1.0)


def _curve(chart: Curve, axes: Axes) -> None:
    said, held, rows = zip(*chart.points, strict=True)
    most = max(rows)
    axes.plot([0, 1], [0, 1], "--", color=FAINT, linewidth=1)
    axes.plot(said, held, "-", color=COLOURS[0], linewidth=1.4)
    axes.scatter(said, held, s=[24 + 150 * n / most for n in rows], color=COLOURS[0], zorder=3)
    for across, up, n in chart.points:
        above = up < 0.85
        axes.annotate(
            f"{n}",
            (across, up),
            xytext=(0, 11 if above else -15),
            textcoords="offset points",
            ha="center",
            fontsize=9.5,
        )
    axes.set(xlim=(-0.04, 1.04), ylim=(-0.06, 1.08), xlabel=chart.across, ylabel=chart.up)


def _rows(axes: Axes, names: Sequence[str], most: float, unit: str) -> None:
    axes.set_yticks(range(len(names)), [_short(name) for name in names])
    axes.tick_params(axis="y", length=0)
    axes.invert_yaxis()
    axes.set_xlim(0, most * 1.14 or 1)
    axes.locator_params(axis="x", nbins=5, integer=most >= 1)
    axes.margins(y=0.02)
    axes.set_xlabel(unit, fontsize=9.5)
    axes.spines["left"].set_visible(False)


def _short(name: str) -> str:
    name = sound(name)
    return name if len(name) <= 26 else f"{name[:25]}…"


def _parts(chart: Bars) -> list[str]:
    """All parts, in the order in which bars first have them; what should be empty comes last."""
    found = list(dict.fromkeys(part for parts in chart.bars.values() for part in parts))
    return sorted(found, key=lambda part: part in BAD_PARTS)


def _inlined(written: str, title: str) -> str:
    """The element alone: without a file's head, its metadata, fixed size and counted ids, in the colours of a page."""
    svg = written[written.index("<svg") :]
    for unwanted in UNWANTED:
        svg = unwanted.sub("", svg)
    svg = svg.replace(INK, "currentColor").replace(FAINT, "#8888").replace("'DejaVu Sans'", "inherit")
    return svg.replace("<svg ", f'<svg role="img" aria-label="{html(title)}" ', 1).strip()
