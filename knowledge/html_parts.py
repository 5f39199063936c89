"""What an HTML reader has open: a list, a table. End tags that HTML lets authors omit may be missing."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from knowledge.blocks import Unit, table_row

CELLS = frozenset({"td", "th"})

MOST_COLUMNS = 100
"""A cell that claims to span more is taken to span this many."""


@dataclass
class OpenList:
    """A list that is being read; nested ones write their lines into the item of the outermost."""

    ordered: bool
    count: int = 0
    units: list[Unit] = field(default_factory=list)

    def next_mark(self) -> str:
        """What stands before the next item."""
        self.count += 1
        return f"{self.count}. " if self.ordered else "- "


@dataclass(frozen=True)
class Cell:
    """A table cell that has been read."""

    unit: Unit
    header: bool
    columns: int
    rows: int


@dataclass
class OpenTable:
    """Rows of cells; a table inside a cell gives that cell its text."""

    rows: list[list[Cell]] = field(default_factory=list)
    inner: int = 0
    """How many tables are open inside this one."""
    caption: Unit | None = None
    """Text before the first row."""
    _head: bool = False
    _cell: tuple[bool, int, int] | None = None
    """Whether the cell that is open is a header, and the columns and rows that it spans."""

    def starts(self, tag: str) -> bool:
        """Take note of a start tag; True where the text before it ends."""
        self.inner += tag == "table"
        if not self.inner and tag in ("thead", "tbody", "tfoot"):
            self._head = tag == "thead"
        return not self.inner and tag in CELLS | {"tr"}

    def ends(self, tag: str) -> bool:
        """Take note of an end tag; True where the text before it ends."""
        self._head = self._head and (tag != "thead" or bool(self.inner))
        done = not self.inner and tag in CELLS
        self.inner -= tag == "table"
        return done

    def open(self, tag: str, columns: int, rows: int) -> None:
        """Begin a row or a cell."""
        if tag == "tr":
            self.rows.append([])
        else:
            self._cell = tag == "th" or self._head, max(1, min(columns, MOST_COLUMNS)), rows

    def close(self, text: Unit | None, line: int) -> None:
        """End a cell with its text; text between two cells becomes a cell of its own."""
        if text and not (self.rows or self._cell):
            self.caption = text
        elif text or self._cell:
            header, columns, rows = self._cell or (False, 1, 1)
            unit = text or Unit(text="", lines=(line, line))
            self.rows = self.rows or [[]]
            self.rows[-1].append(Cell(unit, header, columns, rows))
        self._cell = None

    @property
    def headers(self) -> int:
        """How many rows head the table; where none says so, the first one does."""
        rows = [row for row in self.rows if any(cell.unit.text for cell in row)]
        heads = [all(cell.header for cell in row if cell.unit.text) for row in rows]
        return next((n for n, head in enumerate(heads) if not head), len(heads)) or 1

    def units(self) -> list[Unit]:
        """Rows with any text of their own, in order; a cell that spans rows says its text in each of them."""
        found: list[Unit] = []
        spanning: dict[int, tuple[int, Cell]] = {}
        for row in self.rows:
            cells = list(_across(row, spanning))
            said = [cell for cell in cells if cell.text]
            if any(cell.unit.text for cell in row):
                lines = min(cell.lines[0] for cell in said), max(cell.lines[1] for cell in said)
                found.append(table_row(cells).model_copy(update={"lines": lines}))
        return found


def _across(row: list[Cell], spanning: dict[int, tuple[int, Cell]]) -> Iterator[Unit]:
    """The texts of a row, column by column, with those of cells above that span it."""
    column = 0
    waiting = deque(row)
    while waiting or any(at >= column for at in spanning):
        if column in spanning:
            left, cell = spanning.pop(column)
        elif waiting:
            cell = waiting.popleft()
            left = cell.rows
        else:
            yield Unit(text="", lines=row[0].unit.lines if row else (1, 1))
            column += 1
            continue
        if left > 1:
            spanning[column] = left - 1, cell
        yield from [cell.unit, *[cell.unit.model_copy(update={"text": "", "marks": ()})] * (cell.columns - 1)]
        column += cell.columns
