"""What an article is made of before it is packed into passages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from knowledge.types import Link, Value

BlockKind = Literal["heading", "label", "prose", "list", "steps", "table", "code"]
"""A label (of a tab, of a text folded away) heads what follows until a label without text ends it."""

ATOMIC: frozenset[BlockKind] = frozenset({"steps", "table", "code", "list"})
"""Kinds that stay whole while they fit the encoder, and else split only between their units."""

Mark = tuple[int, int, int]
"""From this character on, the text stands on these source lines, first and last."""


class Unit(Value):
    """A piece that is never cut inside while it fits: a sentence run, a list item, a step, a row, a code line."""

    text: str
    lines: tuple[int, int]
    marks: tuple[Mark, ...] = ()
    """In the order of the text; empty where only `lines` is known."""

    def part(self, begin: int, end: int) -> Unit:
        """The characters from `begin` to `end`, with the source lines on which they stand."""
        cut = [mark for mark, after in zip(self.marks, self._ends(), strict=True) if mark[0] < end and after > begin]
        if not cut:
            return Unit(text=self.text[begin:end], lines=self.lines)
        lines = min(mark[1] for mark in cut), max(mark[2] for mark in cut)
        if begin == 0:
            # A unit may cite more than its own text: the lead-in above it.
            lines = min(self.lines[0], lines[0]), lines[1]
        marks = tuple((max(0, offset - begin), first, last) for offset, first, last in cut)
        return Unit(text=self.text[begin:end], lines=lines, marks=marks)

    def indented(self, first: str, rest: str) -> Unit:
        """The unit with `first` before its first line of text and `rest` before the others."""
        prefixes = [first] + [rest] * self.text.count("\n")
        lines = [line.prefixed(prefix) for line, prefix in zip(self._text_lines(), prefixes, strict=True)]
        return joined_units(lines).model_copy(update={"lines": self.lines})

    def prefixed(self, prefix: str) -> Unit:
        """The unit with some text before it, which stands on the same source line."""
        return Unit(text=prefix + self.text, lines=self.lines, marks=_moved(self.marks, 0, len(prefix)))

    def _text_lines(self) -> list[Unit]:
        found: list[Unit] = []
        begin = 0
        for line in self.text.split("\n"):
            found.append(self.part(begin, begin + len(line)))
            begin += len(line) + 1
        return found

    def _ends(self) -> list[int]:
        return [mark[0] for mark in self.marks[1:]] + [len(self.text)] * bool(self.marks)


def joined_units(units: Sequence[Unit], joiner: str = "\n") -> Unit:
    """Several units as one."""
    marks: list[Mark] = []
    length = 0
    for unit in units:
        marks += _moved(unit.marks or ((0, *unit.lines),), length, length)
        length += len(unit.text) + len(joiner)
    lines = min(unit.lines[0] for unit in units), max(unit.lines[1] for unit in units)
    return Unit(text=joiner.join(unit.text for unit in units), lines=lines, marks=tuple(marks))


def _moved(marks: Sequence[Mark], first: int, others: int) -> tuple[Mark, ...]:
    """The marks further on in a text: the first now at `first`, the others by `others` characters."""
    return tuple((offset + others if n else first, begin, end) for n, (offset, begin, end) in enumerate(marks))


class Block(Value):
    """One block of an article in reading order."""

    kind: BlockKind
    units: tuple[Unit, ...]
    """Prose, headings and labels have one."""
    level: int = 0
    """Heading level, 1 to 6; 0 for other kinds."""
    lead: str = ""
    """Repeated when the block is split: a table's header rows, the sentence that introduces steps."""
    links: tuple[Link, ...] = ()
    opens: bool = False
    """True where the meaning turns before it, so that it joins nothing that stands there."""

    @property
    def text(self) -> str:
        """The lead and the units, one a line."""
        return "\n".join([self.lead] * bool(self.lead) + [unit.text for unit in self.units])

    @property
    def lines(self) -> tuple[int, int]:
        """First and last source line, counted from 1, both included."""
        return min(unit.lines[0] for unit in self.units), max(unit.lines[1] for unit in self.units)


def links_of(parts: Sequence[str], links: Sequence[Link]) -> list[tuple[Link, ...]]:
    """For each part of a text the links that stand in it; one that was cut in two stands in all of them."""
    whole = {link for link in links if any(link.text in part for part in parts)}
    return [tuple(link for link in links if link.text in part or link not in whole) for part in parts]


def label_block(text: str, line: int) -> Block:
    """A label on a source line; without text it ends the last one."""
    return Block(kind="label", units=(Unit(text=text, lines=(line, line)),))


def table_row(cells: Sequence[Unit]) -> Unit:
    """A table row as one line of text; `cells` are not empty."""
    row = joined_units(cells, " | ").prefixed("| ")
    return row.model_copy(update={"text": row.text + " |"})


def table_block(rows: Sequence[Unit], links: Sequence[Link], headers: int = 1) -> Block:
    """A table of at least one row; its header rows are the lead, cited with the row below them."""
    headers = min(headers, len(rows) - 1)
    if not headers:
        return Block(kind="table", units=tuple(rows), links=tuple(links))
    header, body = joined_units(rows[:headers]), rows[headers:]
    lines = min(header.lines[0], body[0].lines[0]), body[0].lines[1]
    first = body[0].model_copy(update={"lines": lines})
    return Block(kind="table", units=(first, *body[1:]), lead=header.text, links=tuple(links))


def code_line(line: str) -> str:
    """A line of code as Markdown writes it without fences, so that in a passage it cannot be taken for prose."""
    return "    " + line
