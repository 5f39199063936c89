"""A seeded run as a picture: SVG by hand, a bar for each kind of error and each make of true line, parted by tier."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

from evals.errors import ReportError
from evals.seeded_report import SeededReport

WIDTH, LABEL, BAR, ROW, THICK, TOP = 820, 170, 460, 22, 15, 64
"""Pixels: the picture, the column of names, the longest bar, the distance of two bars, the height of one, the head."""

COLOURS = {
    "exact": "#1f5fa8",
    "embedding": "#5b8fc9",
    "nli": "#4b8b3b",
    "judge": "#8cb37e",
    "person": "#9a9a9a",
    "review": "#7a5ba8",
    "cut": "#b49bd0",
    "sent": "#c4572b",
}
"""By what decided; `cut` fell with another claim, `sent` is an error that was let through."""


def write_svg(found: SeededReport, path: Path) -> None:
    """Write the picture.

    Raises:
        ReportError: the file cannot be written.
    """
    try:
        path.write_text(seeded_svg(found), encoding="utf-8")
    except OSError as error:
        raise ReportError(
            f"{path} cannot be written ({error.strerror}): wanted a file in a folder that is there. "
            "Name another with `--report FILE`."
        ) from error


def seeded_svg(found: SeededReport) -> str:
    """Errors first: what caught them, and what was sent; then true lines: what cut them."""
    rows = [
        _row(n, one.kind, {**one.tiers, "sent": one.planted - one.caught}, one.planted, f"{one.rate:.1%}")
        for n, one in enumerate(one for one in found.kinds if one.rate is not None)
    ]
    gap = len(rows) + 1
    rows.append(_text(LABEL - 10, _middle(gap), "true lines cut", 'text-anchor="end" font-weight="bold"'))
    rows += [
        _row(n, make, one.tiers, one.lines, f"{one.rate:.1%} of {one.lines}")
        for n, (make, one) in enumerate(found.false_cuts.items(), gap + 1)
        if one.rate is not None
    ]
    height = TOP + ROW * (gap + 1 + len(found.false_cuts)) + 12
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            'font-family="sans-serif" font-size="11" fill="#333">',
            "<title>Planted errors and true lines, by what decided</title>",
            f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
            _text(LABEL, 22, "Planted errors: caught by, or sent", 'font-size="13" font-weight="bold"'),
            *_legend(),
            *rows,
            "</svg>\n",
        ]
    )


def _row(place: int, name: str, parts: Mapping[str, int], whole: int, told: str) -> str:
    """One bar as long as the share of each part; what is left of it is blank."""
    top, at = TOP + ROW * place, float(LABEL)
    pieces = [_text(LABEL - 10, _middle(place), name, 'text-anchor="end"')]
    for decided in sorted(parts, key=lambda one: list(COLOURS).index(one) if one in COLOURS else -1):
        length = BAR * parts[decided] / whole
        colour = COLOURS.get(decided, "#d9c36a")
        pieces.append(
            f'<rect x="{at:.1f}" y="{top}" width="{length:.1f}" height="{THICK}" fill="{colour}">'
            f"<title>{escape(decided)}: {parts[decided]}</title></rect>"
        )
        at += length
    return "\n".join([*pieces, _text(LABEL + BAR + 10, _middle(place), told)])


def _legend() -> list[str]:
    marks = []
    for n, (name, colour) in enumerate(COLOURS.items()):
        x = LABEL + 76 * n
        marks.append(f'<rect x="{x}" y="36" width="10" height="10" fill="{colour}"/>{_text(x + 14, 45, name)}')
    return marks


def _middle(place: int) -> int:
    return TOP + ROW * place + THICK - 3


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}"{" " + more if more else ""}>{escape(text)}</text>'
