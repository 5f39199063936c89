"""Rows of text as a table where the terminal is wide enough, and as blocks of named lines where it is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.line_breaking import broken, cells, padded

TABLE_WIDTH = 80
"""Columns from which rows stand in columns even where their cells have to be broken."""

PIPED_WIDTH = 160
"""Columns that a row in a pipe may take before it becomes a block."""

GAP = "  "
LEAST = 4
"""Columns that a cell has, however many there are."""


@dataclass(frozen=True)
class Sheet:
    """A heading for each column, and rows of as many cells; the lines of a cell stay lines."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self, width: int | None) -> Iterator[str]:
        """The rows within a width; None is a pipe, in which no text is broken. No row, no line."""
        if not self.rows:
            return
        natural = [self._natural(column) for column in range(len(self.columns))]
        total = sum(natural) + len(GAP) * (len(natural) - 1)
        if total <= (width or PIPED_WIDTH):
            yield from self._table(natural)
        elif width is not None and width >= TABLE_WIDTH:
            yield from self._table(shared(natural, width - len(GAP) * (len(natural) - 1)))
        else:
            yield from self._blocks(width)

    def _natural(self, column: int) -> int:
        texts = [self.columns[column], *(line for row in self.rows for line in row[column].split("\n"))]
        return max(map(cells, texts))

    def _table(self, widths: Sequence[int]) -> Iterator[str]:
        yield _joined(self.columns, widths)
        yield GAP.join("-" * width for width in widths)
        for row in self.rows:
            columns = [_broken(cell, width) for cell, width in zip(row, widths, strict=True)]
            for index in range(max(map(len, columns))):
                yield _joined([lines[index] if index < len(lines) else "" for lines in columns], widths)

    def _blocks(self, width: int | None) -> Iterator[str]:
        label = max(map(cells, self.columns[1:]), default=0)
        for number, row in enumerate(self.rows):
            if number:
                yield ""
            yield from _within(f"{self.columns[0]} {row[0]}", width, "", GAP)
            for name, cell in zip(self.columns[1:], row[1:], strict=True):
                first = f"{GAP}{padded(name, label)}{GAP}"
                for line in cell.split("\n") if cell else ():
                    yield from _within(line, width, first, " " * cells(first))
                    first = " " * cells(first)


def shared(natural: Sequence[int], room: int) -> list[int]:
    """Widths of columns within a room: those that need less than their share take what they need, the others the rest."""
    widths, open_columns = [0] * len(natural), set(range(len(natural)))
    while open_columns:
        share = max(room // len(open_columns), LEAST)
        content = {column for column in open_columns if natural[column] <= share}
        for column in content or open_columns:
            widths[column] = min(natural[column], share)
        if not content:
            break
        room -= sum(natural[column] for column in content)
        open_columns -= content
    return widths


def _broken(cell: str, width: int) -> list[str]:
    return [part for line in cell.split("\n") for part in broken(line, width)]


def _within(text: str, width: int | None, first: str, further: str) -> Iterator[str]:
    if width is None:
        yield first + text
    else:
        yield from broken(text, width, first, further)


def _joined(texts: Sequence[str], widths: Sequence[int]) -> str:
    return GAP.join(padded(text, width) for text, width in zip(texts, widths, strict=True)).rstrip()
