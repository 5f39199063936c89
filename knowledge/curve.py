"""A curve as SVG: axes, labels and one line, without a plotting library."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import count, takewhile

Point = tuple[float, float]

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 48, 56
"""Margins; all lengths are in pixels."""

TICKS = 6
"""About so many on an axis."""


@dataclass(frozen=True)
class Scale:
    """Places values of one axis between two pixels."""

    ticks: tuple[float, ...]
    """Round values in rising order; the axis begins at the first and ends at the last."""
    begin: float
    end: float

    def at(self, value: float) -> float:
        """The pixel of a value."""
        low, high = self.ticks[0], self.ticks[-1]
        return self.begin + (value - low) / (high - low) * (self.end - self.begin)


def curve_svg(points: Sequence[Point], title: str, x_label: str, y_label: str) -> str:
    """An SVG document with the points joined in their order; axes alone where there is no point.

    Args:
        points: (x, y), finite.
        title: stands above.
        x_label: quantity and unit below the horizontal axis, which begins at 0.
        y_label: quantity and unit beside the vertical axis.
    """
    across = Scale(ticks(0.0, max((x for x, _ in points), default=1.0)), LEFT, WIDTH - RIGHT)
    lows, highs = min((y for _, y in points), default=0.0), max((y for _, y in points), default=1.0)
    up = Scale(ticks(lows, highs), HEIGHT - BOTTOM, TOP)
    joined = " ".join(f"{across.at(x):.1f},{up.at(y):.1f}" for x, y in points)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="#333">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        _text(LEFT, 26, title, "start", 'font-size="15" font-weight="bold"'),
        *_horizontal_axis(across, x_label),
        *_vertical_axis(up, y_label),
        f'<polyline points="{joined}" fill="none" stroke="#1f5fa8" stroke-width="2" stroke-linejoin="round"/>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def ticks(low: float, high: float) -> tuple[float, ...]:
    """Round values from at or below the lowest to at or above the highest, steps of 1, 2 or 5 times a power of ten."""
    span = high - low or abs(high) or 1.0
    power = 10.0 ** math.floor(math.log10(span / TICKS))
    step = next(power * one for one in (1, 2, 5, 10) if span / (power * one) <= TICKS)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    last = max(last, first + 1)
    return tuple(round(n * step, 10) for n in takewhile(lambda n: n <= last, count(first)))


def _horizontal_axis(scale: Scale, label: str) -> list[str]:
    foot = HEIGHT - BOTTOM
    lines = [_line(LEFT, foot, WIDTH - RIGHT, foot, "#333")]
    lines += [_text(scale.at(value), foot + 18, f"{value:g}", "middle") for value in scale.ticks]
    return [*lines, _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, label, "middle")]


def _vertical_axis(scale: Scale, label: str) -> list[str]:
    lines = [_line(LEFT, scale.at(value), WIDTH - RIGHT, scale.at(value), "#ddd") for value in scale.ticks[1:]]
    lines += [_text(LEFT - 8, scale.at(value) + 4, f"{value:g}", "end") for value in scale.ticks]
    middle = (TOP + HEIGHT - BOTTOM) / 2
    return [*lines, _text(18, middle, label, "middle", f'transform="rotate(-90 18 {middle:g})"')]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _text(x: float, y: float, text: str, anchor: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {more}>{escape(text)}</text>'.replace('" >', '">')
