"""What an HTML reader has open: a run of text, a list, a table. End tags that HTML lets authors omit may be missing."""

from __future__ import annotations

from dataclasses import dataclass, field

from knowledge.blocks import Unit, table_row

CELLS = frozenset({"td", "th"})


@dataclass
class TextRun:
    """Text that no element has ended yet, and the source lines on which its visible part stands."""

    parts: list[str] = field(default_factory=list)
    lines: tuple[int, int] = (1, 1)
    blank: bool = True

    def add(self, text: str, line: int) -> None:
        """Add text that begins on a source line."""
        if text.strip():
            begin = line + text[: len(text) - len(text.lstrip())].count("\n")
            self.lines = begin if self.blank else self.lines[0], line + text.rstrip().count("\n")
            self.blank = False
        self.parts.append(text)

    def visible(self, begin: int = 0) -> str:
        """The text from a part on, as one line."""
        return " ".join("".join(self.parts[begin:]).split())

    def taken(self) -> str:
        """The text as one line; the run is empty after that, its lines are kept until text comes again."""
        text = self.visible()
        self.clear()
        return text

    def clear(self) -> None:
        """Forget the text."""
        self.parts.clear()
        self.blank = True


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


@dataclass
class OpenTable:
    """Rows of cells; a table inside a cell gives that cell its text."""

    rows: list[tuple[list[str], int, int]] = field(default_factory=list)
    """Cells, first and last source line."""
    in_cell: bool = False
    inner: int = 0
    """How many tables are open inside this one."""
    caption: str = ""
    """Text before the first row."""
    caption_lines: tuple[int, int] = (1, 1)

    def start(self, tag: str, text: str, line: int, text_end: int) -> bool:
        """Take a start tag and the text before it; False where that text goes on."""
        self.inner += tag == "table"
        if self.inner or tag not in CELLS | {"tr"}:
            return False
        self.end_cell(text, line, text_end)
        if tag == "tr":
            self.rows.append(([], line, line))
        self.in_cell = tag in CELLS
        return True

    def end(self, tag: str, text: str, line: int, text_end: int) -> bool:
        """Take an end tag and the text before it; False where that text goes on."""
        if self.inner or tag not in CELLS:
            self.inner -= tag == "table"
            return False
        self.end_cell(text, line, text_end)
        return True

    def end_cell(self, text: str, line: int, text_end: int) -> None:
        """Put the text into the row; text between two cells becomes one of its own."""
        if not (self.in_cell or text):
            return
        if not (self.rows or self.in_cell):
            self.caption, self.caption_lines = text, (min(line, text_end), text_end)
            return
        if not self.rows:
            self.rows.append(([], line, line))
        cells, begin, end = self.rows[-1]
        self.rows[-1] = [*cells, text], begin, max(end, text_end if text else end)
        self.in_cell = False

    def units(self) -> list[Unit]:
        """Rows with any text, in order."""
        return [Unit(text=table_row(cells), lines=(begin, end)) for cells, begin, end in self.rows if any(cells)]
