"""The confusion of the shipped head as a picture: SVG by hand."""

from __future__ import annotations

from html import escape

from evals.intents import HeadReport

CELL, LEFT, TOP = 44, 130, 130
"""Pixels: a cell, the column of given labels, the row of labels said."""


def confusion_svg(found: HeadReport) -> str:
    """A row a given label, a column what it was taken for; a cell is as dark as its share of the row."""
    labels = [one.label for one in found.each]
    size = CELL * len(labels)
    parts = [
        f'<text x="{LEFT - 8}" y="{TOP + CELL * n + CELL / 2 + 4:g}" text-anchor="end">{escape(label)}</text>'
        f'<text transform="translate({LEFT + CELL * n + CELL / 2 + 4:g} {TOP - 8}) rotate(-60)">{escape(label)}</text>'
        for n, label in enumerate(labels)
    ]
    for row, counts in enumerate(found.confusion):
        parts += [_cell(row, column, count, sum(counts)) for column, count in enumerate(counts) if sum(counts)]
    told = f"{found.name}: {found.messages} messages, macro-F1 {found.macro_f1.value:.3f}, accuracy {found.accuracy.value:.3f}"
    return (
        f'<svg viewBox="0 0 {LEFT + size + 16} {TOP + size + 34}" role="img" xmlns="http://www.w3.org/2000/svg" '
        f'font-family="sans-serif" font-size="12">\n<title>{escape(told)}</title>\n' + "\n".join(parts) + "\n"
        f'<text x="{LEFT}" y="{TOP + size + 24}">{escape(told)}</text>\n</svg>\n'
    )


def _cell(row: int, column: int, count: int, whole: int) -> str:
    share = count / whole
    place = f'x="{LEFT + CELL * column}" y="{TOP + CELL * row}"'
    colour = "#1f5fa8" if row == column else "#c4572b"
    box = f'<rect {place} width="{CELL - 2}" height="{CELL - 2}" fill="{colour}" fill-opacity="{share:.2f}" stroke="#ddd"/>'
    if not count:
        return box
    ink = "#fff" if share > 0.5 else "#222"
    x, y = LEFT + CELL * column + CELL / 2 - 1, TOP + CELL * row + CELL / 2 + 3
    return f'{box}<text x="{x:g}" y="{y:g}" text-anchor="middle" fill="{ink}">{count}</text>'
