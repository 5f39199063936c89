"""Growth as a picture: three panels over the number of passages, all axes logarithmic, without a plotting library."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from evals.bench_growth import SizeFigures

PANEL, HEIGHT = 320, 340
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 64, 52
"""Margins of a panel; all lengths are in pixels."""

COLOURS = ("#1f5fa8", "#c4572b", "#4b8b3b")


@dataclass(frozen=True)
class Line:
    """One quantity over the sizes."""

    name: str
    values: Sequence[float]
    """One a size, above 0."""


@dataclass(frozen=True)
class LogScale:
    """Places values of one axis between two pixels, by their logarithm."""

    low: int
    high: int
    """Exponents of ten at which the axis begins and ends."""
    begin: float
    end: float

    @classmethod
    def of(cls, values: Sequence[float], begin: float, end: float) -> LogScale:
        """Whole decades around the values, at least one; from 1 to 10 where there is no value."""
        exponents = [math.log10(value) for value in values if value > 0] or [0.0]
        low = math.floor(min(exponents) + 1e-9)
        return cls(low, max(math.ceil(max(exponents) - 1e-9), low + 1), begin, end)

    @property
    def decades(self) -> list[float]:
        """The powers of ten on the axis."""
        return [10.0**n for n in range(self.low, self.high + 1)]

    def at(self, value: float) -> float:
        """The pixel of a value; of 0 the axis' beginning."""
        exponent = math.log10(value) if value > 0 else self.low
        return self.begin + (exponent - self.low) / (self.high - self.low) * (self.end - self.begin)


def growth_svg(found: Sequence[SizeFigures]) -> str:
    """An SVG document with search time, memory and sync time of every size."""
    panels = {
        "Search without reranking, ms": [
            Line("p50", [one.search_p50_ms for one in found]),
            Line("p95", [one.search_p95_ms for one in found]),
        ],
        "Resident memory, MB": [
            Line("searching", [one.memory_mb for one in found]),
            Line("of it BM25, mapped", [one.bm25_resident_mb or 0.0 for one in found]),
            Line("syncing", [one.sync_memory_mb for one in found]),
        ],
        "Sync, s": [
            Line("from nothing", [one.sync_s for one in found]),
            Line("without changes", [one.unchanged_sync_s for one in found]),
        ],
    }
    sizes = [one.passages for one in found]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PANEL * len(panels)} {HEIGHT}" role="img" '
        'font-family="sans-serif" font-size="11" fill="#333">',
        "<title>Growth with the number of passages</title>",
        f'<rect width="{PANEL * len(panels)}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for place, (title, lines) in enumerate(panels.items()):
        parts += [f'<g transform="translate({PANEL * place} 0)">', *_panel(title, sizes, lines), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(title: str, sizes: Sequence[float], lines: Sequence[Line]) -> Iterator[str]:
    across = LogScale.of(sizes, LEFT, PANEL - RIGHT)
    up = LogScale.of([value for line in lines for value in line.values], HEIGHT - BOTTOM, TOP)
    yield _text(LEFT, 22, title, "start", 'font-size="13" font-weight="bold"')
    yield from _axes(across, up)
    name_at = LEFT
    for line, colour in zip(lines, COLOURS, strict=False):
        points = [(across.at(size), up.at(value)) for size, value in zip(sizes, line.values, strict=True) if value > 0]
        yield _text(name_at, 42, line.name, "start", f'fill="{colour}"')
        name_at += 6 * len(line.name) + 14  # a letter is about 6 pixels wide
        yield (
            f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" fill="none" stroke="{colour}" '
            'stroke-width="2" stroke-linejoin="round"/>'
        )
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points)


def _axes(across: LogScale, up: LogScale) -> Iterator[str]:
    foot = HEIGHT - BOTTOM
    for value in up.decades:
        yield _line(LEFT, up.at(value), PANEL - RIGHT, up.at(value))
        yield _text(LEFT - 6, up.at(value) + 4, f"{value:,g}", "end")
    for value in across.decades:
        yield _line(across.at(value), foot, across.at(value), TOP)
        yield _text(across.at(value), foot + 16, f"{value:,.0f}", "middle")
    yield _text((LEFT + PANEL - RIGHT) / 2, HEIGHT - 12, "passages", "middle")


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#ddd"/>'


def _text(x: float, y: float, text: str, anchor: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{" " + more if more else ""}>{escape(text)}</text>'
