"""What a bounded rate of wrong answers costs, as a picture: SVG by hand, a mark and an interval for each threshold."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from evals.bounded_points import CONFIDENCE, CurvePoint
from evals.errors import ReportError

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 400, 70, 50, 50, 50
"""Pixels: the picture, and what is left free around the plot."""
PLOT_WIDTH, PLOT_HEIGHT = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
TICKS = 5
KEPT, MISSED, ASKED = "#1f5fa8", "#9a9a9a", "#c4572b"


def write_curve(curve: Sequence[CurvePoint], rate: float, path: Path) -> None:
    """Write the picture.

    Raises:
        ReportError: the file cannot be written.
    """
    try:
        path.write_text(coverage_svg(curve, rate), encoding="utf-8")
    except OSError as error:
        raise ReportError(
            f"{path} cannot be written ({error.strerror}): wanted a file in a folder that is there. "
            "Name another with `--curve FILE`."
        ) from error


def coverage_svg(curve: Sequence[CurvePoint], rate: float) -> str:
    """Coverage from left to right, the rate of wrong answers upwards: what was seen, and how high it may be."""
    highest = min(1.0, 1.25 * max([rate, *(point.rate for point in curve), *(min(p.upper, 4 * rate) for p in curve)]))
    asked = _y(rate, highest)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            'font-family="sans-serif" font-size="11" fill="#333">',
            "<title>Coverage and rate of wrong answers, by threshold</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            _text(LEFT, 22, "Wrong among the claims that pass", 'font-size="13" font-weight="bold"'),
            _text(LEFT, 38, f"mark: as labelled; line: up to its limit ({CONFIDENCE:.0%}, all thresholds together)"),
            *_axes(highest),
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{asked:.1f}" y2="{asked:.1f}" stroke="{ASKED}" stroke-dasharray="5 4"/>',
            _text(WIDTH - RIGHT, asked - 5, f"asked: at most {100 * rate:g}%", f'text-anchor="end" fill="{ASKED}"'),
            *(_mark(point, rate, highest) for point in curve),
            "</svg>\n",
        ]
    )


def _axes(highest: float) -> list[str]:
    lines = [
        f'<path d="M{LEFT} {TOP}V{TOP + PLOT_HEIGHT}H{WIDTH - RIGHT}" fill="none" stroke="#333"/>',
        _text(LEFT + PLOT_WIDTH / 2, HEIGHT - 12, "supported claims that pass", 'text-anchor="middle"'),
    ]
    for n in range(TICKS + 1):
        share = n / TICKS
        lines.append(_text(_x(share), TOP + PLOT_HEIGHT + 16, f"{share:.0%}", 'text-anchor="middle"'))
        lines.append(
            _text(LEFT - 8, _y(share * highest, highest) + 4, f"{100 * share * highest:.2g}%", 'text-anchor="end"')
        )
    return lines


def _mark(point: CurvePoint, rate: float, highest: float) -> str:
    colour, x = KEPT if point.upper <= rate else MISSED, _x(point.coverage)
    told = (
        f"from {point.entailed:.3f}: {point.passing} pass, {point.wrong} wrong, {point.rate:.2%}, at most {point.upper:.2%}; "
        f"{point.coverage:.1%} of the supported"
    )
    return (
        f"<g><title>{escape(told)}</title>"
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_y(point.rate, highest):.1f}" y2="{_y(min(point.upper, highest), highest):.1f}" '
        f'stroke="{colour}" stroke-width="2"/>'
        f'<circle cx="{x:.1f}" cy="{_y(point.rate, highest):.1f}" r="4" fill="{colour}"/>'
        f"{_text(x + 7, _y(point.rate, highest) - 6, f'{point.entailed:.2f}')}</g>"
    )


def _x(coverage: float) -> float:
    return LEFT + PLOT_WIDTH * coverage


def _y(share: float, highest: float) -> float:
    return TOP + PLOT_HEIGHT * (1 - share / highest)


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{" " + more if more else ""}>{escape(text)}</text>'
